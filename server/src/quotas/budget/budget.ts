import type { Platform } from '#platform/context.ts';
import type { Consumer } from '../limiter/entry.ts';
import { runningLimiter } from '../limiter/limiter-of.ts';
import { askForBudget } from './ask-for-budget.ts';
import { takeUpTo } from './take-up-to.ts';

/** What somebody who can wait asks of a quota: as many units (tokens, rows) as fit now, at most so many. */
export interface BudgetRequest {
  readonly organizationId: string;
  readonly resource: { readonly type: 'deployment' | 'workload'; readonly id: string };
  readonly consumer: Consumer;
  readonly most: number;
}

export type BudgetAnswer =
  /** Nothing is limited. */
  | { readonly kind: 'free' }
  /** These count as one request that runs until it is settled; `actual` replaces what was granted. */
  | { readonly kind: 'granted'; readonly units: number; settle(actual: number): void }
  /** `forPlace`: a place among the requests that run at once may come free at any moment. */
  | { readonly kind: 'wait'; readonly waitMs: number; readonly forPlace: boolean; readonly why: string };

/** Quotas are counted where requests are served: here, or in a server that is asked through the database. */
export function takeBudget(platform: Platform, request: BudgetRequest, signal: AbortSignal): Promise<BudgetAnswer> {
  const limiter = runningLimiter(platform);
  return limiter === undefined ? askForBudget(platform, request, signal) : takeUpTo(limiter, request);
}
