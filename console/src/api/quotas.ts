import type { BodyOf, ElementOf, ItemOf, ReplyOf, Window } from './call.ts';
import { get, patch, post, remove } from './call.ts';
import { callQuery } from './call-query.ts';
import type { ObjectNeed } from './route-need.ts';

export type Quota = ReplyOf<'get', 'quotas/{quotaId}/'>;
export type QuotaRule = ElementOf<Quota['defaultRules']>;
export type RuleName = QuotaRule['rule'];
export type QuotaWindow = QuotaRule['window'];
export type QuotaPolicy = ElementOf<Quota['policies']>;
export type ConsumerType = QuotaPolicy['consumerType'];
export type QuotaCapacity = NonNullable<Quota['capacity']>;
export type QuotaUsage = ItemOf<'quotas/{quotaId}/usage/'>;
export type Replayed = ReplyOf<'post', 'quotas/{quotaId}/replay/'>;
export type Resource = Pick<Quota, 'resourceType' | 'resourceId'>;
/** The part of a quota that the editor edits. */
export type QuotaDefinition = Pick<Quota, 'defaultRules' | 'policies' | 'saturationThreshold' | 'shadow'> & {
  readonly capacity?: QuotaCapacity | null;
};

/** Counts beyond what a double holds come as BigInt. */
export type Count = QuotaUsage['tokens'];
export type UserLimits = ReplyOf<'get', 'genai/userLimits/'>;
export type UsedByPerson = ElementOf<UserLimits['data']>;
export type BoundLimit = ElementOf<ReplyOf<'get', 'account/rateLimitUsage/'>['usage']>;
export type DeploymentUse = ItemOf<'usage/deployments/'>;
export type QuotaUse = ItemOf<'usage/quotas/'>;
export type DeprecatedRequest = ItemOf<'deprecatedRequests/'>;

export const quotaCalls = {
  list: () => get('quotas/', { offset: 0, limit: 1000 }),
  of: ({ resourceType, resourceId }: Resource) => get('quotas/', { resourceType, resourceId, offset: 0, limit: 1 }),
  get: (quotaId: string) => get('quotas/{quotaId}/', { quotaId }),
  create: (resource: Resource, { capacity, ...rest }: QuotaDefinition) =>
    post('quotas/', { body: { ...resource, ...rest, ...(capacity ? { capacity } : {}) } }),
  change: (quotaId: string, body: QuotaDefinition) => patch('quotas/{quotaId}/', { quotaId, body }),
  remove: (quotaId: string) => remove('quotas/{quotaId}/', { quotaId }),
  replay: (quotaId: string, body: BodyOf<'post', 'quotas/{quotaId}/replay/'>) =>
    post('quotas/{quotaId}/replay/', { quotaId, body }),
  usage: (quotaId: string, window: QuotaWindow) => get('quotas/{quotaId}/usage/', { quotaId, window, limit: 1000 }),
  templates: () => get('quotaTemplates/', { offset: 0, limit: 100 }),
};

/** Whoever may change a thing sets its limits. Those of the gateway, which nobody owns, are for administrators. */
export const limiting = ({ resourceType, resourceId }: Resource): ObjectNeed => ({
  object: resourceType,
  id: resourceId,
  need: 'write',
});

export const quotasKey: readonly string[] = ['quotas'];
export const quotaQueries = { templates: () => callQuery(quotaCalls.templates(), { staleTime: 60_000 }) };

const since = (days: number): string => {
  const hour = 3_600_000;
  // On the hour, so that the reply stays cached for a while.
  return new Date(Math.floor(Date.now() / hour) * hour - days * 24 * hour).toISOString();
};

export const usageCalls = {
  people: (window: Window) => get('genai/userLimits/', { ...window }),
  limits: () => get('account/rateLimitUsage/', { limit: 100 }),
  deployments: (days: number) => get('usage/deployments/', { limit: 1000, from: since(days) }),
  quotas: (days: number) => get('usage/quotas/', { limit: 1000, from: since(days) }),
  deprecated: () => get('deprecatedRequests/'),
  deprecatedAsCsv: () => ({ ...get('deprecatedRequests/'), accept: 'text/csv' as const }),
};
