import type { Database } from '../db/database.ts';
import { type Ending, keepAlive, markEnded, markWaiting, tellWorkers } from './job.store.ts';
import type { Jobs } from './jobs.ts';
import type { Claim } from './queue.ts';

/**
 * How a start of a job ends, queue and record in one transaction. Each answers false, and changes nothing, when the
 * claim was lost meanwhile: a worker that was thought dead cannot overrule the one that took over.
 */
export interface Settlements {
  end(claim: Claim, ending: Ending): Promise<boolean>;
  retryLater(claim: Claim, start: 'counted' | 'uncounted'): Promise<boolean>;
  handBack(claim: Claim): Promise<boolean>;
  /** As `handBack`, but nobody gets it before so long has passed. */
  postpone(claim: Claim, seconds: number): Promise<boolean>;
}

export function settlements(db: Database, jobs: Jobs): Settlements {
  return {
    end: (claim, ending) =>
      db.transaction(async (tx) => (await jobs.queue.remove(tx, claim)) && (await markEnded(tx, claim.jobId, ending))),
    retryLater: (claim, start) =>
      db.transaction(async (tx) => {
        if (!(await jobs.queue.retryLater(tx, claim))) return false;
        await markWaiting(tx, claim.jobId, start);
        return true;
      }),
    handBack: (claim) =>
      db.transaction(async (tx) => {
        if (!(await jobs.queue.handBack(tx, claim))) return false;
        await markWaiting(tx, claim.jobId, 'uncounted');
        await tellWorkers(tx, claim.lane);
        return true;
      }),
    postpone: (claim, seconds) =>
      db.transaction(async (tx) => {
        if (!(await jobs.queue.postpone(tx, claim, seconds))) return false;
        await markWaiting(tx, claim.jobId, 'uncounted');
        await keepAlive(tx, claim.jobId);
        return true;
      }),
  };
}
