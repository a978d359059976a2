import { randomBytes } from 'node:crypto';
import type { Platform } from '../context.ts';
import { type Ending, markEnded, markWaiting, notifyWorkers } from './job.store.ts';
import { kindLimits, timeLimitReached } from './job-limits.ts';
import { JobProblems } from './jobs.problems.ts';
import { deleteOldRecords, expiredJobs, isStillLost, type LostJob, lostJobs, overdueJobs } from './sweep.store.ts';

/** A job that was running each time its worker died is not tried again, however often it may be tried otherwise. */
const MOST_WORKER_DEATHS = 5;
/** A worker ends its own jobs at their limit; the others step in when it has not. */
const OVERDUE_SECONDS = 60;

/** Every worker looks after all jobs, not only its own: whoever is alive takes over from those that are not. */
export async function sweep(platform: Platform, silentSeconds = 12): Promise<void> {
  const { db } = platform;
  for (const lost of await lostJobs(db.queries, silentSeconds)) await recover(platform, lost, silentSeconds);
  for (const jobId of await expiredJobs(db.queries)) await expire(platform, jobId);
  for (const job of await overdueJobs(db.queries, OVERDUE_SECONDS)) await endOverdue(platform, job);
  await deleteOldRecords(db.queries);
}

class AliveAfterAll extends Error {}

function notIfAlive(error: unknown): false {
  if (error instanceof AliveAfterAll) return false;
  throw error;
}

async function recover({ db, jobs, log }: Platform, lost: LostJob, silentSeconds: number): Promise<void> {
  const reference = randomBytes(6).toString('hex');
  const deaths = lost.workerDeaths + 1;
  const givenUp = lost.attempts >= lost.maxAttempts || deaths >= MOST_WORKER_DEATHS;
  const recovery = db.transaction(async (tx) => {
    // The queue's row is locked before the record, here as everywhere: in another order two transactions could block
    // each other. If the worker renewed its lease just now, rolling back leaves it the job.
    const took = givenUp ? await jobs.queue.remove(tx, lost) : await jobs.queue.handBack(tx, lost);
    if (!took || !(await isStillLost(tx, lost, silentSeconds))) throw new AliveAfterAll();
    if (givenUp) {
      await markEnded(tx, lost.jobId, {
        status: 'ERROR',
        code: JobProblems.workerDied.status,
        message: JobProblems.workerDied.message(deaths, reference),
      });
    } else {
      await markWaiting(tx, lost.jobId, 'died');
      await notifyWorkers(tx, lost.lane);
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

async function expire(platform: Platform, jobId: string): Promise<void> {
  const { status, message } = JobProblems.expired;
  const ended = await endFromOutside(platform, jobId, { status: 'EXPIRED', code: status, message: message() });
  if (ended) platform.log.warn({ jobId }, 'A job was not finished in its time and expired');
}

async function endOverdue(platform: Platform, { id: jobId, kind }: { id: string; kind: string }): Promise<void> {
  const limits = kindLimits(platform.config, platform.jobs.kinds.get(kind));
  if (limits === undefined) return;
  const { status: code, message } = timeLimitReached(limits);
  const ended = await endFromOutside(platform, jobId, { status: 'ERROR', code, message });
  if (ended) platform.log.warn({ jobId, kind }, 'A job ran past its time limit and its worker did not end it');
}

/** Whoever runs it is told to stop and can no longer settle it. */
const endFromOutside = ({ db, jobs }: Platform, jobId: string, ending: Ending): Promise<boolean> =>
  db.transaction(async (tx) => {
    await jobs.queue.drop(tx, jobId);
    const ended = await markEnded(tx, jobId, ending);
    if (ended) await notifyWorkers(tx, `stop ${jobId}`);
    return ended;
  });
