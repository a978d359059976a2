import { type ApiCall, get, post } from './call.ts';
import type { Asked, Period } from './monitoring.ts';

interface MetricNow {
  readonly modelId: string;
  readonly metricName: string;
  readonly value: number | null;
  readonly sampleSize: number;
  readonly baselineValue: number | null;
  readonly percentChange: number | null;
}

export interface Accuracy {
  readonly data: readonly MetricNow[];
  /** Predictions that can be matched, and how many of them have been. */
  readonly rowCountTotal: number;
  readonly rowCountWithActual: number;
}

export interface AccuracyOverTime {
  readonly metric: string;
  readonly baseline: { readonly value: number | null };
  readonly buckets: readonly {
    readonly period: Period;
    readonly value: number | null;
    readonly sampleSize: number | null;
  }[];
}

type Classes = readonly { readonly className: string; readonly percent: number }[] | null;

export interface VersusBucket {
  readonly period: Period;
  readonly rowCountTotal: number;
  readonly rowCountWithActual: number;
  readonly meanPredictedValue: number | null;
  readonly meanActualValue: number | null;
  readonly predictedClassDistribution: Classes;
  readonly actualClassDistribution: Classes;
}

export interface Actual {
  readonly associationId: string;
  readonly actualValue: string | number;
  readonly wasActedOn?: boolean;
  readonly timestamp?: string;
}

const at = (id: string, what: string): string => `deployments/${encodeURIComponent(id)}/${what}/`;

export const accuracyCalls = {
  now: (id: string, asked: Asked): ApiCall<Accuracy> => get(at(id, 'accuracy'), { ...asked }),
  ofModels: (id: string, asked: Asked, modelIds: readonly string[], metric: string): ApiCall<Accuracy> =>
    get(at(id, 'accuracy'), { ...asked, modelId: modelIds, metric }),
  overTime: (id: string, asked: Asked, metric: string): ApiCall<AccuracyOverTime> =>
    get(at(id, 'accuracyOverTime'), { ...asked, metric }),
  versus: (id: string, asked: Asked): ApiCall<{ readonly buckets: readonly VersusBucket[] }> =>
    get(at(id, 'predictionsVsActualsOverTime'), { ...asked }),
  /** At most 10,000 at once. Answered before they are matched: followed. */
  report: (id: string, data: readonly Actual[]): ApiCall<void> => post(at(id, 'actuals/fromJSON'), { data }),
};
