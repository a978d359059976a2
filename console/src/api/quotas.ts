import { type ApiCall, get, patch, post, remove } from './call.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

export type RuleName = 'concurrentRequests' | 'inputSequenceLength' | 'requests' | 'token';
export type QuotaWindow = 'min' | 'hour' | 'day';
export type ConsumerType = 'deployment' | 'user' | 'usergroup';

export interface QuotaRule {
  readonly rule: RuleName;
  readonly window: QuotaWindow;
  /** BigInt where a double would round it. */
  readonly limit: number | bigint;
}

export interface QuotaPolicy {
  readonly consumerId: string;
  readonly consumerName: string | null;
  readonly consumerType: ConsumerType;
  readonly reserved: number | null;
  readonly rules: readonly QuotaRule[];
}

export interface QuotaCapacity {
  readonly capacity: number;
  readonly units: 'requests' | 'token';
}

export interface QuotaDefinition {
  readonly defaultRules: readonly QuotaRule[];
  readonly policies: readonly QuotaPolicy[];
  readonly capacity?: QuotaCapacity | null;
  readonly saturationThreshold: number | null;
  readonly shadow: boolean;
}

export interface Quota extends QuotaDefinition {
  readonly id: string;
  readonly userId: string;
  readonly resourceId: string;
  readonly resourceType: 'deployment' | 'workload';
}

export interface QuotaTemplate {
  readonly id: string;
  readonly name: string;
  readonly rules: readonly QuotaRule[];
}

export interface QuotaUsage {
  readonly window: QuotaWindow;
  readonly start: string;
  readonly userId: string;
  readonly deploymentId: string | null;
  readonly countedFor: { readonly consumerType: ConsumerType; readonly consumerId: string };
  readonly requests: number;
  readonly tokens: number | bigint;
  readonly refused: number;
  readonly wouldRefuse: number;
  readonly mostConcurrent: number;
}

interface Refusals {
  readonly asked: number;
  readonly refused: number;
  readonly refusedThen: number;
}

export interface Replayed extends Refusals {
  readonly from: string;
  readonly to: string;
  readonly byRule: readonly { readonly rule: string; readonly refused: number }[];
  readonly consumers: readonly (Refusals & { readonly userId: string; readonly deploymentId: string | null })[];
  readonly estimate: string;
}

export interface Resource {
  readonly resourceType: 'deployment' | 'workload';
  readonly resourceId: string;
}

const one = (id: string): string => `quotas/${encodeURIComponent(id)}/`;

export const quotaCalls = {
  list: (): ApiCall<Page<Quota>> => get('quotas/', { offset: 0, limit: 1000 }),
  of: (resource: Resource): ApiCall<Page<Quota>> => get('quotas/', { ...resource }),
  get: (id: string): ApiCall<Quota> => get(one(id)),
  create: (resource: Resource, definition: QuotaDefinition): ApiCall<Quota> => {
    const { capacity, ...rest } = definition;
    return post('quotas/', { ...resource, ...rest, ...(capacity ? { capacity } : {}) });
  },
  change: (id: string, definition: QuotaDefinition): ApiCall<Quota> => patch(one(id), { ...definition }),
  remove: (id: string): ApiCall<void> => remove(one(id)),
  replay: (id: string, definition: QuotaDefinition, span: { from?: string; to?: string } = {}): ApiCall<Replayed> =>
    post(`${one(id)}replay/`, { ...definition, ...span }),
  usage: (id: string, window: QuotaWindow): ApiCall<Page<QuotaUsage>> =>
    get(`${one(id)}usage/`, { window, limit: 1000 }),
  templates: (): ApiCall<Page<QuotaTemplate>> => get('quotaTemplates/', { offset: 0, limit: 100 }),
};

export const quotasKey: readonly string[] = ['quotas'];
export const quotaQueries = {
  list: () => ask(['quotas', 'list'], quotaCalls.list()),
  of: ({ resourceType, resourceId }: Resource) =>
    ask(['quotas', 'of', resourceType, resourceId], quotaCalls.of({ resourceType, resourceId })),
  get: (id: string) => ask(['quotas', 'one', id], quotaCalls.get(id)),
  usage: (id: string, window: QuotaWindow) => ask(['quotas', 'usage', id, window], quotaCalls.usage(id, window)),
  templates: () => ({ ...ask(['quotaTemplates'], quotaCalls.templates()), staleTime: 60_000 }),
};
