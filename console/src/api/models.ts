import {
  type ApiCall,
  type BodyOf,
  type ElementOf,
  get,
  type ItemOf,
  patch,
  post,
  type ReplyOf,
  remove,
} from './call.ts';
import { useCall } from './call-query.ts';

export type ModelRecord = ItemOf<'projects/{projectId}/modelRecords/'>;
/** Scores by one metric. What is not known, or hidden with the holdout, is null. */
export type Scores = NonNullable<ModelRecord['metrics'][string]>;
export type Model = ReplyOf<'get', 'projects/{projectId}/models/{modelId}/'>;
export type Recommendation = ItemOf<'projects/{projectId}/recommendedModels/'>;
export type Graph = ReplyOf<'get', 'projects/{projectId}/models/{modelId}/blueprintChart/'>;
export type ModelStep = ItemOf<'projects/{projectId}/models/{modelId}/blueprintDocs/'>;
export type Blueprint = ItemOf<'projects/{projectId}/blueprints/'>;

type Dated<Name extends string> = `projects/{projectId}/datetimeModels/{modelId}/${Name}/`;
type Plain<Name extends string> = `projects/{projectId}/models/{modelId}/${Name}/`;
export type SeriesScore = ItemOf<Dated<'multiseriesScores'>>;
export type Impact = ElementOf<ReplyOf<'get', Plain<'featureImpact'>>['featureImpacts']>;
export type Effect = ElementOf<ReplyOf<'get', Plain<'featureEffects'>>['featureEffects']>;
export type LiftBin = ElementOf<ElementOf<ReplyOf<'get', Plain<'liftChart'>>['charts']>['bins']>;
export type Roc = ElementOf<ReplyOf<'get', Plain<'rocCurve'>>['charts']>;
export type Residuals = NonNullable<ReplyOf<'get', Plain<'residuals'>>['residuals'][string]>;
export type Confusion = ElementOf<ReplyOf<'get', Plain<'confusionCharts'>>['charts']>;
export type ExplainedRow = ElementOf<
  ReplyOf<'get', Plain<'predictionExplanationsInitialization'>>['predictionExplanationsSample']
>;

/** Which backtest: 0 is the newest. */
export type Part = number | 'holdout';

/** A model of a project. */
export interface About {
  readonly projectId: string;
  readonly modelId: string;
}

interface Plotted extends About {
  readonly part: Part;
  readonly seriesId: string | undefined;
}

/** What the leaderboard and the page of one model share. */
export type AnyModel = Pick<Model, keyof Model & keyof ModelRecord>;

export const modelCalls = {
  list: (projectId: string) => get('projects/{projectId}/modelRecords/', { projectId, limit: 1000 }),
  count: (projectId: string) => get('projects/{projectId}/modelRecords/', { projectId, limit: 1 }),
  one: (projectId: string, modelId: string) => get('projects/{projectId}/models/{modelId}/', { projectId, modelId }),
  change: (projectId: string, modelId: string, body: BodyOf<'patch', 'projects/{projectId}/models/{modelId}/'>) =>
    patch('projects/{projectId}/models/{modelId}/', { projectId, modelId, body }),
  remove: (projectId: string, modelId: string) =>
    remove('projects/{projectId}/models/{modelId}/', { projectId, modelId }),
  recommended: (projectId: string) => get('projects/{projectId}/recommendedModels/', { projectId }),
  prepare: (projectId: string, modelId: string) =>
    post('projects/{projectId}/deploymentReadyModels/', { projectId, body: { modelId } }),
  /** On every backtest, or every fold. */
  evaluate: (projectId: string, modelId: string, dated: boolean) =>
    dated
      ? post('projects/{projectId}/datetimeModels/{modelId}/backtests/', { projectId, modelId })
      : post('projects/{projectId}/models/{modelId}/crossValidation/', { projectId, modelId }),
  graph: (projectId: string, modelId: string) =>
    get('projects/{projectId}/models/{modelId}/blueprintChart/', { projectId, modelId }),
  steps: (projectId: string, modelId: string) =>
    get('projects/{projectId}/models/{modelId}/blueprintDocs/', { projectId, modelId }),
  blueprints: (projectId: string) => get('projects/{projectId}/blueprints/', { projectId }),
  blueprintGraph: (projectId: string, blueprintId: string) =>
    get('projects/{projectId}/blueprints/{blueprintId}/blueprintChart/', { projectId, blueprintId }),
  blueprintSteps: (projectId: string, blueprintId: string) =>
    get('projects/{projectId}/blueprints/{blueprintId}/blueprintDocs/', { projectId, blueprintId }),
  train: (projectId: string, dated: boolean, body: { blueprintId: string; featurelistId?: string }) =>
    dated
      ? post('projects/{projectId}/datetimeModels/', { projectId, body })
      : post('projects/{projectId}/models/', { projectId, body }),
};

