import { type ApiCall, get, post, remove } from './call.ts';
import { deploymentKey } from './deployments.ts';
import type { Asked, Period } from './monitoring.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

export type MetricType = 'sum' | 'average' | 'gauge';

export interface CustomMetric {
  readonly id: string;
  readonly name: string;
  readonly units: string;
  readonly type: MetricType | 'categorical';
  readonly directionality: 'higherIsBetter' | 'lowerIsBetter' | null;
  readonly description: string;
  readonly baselineValues: readonly { readonly value: number }[];
  readonly isModelSpecific: boolean;
}

export interface NewMetric {
  readonly name: string;
  readonly units: string;
  readonly type: MetricType;
  readonly directionality: 'higherIsBetter' | 'lowerIsBetter';
  readonly description: string;
  readonly isModelSpecific: boolean;
  readonly baselineValues: readonly { readonly value: number }[];
}

export interface MetricFigure {
  readonly id: string;
  readonly value: number | null;
  readonly sampleCount: number | null;
  readonly baselineValue: number | null;
  readonly percentChange: number | null;
}

export interface MetricOverTime {
  readonly metric: MetricFigure;
  readonly buckets: readonly {
    readonly period: Period;
    readonly value: number | null;
    readonly sampleSize: number | null;
  }[];
}

export interface ReportedValue {
  readonly value: number;
  readonly sampleSize: number;
  readonly timestamp: string;
}

const all = (id: string): string => `deployments/${encodeURIComponent(id)}/customMetrics/`;
const one = (id: string, metricId: string): string => `${all(id)}${encodeURIComponent(metricId)}/`;

export const metricCalls = {
  list: (id: string): ApiCall<Page<CustomMetric>> => get(all(id)),
  create: (id: string, metric: NewMetric): ApiCall<CustomMetric> => post(all(id), { ...metric }),
  remove: (id: string, metricId: string): ApiCall<void> => remove(one(id, metricId)),
  summary: (id: string, { start = '', end = '' }: Asked): ApiCall<{ readonly metrics: readonly MetricFigure[] }> =>
    get(`deployments/${encodeURIComponent(id)}/customMetricsSummary/`, { start, end }),
  overTime: (id: string, metricId: string, { start = '', end = '' }: Asked): ApiCall<MetricOverTime> =>
    get(`${one(id, metricId)}valuesOverTime/`, { start, end }),
  report: (id: string, metricId: string, modelId: string, value: ReportedValue): ApiCall<void> =>
    post(`${one(id, metricId)}fromJSON/`, { modelId, buckets: [value] }),
};

export const metricsKey = (id: string): readonly string[] => [...deploymentKey(id), 'customMetrics'];
export const metricQueries = {
  list: (id: string) => ask([...metricsKey(id), 'list'], metricCalls.list(id)),
  summary: (id: string, asked: Asked) =>
    ask([...metricsKey(id), 'summary', asked.start ?? '', asked.end ?? ''], metricCalls.summary(id, asked)),
  overTime: (id: string, metricId: string, asked: Asked) =>
    ask([...metricsKey(id), metricId, asked.start ?? '', asked.end ?? ''], metricCalls.overTime(id, metricId, asked)),
};
