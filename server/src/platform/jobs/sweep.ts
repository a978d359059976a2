import { randomBytes } from 'node:crypto';
import type { Platform } from '../context.ts';
import { markEnded, markWaiting, tellWorkers } from './job.store.ts';
import { JobProblems } from './jobs.problems.ts';
import { deleteOldRecords, expiredJobs, isStillLost, type LostJob, lostJobs } from './sweep.store.ts';

/** Every worker looks after all jobs, not only its own: whoever is alive takes over from those that are not. */
export async function sweep(platform: Platform, silentSeconds = 12): Promise<void> {
  const { db } = platform;
  for (const lost of await lostJobs(db.queries, silentSeconds)) await recover(platform, lost, silentSeconds);
  for (const jobId of await expiredJobs(db.queries)) await expire(platform, jobId);
  await deleteOldRecords(db.queries);
}

class AliveAfterAll extends Error {}

function notIfAlive(error: unknown): false {
  if (error instanceof AliveAfterAll) return false;
  throw error;
}

async function recover({ db, jobs, log }: Platform, lost: LostJob, silentSeconds: number): Promise<void> {
  const reference = randomBytes(6).toString('hex');
  const givenUp = lost.attempts >= lost.maxAttempts;
  const recovery = db.transaction(async (tx) => {
    // The queue's row is locked before the record, here as everywhere: in another order two transactions could block
    // each other. If the worker renewed its lease just now, rolling back leaves it the job.
    const took = givenUp ? await jobs.queue.remove(tx, lost) : await jobs.queue.handBack(tx, lost);
    if (!took || !(await isStillLost(tx, lost, silentSeconds))) throw new AliveAfterAll();
    if (givenUp) {
      await markEnded(tx, lost.jobId, {
        status: 'ERROR',
        code: JobProblems.workerDied.status,
        message: JobProblems.workerDied.message(lost.attempts, reference),
      });
    } else {
      await markWaiting(tx, lost.jobId, 'counted');
      await tellWorkers(tx, lost.lane);
    }
    return true;
  });
  if (await recovery.catch(notIfAlive)) {
    const { jobId, kind, worker, attempts } = lost;
    log.warn(
      { jobId, kind, worker, attempts, reference, givenUp },
      'A worker stopped answering; its job was taken back',
    );
  }
}

async function expire({ db, jobs, log }: Platform, jobId: string): Promise<void> {
  const expired = await db.transaction(async (tx) => {
    await jobs.queue.drop(tx, jobId);
    const { status, message } = JobProblems.expired;
    const ended = await markEnded(tx, jobId, { status: 'EXPIRED', code: status, message: message() });
    if (ended) await tellWorkers(tx, `stop ${jobId}`);
    return ended;
  });
  if (expired) log.warn({ jobId }, 'A job was not finished in its time and expired');
}