const plot = ({ projectId, modelId, part, seriesId }: Plotted) => ({
  projectId,
  modelId,
  backtest: part,
  seriesId: seriesId || undefined,
});

export const insightCalls = {
  seriesScores: (of: About) =>
    get('projects/{projectId}/datetimeModels/{modelId}/multiseriesScores/', { ...of, limit: 1000 }),
  scoreSeries: (of: About) => post('projects/{projectId}/datetimeModels/{modelId}/multiseriesScores/', of),
  overTime: (of: Plotted) => get('projects/{projectId}/datetimeModels/{modelId}/accuracyOverTimePlots/', plot(of)),
  forecasts: (of: Plotted) => get('projects/{projectId}/datetimeModels/{modelId}/forecastVsActualPlots/', plot(of)),
  drawForecasts: (of: About, backtest: Part) =>
    post('projects/{projectId}/datetimeModels/{modelId}/datetimeTrendPlots/', { ...of, body: { backtest } }),
  byDistance: (of: About, metricName: string) =>
    get('projects/{projectId}/datetimeModels/{modelId}/forecastDistanceStabilityPlot/', { ...of, metricName }),
  impact: (of: About) => get('projects/{projectId}/models/{modelId}/featureImpact/', of),
  findImpact: (of: About) => post('projects/{projectId}/models/{modelId}/featureImpact/', of),
  effects: (of: About, isDated: boolean) =>
    isDated
      ? get('projects/{projectId}/datetimeModels/{modelId}/featureEffects/', {
          ...of,
          source: 'validation',
          backtestIndex: 0,
        })
      : get('projects/{projectId}/models/{modelId}/featureEffects/', { ...of, source: 'validation' }),
  findEffects: (of: About, isDated: boolean) =>
    isDated
      ? post('projects/{projectId}/datetimeModels/{modelId}/featureEffects/', { ...of, body: { backtestIndex: 0 } })
      : post('projects/{projectId}/models/{modelId}/featureEffects/', of),
  lift: (of: About) => get('projects/{projectId}/models/{modelId}/liftChart/', of),
  roc: (of: About) => get('projects/{projectId}/models/{modelId}/rocCurve/', of),
  residuals: (of: About) => get('projects/{projectId}/models/{modelId}/residuals/', of),
  confusion: (of: About) => get('projects/{projectId}/models/{modelId}/confusionCharts/', of),
  explanations: (of: About) => get('projects/{projectId}/models/{modelId}/predictionExplanationsInitialization/', of),
  explain: (of: About) => post('projects/{projectId}/models/{modelId}/predictionExplanationsInitialization/', of),
};

/** Everything that changes while models are trained lies below this. */
export const modelsKey = (projectId: string) => ['projects', projectId];

/** What was not computed yet is 404: an answer, not a reason to ask again. */
export const useInsight = <Reply>(call: ApiCall<Reply>, enabled = true) => useCall(call, { retry: false, enabled });
