import type { Eraser } from '#accounts';
import type { Config } from '#config';
import type { RouteRecord } from '#platform/http/route.ts';
import { quotaRoutes, templateRoutes } from './quota.routes.ts';
import { replayRoutes, usageRoutes } from './usage/usage.routes.ts';
import { notHereRoutes, proxyRoutes, statsRoutes, workloadRoutes } from './workloads/workload.routes.ts';

/** The public interface of the quotas module: what a resource gives to whom, and the limiter that holds it. */

export { type BudgetResponder, startBudgetResponder } from './budget/budget-responder.ts';
export type { BudgetReply } from './budget/grant-budget.ts';
export { takeBudget } from './budget/take-budget.ts';
export {
  type Consumer,
  consumerOf,
  type Entry,
  type GuardedResource,
  type Limiter,
  type Permit,
  UNLIMITED_PERMIT,
} from './limiter/entry.ts';
export { limiterService, startLimiter } from './limiter/limiter.ts';
export { inOpenAiShape, QuotaRefusal } from './limiter/refusal.ts';

/** What was used of a quota goes with it. */
export const quotasEraser: Eraser = { counted: { quotas: 'quotas' } };

export const routes = ({ requirePaging }: Pick<Config, 'requirePaging'>): readonly RouteRecord[] => [
  ...quotaRoutes(requirePaging),
  ...usageRoutes,
  ...replayRoutes,
  ...templateRoutes(requirePaging),
  ...workloadRoutes,
  ...statsRoutes,
  ...proxyRoutes,
  ...notHereRoutes,
];
