import { type ApiCall, get, post, remove } from './call.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

export interface Workload {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly status: 'running' | 'stopped';
  readonly importance: string;
  readonly endpoint: string;
  readonly address: string | null;
  readonly creator: { readonly username: string };
  readonly lastResponse: { readonly statusCode: number; readonly timestamp: string } | null;
}

export interface NewWorkload {
  readonly name: string;
  readonly description: string;
  readonly address: string;
}

const one = (id: string): string => `workloads/${encodeURIComponent(id)}/`;

export const workloadCalls = {
  list: (window: { offset: number; limit: number }): ApiCall<Page<Workload>> => get('workloads/', window),
  register: (workload: NewWorkload): ApiCall<Workload> => post('workloads/', { ...workload }),
  start: (id: string): ApiCall<unknown> => post(`${one(id)}start/`, {}),
  stop: (id: string): ApiCall<unknown> => post(`${one(id)}stop/`, {}),
  remove: (id: string): ApiCall<void> => remove(one(id)),
};

export const workloadsKey: readonly string[] = ['workloads'];
export const workloadsQuery = (window: { offset: number; limit: number }) =>
  ask([...workloadsKey, String(window.offset)], workloadCalls.list(window));
