const names: Readonly<Record<string, string>> = {
  model: 'Training a model',
  predict: 'Predicting',
  trainingPredictions: 'Predictions for the training data',
  featureImpact: 'Feature impact',
  featureEffects: 'Feature effects',
  seriesAccuracy: 'Accuracy by series',
  predictionExplanationsInitialization: 'A sample of explanations',
  predictionExplanations: 'Explaining predictions',
  datetimeTrendPlots: 'Forecasts from every moment',
};

/** What a job does, in words; the type itself where there are none. */
export const jobName = (type: string): string => names[type] ?? type;
