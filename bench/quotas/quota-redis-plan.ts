import { aPlan, rule } from '../../server/src/quotas/limiter/limiter.fixtures.ts';

export const LIMITS = { requests: 20_000, tokens: 45_000 };

export const sharedPlan = aPlan(
  { defaultRules: [rule('requests', LIMITS.requests, 'day'), rule('token', LIMITS.tokens, 'day')] },
  1,
  'bench-shared',
);
