import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { inBackground } from '#platform/in-background.ts';
import { limiterService } from '../limiter/limiter.ts';
import { type BudgetRequestRow, budgetRequestStore } from './budget-request.store.ts';
import { type BudgetReply, type BudgetRequest, grantUpTo } from './grant-budget.ts';

/** Looked for at first so often, then less and less. */
const FIRST_LOOK_MS = 10;
const SLOWEST_LOOK_MS = 250;
/** A server that is alive answers in milliseconds; without one nothing can be counted. */
const LONGEST_WAIT_MS = 15_000;
const NOBODY_MS = 5_000;
const RENEW_MS = 15_000;

/** Asks whichever server hears it, through the database, and waits for its answer. */
async function requestBudget(
  platform: Platform,
  { organizationId, resource, consumer, most }: BudgetRequest,
  signal: AbortSignal,
): Promise<BudgetReply> {
  const asks = budgetRequestStore(platform.db.queries);
  const of = { organization_id: organizationId, resource_type: resource.type, resource_id: resource.id };
  if (!(await asks.hasQuota(of))) return { kind: 'free' };
  const id = newId();
  await asks.ask({ ...of, id, user_id: consumer.userId, deployment_id: consumer.deploymentId ?? '', most });
  try {
    const row = await waitForReply(asks, id, signal);
    if (row?.state === 'granted' && row.units !== null) return toGrant(platform, id, row.units);
    await asks.forget(id);
    if (row?.state === 'free') return { kind: 'free' };
    if (row?.state === 'wait' && row.wait_ms !== null)
      return { kind: 'wait', waitMs: row.wait_ms, forPlace: row.wait_for_place ?? false, why: row.why ?? '' };
    const why = 'No server is there that counts what is used of the quota.';
    return { kind: 'wait', waitMs: NOBODY_MS, forPlace: false, why };
  } catch (error) {
    await asks.over(id, 0);
    throw error;
  }
}

/** Undefined: nobody answered. */
async function waitForReply(
  asks: ReturnType<typeof budgetRequestStore>,
  id: string,
  signal: AbortSignal,
): Promise<BudgetRequestRow | undefined> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(SLOWEST_LOOK_MS, 2 * wait)) {
    await pause(wait, undefined, { signal });
    const row = await asks.byId(id);
    if (row === undefined || (row.state !== 'asked' && row.state !== 'deciding')) return row;
    if (performance.now() > deadline && (await asks.withdraw(id))) return undefined;
  }
}

/** Kept alive until it is settled: a worker that dies leaves it to the server after a minute. */
function toGrant(platform: Platform, id: string, units: number): BudgetReply {
  const { db, log } = platform;
  const asks = budgetRequestStore(db.queries);
  const renewing = setInterval(() => {
    inBackground(log, 'keeping a part of a quota', () => asks.renew(id));
  }, RENEW_MS).unref();
  let isOver = false;
  return {
    kind: 'granted',
    units,
    settle(actual) {
      if (isOver) return;
      isOver = true;
      clearInterval(renewing);
      inBackground(log, 'settling a part of a quota', () => asks.over(id, actual));
    },
  };
}

/** Quotas are counted where requests are served: here, or in a server that is asked through the database. */
export function takeBudget(platform: Platform, request: BudgetRequest, signal: AbortSignal): Promise<BudgetReply> {
  const limiter = platform.services.find(limiterService);
  return limiter === undefined ? requestBudget(platform, request, signal) : grantUpTo(limiter, request);
}
