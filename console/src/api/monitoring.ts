import { type ApiCall, get } from './call.ts';
import { deploymentKey } from './deployments.ts';
import { ask } from './queries.ts';

export interface Period {
  readonly start: string;
  readonly end: string;
}

/** Of which time, and of which rows. Full hours. */
export interface Asked {
  readonly start?: string;
  readonly end?: string;
  readonly batchId?: readonly string[];
  readonly segmentAttribute?: string;
  readonly segmentValue?: string;
}

interface Metrics {
  readonly totalPredictions: number;
  readonly totalRequests: number;
  readonly slowRequests: number;
  readonly executionTime: number | null;
  readonly responseTime: number | null;
  readonly userErrorRate: number;
  readonly serverErrorRate: number;
  readonly numConsumers: number;
  readonly cacheHitRatio: number;
  readonly medianLoad: number;
  readonly peakLoad: number;
}

export interface ServiceStats {
  readonly period: Period;
  readonly metrics: Metrics;
}

export interface ServiceStatsOverTime {
  readonly metric: string;
  readonly summary: { readonly value: number | null };
  readonly buckets: readonly { readonly period: Period; readonly value: number | null }[];
}

export interface DriftScore {
  readonly driftScore: number | null;
  readonly sampleSize: number | null;
  readonly baselineSampleSize: number | null;
}

export interface FeatureDrift extends DriftScore {
  readonly name: string;
  readonly featureImpact: number | null;
}

export interface DriftBucket extends DriftScore {
  readonly period: Period;
  readonly featureName: string;
}

export interface TargetDrift extends DriftScore {
  readonly targetName: string | null;
}

export interface DistributionBin {
  readonly from: number | null;
  readonly to: number | null;
  readonly name: string | null;
  readonly baseline: number | null;
  readonly recent: number | null;
}

export interface Distribution {
  readonly name: string;
  readonly role: 'feature' | 'target';
  readonly kind: 'numbers' | 'names';
  readonly typical: string | number | null;
  readonly sampleSize: number;
  readonly baselineSampleSize: number | null;
  readonly bins: readonly DistributionBin[];
  readonly missing: { readonly baseline: number | null; readonly recent: number | null };
}

interface PredictionSummary {
  readonly modelId: string;
  readonly rowCount: number;
  readonly meanPredictedValue: number | null;
  /** Of two or more classes, the first of them first. */
  readonly meanProbabilities: readonly { readonly className: string; readonly value: number | null }[];
  readonly classDistribution: readonly { readonly className: string; readonly percent: number }[];
}

export interface PredictionsOverTime {
  readonly baselines: readonly PredictionSummary[];
  readonly buckets: readonly (PredictionSummary & { readonly period: Period })[];
}

export interface PredictionsOverBatch {
  readonly baselines: readonly PredictionSummary[];
  readonly buckets: readonly (PredictionSummary & { readonly batch: { readonly id: string; readonly name: string } })[];
}

const at = (id: string, what: string): string => `deployments/${encodeURIComponent(id)}/${what}/`;

export const monitoringCalls = {
  service: (id: string, asked: Asked, quantile: number): ApiCall<ServiceStats> =>
    get(at(id, 'serviceStats'), { ...asked, executionTimeQuantile: quantile, responseTimeQuantile: quantile }),
  serviceOverTime: (id: string, asked: Asked, metric: string, quantile: number): ApiCall<ServiceStatsOverTime> =>
    get(at(id, 'serviceStatsOverTime'), { ...asked, metric, quantile }),
  drift: (id: string, asked: Asked): ApiCall<{ readonly data: readonly FeatureDrift[] }> =>
    get(at(id, 'featureDrift'), { ...asked, limit: 0 }),
  targetDrift: (id: string, asked: Asked): ApiCall<TargetDrift> => get(at(id, 'targetDrift'), { ...asked }),
  driftOverTime: (id: string, asked: Asked, feature: string): ApiCall<{ readonly buckets: readonly DriftBucket[] }> =>
    get(at(id, 'featureDriftOverTime'), { ...asked, featureNames: [feature] }),
  distributions: (id: string, asked: Asked, feature?: string): ApiCall<{ readonly data: readonly Distribution[] }> =>
    get(at(id, 'featureDistributions'), { ...asked, limit: 0, ...(feature ? { featureName: feature } : {}) }),
  predictionsOfModels: (id: string, asked: Asked, modelId: readonly string[]): ApiCall<PredictionsOverTime> =>
    get(at(id, 'predictionsOverTime'), { ...asked, modelId }),
  predictionsOverBatch: (id: string, asked: Asked): ApiCall<PredictionsOverBatch> =>
    get(at(id, 'predictionsOverBatch'), { ...asked }),
};

/** Statistics of a deployment are kept under its monitoring, by everything that was asked. */
export const kept = <Reply>(id: string, call: ApiCall<Reply>) =>
  ask([...deploymentKey(id), 'monitoring', call.path, JSON.stringify(call.query ?? {})], call);
