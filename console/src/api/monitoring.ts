import { type BodyOf, type ElementOf, get, type ItemOf, patch, post, type ReplyOf, remove } from './call.ts';

/** Of which time, and of which rows. Full hours. */
export interface Selection {
  readonly start?: string;
  readonly end?: string;
  readonly batchId?: readonly string[];
  readonly segmentAttribute?: string;
  readonly segmentValue?: string;
}

export type ServiceStats = ReplyOf<'get', 'deployments/{deploymentId}/serviceStats/'>;
type Query = NonNullable<Parameters<typeof get<'deployments/{deploymentId}/serviceStatsOverTime/'>>[1]>;
export type ServiceMetric = NonNullable<Query['metric']>;
export type FeatureDrift = ItemOf<'deployments/{deploymentId}/featureDrift/'>;
export type DriftBucket = ElementOf<ReplyOf<'get', 'deployments/{deploymentId}/featureDriftOverTime/'>['buckets']>;
export type Distribution = ItemOf<'deployments/{deploymentId}/featureDistributions/'>;
export type DistributionBin = ElementOf<Distribution['bins']>;
export type PredictionsOverTime = ReplyOf<'get', 'deployments/{deploymentId}/predictionsOverTime/'>;
export type Accuracy = ReplyOf<'get', 'deployments/{deploymentId}/accuracy/'>;
export type VersusBucket = ElementOf<
  ReplyOf<'get', 'deployments/{deploymentId}/predictionsVsActualsOverTime/'>['buckets']
>;
export type Actual = ElementOf<BodyOf<'post', 'deployments/{deploymentId}/actuals/fromJSON/'>['data']>;
export type CustomMetric = ItemOf<'deployments/{deploymentId}/customMetrics/'>;
export type NewMetric = BodyOf<'post', 'deployments/{deploymentId}/customMetrics/'>;
type ReportedValues = BodyOf<'post', 'deployments/{deploymentId}/customMetrics/{customMetricId}/fromJSON/'>;
export type ReportedValue = ElementOf<ReportedValues['buckets']>;
export type MonitoringBatch = ItemOf<'deployments/{deploymentId}/monitoringBatches/'>;

/** Replies are cached below the deployment: `deploymentKey`. */
export const monitoringCalls = {
  service: (deploymentId: string, selection: Selection, quantile: number) =>
    get('deployments/{deploymentId}/serviceStats/', {
      deploymentId,
      ...selection,
      executionTimeQuantile: quantile,
      responseTimeQuantile: quantile,
    }),
  serviceOverTime: (deploymentId: string, selection: Selection, metric: ServiceMetric, quantile: number) =>
    get('deployments/{deploymentId}/serviceStatsOverTime/', { deploymentId, ...selection, metric, quantile }),
  drift: (deploymentId: string, selection: Selection) =>
    get('deployments/{deploymentId}/featureDrift/', { deploymentId, ...selection, limit: 0 }),
  targetDrift: (deploymentId: string, selection: Selection) =>
    get('deployments/{deploymentId}/targetDrift/', { deploymentId, ...selection }),
  driftOverTime: (deploymentId: string, selection: Selection, feature: string) =>
    get('deployments/{deploymentId}/featureDriftOverTime/', { deploymentId, ...selection, featureNames: [feature] }),
  distributions: (deploymentId: string, selection: Selection, featureName?: string) =>
    get('deployments/{deploymentId}/featureDistributions/', { deploymentId, ...selection, limit: 0, featureName }),
  predictionsOfModels: (deploymentId: string, selection: Selection, modelId: readonly string[]) =>
    get('deployments/{deploymentId}/predictionsOverTime/', { deploymentId, ...selection, modelId }),
  predictionsOverBatch: (deploymentId: string, selection: Selection) =>
    get('deployments/{deploymentId}/predictionsOverBatch/', { deploymentId, ...selection }),
};

export const accuracyCalls = {
  now: (deploymentId: string, selection: Selection) =>
    get('deployments/{deploymentId}/accuracy/', { deploymentId, ...selection }),
  ofModels: (deploymentId: string, selection: Selection, modelId: readonly string[], metric: string) =>
    get('deployments/{deploymentId}/accuracy/', { deploymentId, ...selection, modelId, metric }),
  overTime: (deploymentId: string, selection: Selection, metric: string) =>
    get('deployments/{deploymentId}/accuracyOverTime/', { deploymentId, ...selection, metric }),
  versus: (deploymentId: string, selection: Selection) =>
    get('deployments/{deploymentId}/predictionsVsActualsOverTime/', { deploymentId, ...selection }),
  /** At most 10,000 at once. Answered before they are matched: followed. */
  report: (deploymentId: string, data: readonly Actual[]) =>
    post('deployments/{deploymentId}/actuals/fromJSON/', { deploymentId, body: { data } }),
};

export const metricCalls = {
  list: (deploymentId: string) => get('deployments/{deploymentId}/customMetrics/', { deploymentId }),
  create: (deploymentId: string, body: NewMetric) =>
    post('deployments/{deploymentId}/customMetrics/', { deploymentId, body }),
  remove: (deploymentId: string, customMetricId: string) =>
    remove('deployments/{deploymentId}/customMetrics/{customMetricId}/', { deploymentId, customMetricId }),
  summary: (deploymentId: string, { start = '', end = '' }: Selection) =>
    get('deployments/{deploymentId}/customMetricsSummary/', { deploymentId, start, end }),
  overTime: (deploymentId: string, customMetricId: string, { start = '', end = '' }: Selection) =>
    get('deployments/{deploymentId}/customMetrics/{customMetricId}/valuesOverTime/', {
      deploymentId,
      customMetricId,
      start,
      end,
    }),
  report: (deploymentId: string, customMetricId: string, modelId: string, value: ReportedValue) =>
    post('deployments/{deploymentId}/customMetrics/{customMetricId}/fromJSON/', {
      deploymentId,
      customMetricId,
      body: { modelId, buckets: [value] },
    }),
};

export const batchCalls = {
  list: (deploymentId: string) => get('deployments/{deploymentId}/monitoringBatches/', { deploymentId, limit: 100 }),
  create: (deploymentId: string, body: BodyOf<'post', 'deployments/{deploymentId}/monitoringBatches/'>) =>
    post('deployments/{deploymentId}/monitoringBatches/', { deploymentId, body }),
  change: (
    deploymentId: string,
    monitoringBatchId: string,
    body: BodyOf<'patch', 'deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/'>,
  ) =>
    patch('deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/', {
      deploymentId,
      monitoringBatchId,
      body,
    }),
  remove: (deploymentId: string, monitoringBatchId: string) =>
    remove('deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/', { deploymentId, monitoringBatchId }),
};
