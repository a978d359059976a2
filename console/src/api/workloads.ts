import { type ApiCall, get, patch, post, remove } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

export type WorkloadImportance = 'critical' | 'high' | 'moderate' | 'low';

export interface Workload {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly status: 'running' | 'stopped';
  readonly importance: WorkloadImportance;
  readonly endpoint: string;
  /** Null for those who may only call it. */
  readonly address: string | null;
  readonly creator: { readonly username: string };
  readonly lastResponse: { readonly statusCode: number; readonly timestamp: string } | null;
  readonly createdAt: string;
}

export interface WorkloadText {
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly importance: WorkloadImportance;
}

export interface WorkloadSettings {
  readonly timeoutSeconds: number;
  readonly headerNames: readonly string[];
}

export interface WorkloadSettingsChange {
  readonly timeoutSeconds?: number;
  /** Replaces all of them; null takes them away. */
  readonly headers?: Readonly<Record<string, string>> | null;
}

export interface WorkloadEvent {
  readonly event: string;
  readonly timestamp: string;
  readonly user: { readonly username: string };
}

export type WorkloadMetric =
  | 'totalRequests'
  | 'requestsPerMinute'
  | 'concurrentRequests'
  | 'responseTime'
  | 'slowRequests'
  | 'userErrorRate'
  | 'serverErrorRate';

interface Period {
  readonly start: string;
  readonly end: string;
}

export interface WorkloadStats {
  readonly period: Period;
  readonly metrics: Readonly<Record<WorkloadMetric, number | null>>;
}

export interface WorkloadBuckets {
  readonly metric: WorkloadMetric;
  readonly buckets: readonly { readonly period: Period; readonly value: number | null }[];
}

export interface Span {
  readonly start: string;
  readonly resolution: 'PT5M' | 'PT1H' | 'P1D';
}

export const workloadPath = (id: string): string => `workloads/${encodeURIComponent(id)}/`;
const one = workloadPath;

export const workloadCalls = {
  list: (window: Window): ApiCall<Page<Workload>> => get('workloads/', { ...window }),
  get: (id: string): ApiCall<Workload> => get(one(id)),
  register: (workload: WorkloadText): ApiCall<Workload> => post('workloads/', { ...workload }),
  change: (id: string, workload: WorkloadText): ApiCall<Workload> => patch(one(id), { ...workload }),
  start: (id: string): ApiCall<unknown> => post(`${one(id)}start/`, {}),
  stop: (id: string): ApiCall<unknown> => post(`${one(id)}stop/`, {}),
  remove: (id: string): ApiCall<void> => remove(one(id)),
  settings: (id: string): ApiCall<WorkloadSettings> => get(`${one(id)}settings/`),
  changeSettings: (id: string, change: WorkloadSettingsChange): ApiCall<WorkloadSettings> =>
    patch(`${one(id)}settings/`, { ...change }),
  events: (id: string): ApiCall<Page<WorkloadEvent>> => get(`${one(id)}events/`, { limit: 50 }),
  stats: (id: string, start: string): ApiCall<WorkloadStats> => get(`${one(id)}stats/`, { start }),
  overTime: (id: string, metric: WorkloadMetric, span: Span): ApiCall<WorkloadBuckets> =>
    get(`${one(id)}stats/${metric}/`, { ...span }),
};

export const workloadsKey: readonly string[] = ['workloads'];
const key = (id: string, ...more: readonly string[]) => [...workloadsKey, 'one', id, ...more];

export const workloadQueries = {
  list: (window: Window) => ask([...workloadsKey, 'list', String(window.offset)], workloadCalls.list(window)),
  get: (id: string) => ask(key(id, 'record'), workloadCalls.get(id)),
  settings: (id: string) => ask(key(id, 'settings'), workloadCalls.settings(id)),
  events: (id: string) => ask(key(id, 'events'), workloadCalls.events(id)),
  stats: (id: string, start: string) => ask(key(id, 'stats', start), workloadCalls.stats(id, start)),
  overTime: (id: string, metric: WorkloadMetric, span: Span) =>
    ask(key(id, 'stats', metric, span.start), workloadCalls.overTime(id, metric, span)),
};
