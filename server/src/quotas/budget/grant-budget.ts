import { Problem } from '#platform/http/problem.ts';
import { type Consumer, type Limiter, type Permit, UNLIMITED_PERMIT } from '../limiter/entry.ts';
import { QuotaRefusal } from '../limiter/refusal.ts';

/** The counters cannot be reached: they are asked again soon. */
const COUNTERS_AWAY = 503;
const AWAY_MS = 2_000;

/** As many units as the quota gives now. A limit that is smaller than what is asked for is met in parts. */
export async function grantUpTo(limiter: Limiter, request: BudgetRequest): Promise<BudgetReply> {
  const { most, ...entry } = request;
  for (let units = most; ; ) {
    const tokens = { input: units, worstCase: units, unit: 'row' as const };
    const taken = await tryEnter(() => limiter.enter({ ...entry, tokens, waits: true }));
    if (!(taken instanceof Problem)) return toGrant(taken, units);
    const fewer = fewerThan(units, taken);
    if (fewer === null) return waiting(taken);
    units = fewer;
  }
}

async function tryEnter(enter: () => Permit | Promise<Permit>): Promise<Permit | Problem> {
  try {
    return await enter();
  } catch (error) {
    const canWait = error instanceof QuotaRefusal || (error instanceof Problem && error.status === COUNTERS_AWAY);
    if (!canWait) throw error;
    return error;
  }
}

/** What to try next; null: not even one fits now. */
function fewerThan(units: number, refusal: Problem): number | null {
  if (units <= 1 || !(refusal instanceof QuotaRefusal)) return null;
  // Shares that are kept for others are not told: halves find what is left.
  const room = refusal.room === null ? Math.floor(units / 2) : Number(refusal.room);
  return Math.max(1, Math.min(room, units - 1));
}

function toGrant(permit: Permit, units: number): BudgetReply {
  if (permit === UNLIMITED_PERMIT) return { kind: 'free' };
  return { kind: 'granted', units, settle: (actual) => permit.settle({ tokens: actual }) };
}

function waiting(refusal: Problem): BudgetReply {
  if (!(refusal instanceof QuotaRefusal))
    return { kind: 'wait', waitMs: AWAY_MS, forPlace: false, why: refusal.message };
  const { waitMs, why, extra } = refusal;
  return { kind: 'wait', waitMs, forPlace: extra.rule === 'concurrentRequests', why };
}

/** What somebody who can wait asks of a quota: as many units (tokens, rows) as fit now, at most so many. */
export interface BudgetRequest {
  readonly organizationId: string;
  readonly resource: { readonly type: 'deployment' | 'workload'; readonly id: string };
  readonly consumer: Consumer;
  readonly most: number;
}

export type BudgetReply =
  /** Nothing is limited. */
  | { readonly kind: 'free' }
  /** These count as one request that runs until it is settled; `actual` replaces what was granted. */
  | { readonly kind: 'granted'; readonly units: number; settle(actual: number): void }
  /** `forPlace`: a place among the requests that run at once may come free at any moment. */
  | { readonly kind: 'wait'; readonly waitMs: number; readonly forPlace: boolean; readonly why: string };
