import { accuracyRoutes } from './accuracy/accuracy.routes.ts';
import { seriesAccuracyStep } from './accuracy/accuracy.ts';
import { associationRoutes } from './associations/association.routes.ts';
import { associationStep } from './associations/associations.ts';
import { byNameRoutes } from './by-name/by-name.routes.ts';
import { chartRoutes } from './charts/chart.routes.ts';
import { explanationRoutes } from './explanations/explanation.routes.ts';
import { explanationsStep, initializationStep, trainingExplanationsStep } from './explanations/explanations.step.ts';
import { externalRoutes } from './external/external.routes.ts';
import { externalScoresStep } from './external/external-scores.ts';
import { classEffectsStep } from './features/class-effects.ts';
import { classEffectRoutes, featureInsightRoutes } from './features/feature.routes.ts';
import { featureEffectsStep } from './features/feature-effects.ts';
import { featureImpactStep } from './features/feature-impact.ts';
import { fittedRoutes } from './fitted/fitted.routes.ts';
import { intervalRoutes } from './intervals/interval.routes.ts';
import { intervalsStep } from './intervals/intervals.ts';
import { plotRoutes } from './over-time/plot.routes.ts';
import { trendPlotsStep } from './over-time/trend-plots.step.ts';
import { payoffRoutes } from './payoffs/payoff.routes.ts';
import { shapRoutes } from './shap/shap.routes.ts';
import { shapImpactStep, shapMatrixStep } from './shap/shap-older.ts';
import { sliceRoutes } from './slices/slice.routes.ts';
import { trainingPredictionRoutes } from './training-predictions/training-predictions.routes.ts';
import { trainingPredictionsStep } from './training-predictions/training-predictions.ts';

export { associationJob } from './associations/associations.ts';
export { chartJob } from './by-name/by-name.ts';
export { slicedImpactJob } from './features/feature-impact.ts';
export { beginFirstInsights } from './first-insights.ts';
export { shapJob } from './shap/shap.ts';
export { slicedChartJob } from './slices/sliced-charts.ts';
export { sliceSizeJob } from './slices/slices.ts';

export const insightRoutes = [
  ...chartRoutes,
  ...byNameRoutes,
  ...featureInsightRoutes,
  ...classEffectRoutes,
  ...fittedRoutes,
  ...shapRoutes,
  ...plotRoutes,
  ...accuracyRoutes,
  ...intervalRoutes,
  ...associationRoutes,
  ...payoffRoutes,
  ...sliceRoutes,
  ...externalRoutes,
  ...explanationRoutes,
  ...trainingPredictionRoutes,
];

export const insightSteps = [
  associationStep,
  featureImpactStep,
  featureEffectsStep,
  classEffectsStep,
  trendPlotsStep,
  seriesAccuracyStep,
  intervalsStep,
  externalScoresStep,
  explanationsStep,
  initializationStep,
  shapImpactStep,
  shapMatrixStep,
  trainingExplanationsStep,
  trainingPredictionsStep,
] as const;
