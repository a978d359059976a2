import { type ApiCall, get } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

/** Counts beyond what a double holds come as BigInt. */
export type Count = number | bigint;

export interface UserLimits extends Page<UsedByPerson> {
  /** Null where nothing is limited. */
  readonly limits: { readonly llmApiCalls: number | null; readonly vectorDatabases: number | null };
}

export interface UsedByPerson {
  readonly userId: string;
  readonly username: string;
  readonly llmApiCalls: number;
  readonly vectorDatabases: number;
}

export interface BoundLimit {
  readonly resource: string;
  readonly resourceType: 'deployment' | 'workload';
  readonly resourceId: string;
  readonly resourceName: string | null;
  readonly currentUsage: Count;
  readonly maxUsage: Count;
  /** Seconds. */
  readonly timeToExpire: number;
}

interface RateLimitUsage {
  readonly count: number;
  readonly usage: readonly BoundLimit[];
}

export interface DeploymentUse {
  readonly deploymentId: string;
  readonly label: string;
  readonly userId: string;
  readonly username: string;
  readonly requests: number;
  readonly predictions: number;
  readonly errors: number;
  readonly lastAt: string;
}

export interface QuotaUse {
  readonly resourceType: 'deployment' | 'workload';
  readonly resourceId: string;
  readonly resourceName: string | null;
  readonly userId: string;
  readonly username: string | null;
  readonly deploymentId: string | null;
  readonly requests: number;
  readonly tokens: Count;
  readonly refused: number;
  readonly wouldRefuse: number;
}

export interface DeprecatedRequest {
  readonly lastUsed: string;
  readonly request: string;
  readonly username: string;
  readonly totalUseCount: number;
}

const since = (days: number): { from: string } => {
  const hour = 3_600_000;
  // On the hour, so that the same answer is kept for a while.
  return { from: new Date(Math.floor(Date.now() / hour) * hour - days * 24 * hour).toISOString() };
};

export const usageCalls = {
  people: (window: Window): ApiCall<UserLimits> => get('genai/userLimits/', { ...window }),
  limits: (): ApiCall<RateLimitUsage> => get('account/rateLimitUsage/', { limit: 100 }),
  deployments: (days: number): ApiCall<Page<DeploymentUse>> =>
    get('usage/deployments/', { limit: 1000, ...since(days) }),
  quotas: (days: number): ApiCall<Page<QuotaUse>> => get('usage/quotas/', { limit: 1000, ...since(days) }),
  deprecated: (): ApiCall<{ readonly data: readonly DeprecatedRequest[] }> => get('deprecatedRequests/'),
  deprecatedAsCsv: (): ApiCall<Blob> => ({ ...get<Blob>('deprecatedRequests/'), accept: 'text/csv' }),
};

const key = ['usage'] as const;

export const usageQueries = {
  people: (window: Window) => ask([...key, 'people', String(window.offset)], usageCalls.people(window)),
  limits: () => ask([...key, 'limits'], usageCalls.limits()),
  deployments: (days: number) => ask([...key, 'deployments', String(days)], usageCalls.deployments(days)),
  quotas: (days: number) => ask([...key, 'quotas', String(days)], usageCalls.quotas(days)),
  deprecated: () => ask([...key, 'deprecated'], usageCalls.deprecated()),
};
