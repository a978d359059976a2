import { type BodyOf, get, patch, post, type ReplyOf, remove, type Window } from './call.ts';

export type Workload = ReplyOf<'get', 'workloads/{workloadId}/'>;
export type WorkloadImportance = Workload['importance'];
export interface WorkloadText {
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly importance: WorkloadImportance;
}
/** `headers` replaces all of them; null takes them away. */
export type WorkloadSettingsChange = BodyOf<'patch', 'workloads/{workloadId}/settings/'>;

export type WorkloadMetric =
  | 'totalRequests'
  | 'requestsPerMinute'
  | 'concurrentRequests'
  | 'responseTime'
  | 'slowRequests'
  | 'userErrorRate'
  | 'serverErrorRate';

export interface Span {
  readonly start: string;
  readonly resolution: 'PT5M' | 'PT1H' | 'P1D';
}

export const workloadCalls = {
  list: (window: Window) => get('workloads/', { ...window }),
  get: (workloadId: string) => get('workloads/{workloadId}/', { workloadId }),
  register: (body: BodyOf<'post', 'workloads/'>) => post('workloads/', { body }),
  change: (workloadId: string, body: BodyOf<'patch', 'workloads/{workloadId}/'>) =>
    patch('workloads/{workloadId}/', { workloadId, body }),
  start: (workloadId: string) => post('workloads/{workloadId}/start/', { workloadId, body: {} }),
  stop: (workloadId: string) => post('workloads/{workloadId}/stop/', { workloadId, body: {} }),
  remove: (workloadId: string) => remove('workloads/{workloadId}/', { workloadId }),
  settings: (workloadId: string) => get('workloads/{workloadId}/settings/', { workloadId }),
  changeSettings: (workloadId: string, body: WorkloadSettingsChange) =>
    patch('workloads/{workloadId}/settings/', { workloadId, body }),
  events: (workloadId: string) => get('workloads/{workloadId}/events/', { workloadId, limit: 50 }),
  stats: (workloadId: string, start: string) => get('workloads/{workloadId}/stats/', { workloadId, start }),
  overTime: (workloadId: string, metric: WorkloadMetric, span: Span) =>
    get(`workloads/{workloadId}/stats/${metric}/`, { workloadId, ...span }),
};

export const workloadsKey: readonly string[] = ['workloads'];
