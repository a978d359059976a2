/** The door of the quotas room: what a resource gives to whom, and the limiter that holds it. */

import type { Eraser } from '#accounts';
import type { Config } from '#config';
import type { RouteRecord } from '#platform/http/route.ts';
import { quotaRoutes } from './quota.routes.ts';
import { replayRoutes } from './replay/replay.routes.ts';
import { templateRoutes } from './templates/template.routes.ts';
import { usageRoutes } from './usage/usage.routes.ts';
import { workloadsRoutes } from './workloads/index.ts';

export { type BudgetAnswer, takeBudget } from './budget/budget.ts';
export { type BudgetDesk, startBudgetDesk } from './budget/desk.ts';
export { consumerOf } from './limiter/consumer-of.ts';
export {
  type Consumer,
  type Entry,
  FREE_PASS,
  type GuardedResource,
  type Limiter,
  type Pass,
} from './limiter/entry.ts';
export { limiterOf, startLimiter } from './limiter/limiter-of.ts';
export { inOpenAiShape, QuotaRefusal } from './limiter/refusal.ts';

/** What was used of a quota goes with it. */
export const quotasEraser: Eraser = { counted: { quotas: 'quotas' } };

export const routes = ({ requirePaging }: Pick<Config, 'requirePaging'>): readonly RouteRecord[] => [
  ...quotaRoutes(requirePaging),
  ...usageRoutes,
  ...replayRoutes,
  ...templateRoutes(requirePaging),
  ...workloadsRoutes,
];
