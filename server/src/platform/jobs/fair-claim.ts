import type { Tx } from '../db/database.ts';
import { lockClaims, type WaitingOrganization, waitingOrganizations } from './fair-claim.store.ts';
import type { ClaimedWork, JobQueue, Lane } from './queue.ts';

export interface FairClaim {
  readonly lane: Lane;
  /** Free slots. */
  readonly most: number;
  /** Slots of this worker that each organization holds. */
  readonly held: ReadonlyMap<string, number>;
  /** Slots of this worker that one organization may hold. */
  readonly mostEach: number;
}

/** Fewest running jobs first; among equals whoever had their last turn longest ago. */
export function byTurn(a: WaitingOrganization, b: WaitingOrganization): number {
  const turn = ({ lastTurn }: WaitingOrganization) => lastTurn?.getTime() ?? Number.NEGATIVE_INFINITY;
  return a.running - b.running || turn(a) - turn(b) || (a.organizationId < b.organizationId ? -1 : 1);
}

/**
 * The next jobs, organization by organization; within one the highest priority first, then the oldest. An organization
 * that has its share of the slots gets no more while others might need them.
 */
export async function claimFairly(tx: Tx, queue: JobQueue, claim: FairClaim): Promise<ClaimedWork[]> {
  const { lane, most, held, mostEach } = claim;
  const full = [...held].flatMap(([organizationId, slots]) => (slots >= mostEach ? organizationId : []));
  const open = (all: readonly WaitingOrganization[]) => all.filter((one) => !full.includes(one.organizationId));
  const [only, second] = open(await waitingOrganizations(tx, lane));
  if (only === undefined) return [];
  if (second === undefined) {
    return queue.claim(tx, lane, Math.min(most, mostEach - (held.get(only.organizationId) ?? 0)), full);
  }
  await lockClaims(tx, lane);
  return oneByOne(tx, queue, claim, full, open(await waitingOrganizations(tx, lane)));
}

async function oneByOne(
  tx: Tx,
  queue: JobQueue,
  { lane, most, held, mostEach }: FairClaim,
  full: readonly string[],
  waiting: readonly WaitingOrganization[],
): Promise<ClaimedWork[]> {
  const claimed: ClaimedWork[] = [];
  const taken = new Map(held);
  let left = [...waiting];
  while (claimed.length < most && left.length > 0) {
    const [next] = left.sort(byTurn) as [WaitingOrganization];
    const { organizationId, running } = next;
    const others = waiting.flatMap((one) => (one.organizationId === organizationId ? [] : one.organizationId));
    const [work] = await queue.claim(tx, lane, 1, [...full, ...others]);
    left = left.filter((one) => one !== next);
    // Nothing: what waits there is not due yet.
    if (work === undefined) continue;
    claimed.push(work);
    const slots = (taken.get(organizationId) ?? 0) + 1;
    taken.set(organizationId, slots);
    if (slots < mostEach) left.push({ organizationId, running: running + 1, lastTurn: new Date() });
  }
  return claimed;
}
