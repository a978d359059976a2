import { setTimeout as pause } from 'node:timers/promises';
import type { Jobs, Platform } from '../context.ts';
import type { Database } from '../db/database.ts';
import { claimFairly } from './fair-claim.ts';
import {
  type Ending,
  keepAlive,
  markEnded,
  markRunning,
  markWaiting,
  notifyWorkers,
  renewLeases,
} from './job.store.ts';
import { kindLimits } from './job-limits.ts';
import type { Claim, Lane } from './queue.ts';
import { interruptedOutcome, type Outcome, type RunningJob, runJob } from './running-job.ts';

/** The jobs one worker is running in one lane, and its leases on them. */
interface JobRunner {
  /** Claims and starts as many as there are free places. */
  takeWork(): Promise<void>;
  renewLeases(): Promise<void>;
  /** Those that run now. */
  jobs(): readonly RunningJob[];
  interrupt(jobId: string, why: Why): void;
  interruptAll(why: Why): void;
  /** When all of them have ended and that is written down. */
  settled(): Promise<void>;
  /** Gives back those that did not end. */
  abandon(): Promise<void>;
}

type Why = Parameters<RunningJob['interrupt']>[0];

interface JobRunnerOptions {
  readonly worker: string;
  readonly lane: Lane;
  readonly slots: number;
  /** How many of them one organization may hold. */
  readonly mostEach: number;
  readonly leaseSeconds: number;
  /** How long a job that was interrupted may take to end. */
  readonly patienceSeconds: number;
  onFree(): void;
  onStuck(job: RunningJob): void;
}

export function createJobRunner(platform: Platform, options: JobRunnerOptions): JobRunner {
  const { db, jobs, log } = platform;
  const { worker, lane, slots, mostEach, leaseSeconds } = options;
  const settle = settlements(db, jobs);
  const running = new Map<string, RunningJob>();
  const settling = new Set<Promise<void>>();
  let leasesGoodUntil = 0;

  /** A result worth hours is not given up because the database restarts: it is written as long as the lease lasts. */
  async function keepTrying(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (performance.now() > leasesGoodUntil) throw error;
        await pause(200);
      }
    }
  }

  async function apply(job: RunningJob, outcome: Outcome): Promise<void> {
    if (outcome.next === 'nothing' || (await write(job, outcome))) return;
    log.info({ jobId: job.work.jobId, worker }, 'A job ended after its claim was lost; its result was dropped');
  }

  function write({ work }: RunningJob, outcome: Exclude<Outcome, { next: 'nothing' }>): Promise<boolean> {
    if (outcome.next === 'end') return settle.end(work, outcome.ending);
    if (outcome.next === 'postpone') return settle.postpone(work, outcome.seconds);
    return outcome.next === 'retry' ? settle.retryLater(work, outcome.start) : settle.handBack(work);
  }

  function begin(job: RunningJob): void {
    running.set(job.work.jobId, job);
    const done = orStuck(job, options.patienceSeconds, options.onStuck)
      .then((outcome) => keepTrying(() => apply(job, outcome)))
      .catch((err: unknown) => log.error({ err, jobId: job.work.jobId, worker }, 'The end of a job was not written'))
      .finally(() => {
        if (running.get(job.work.jobId) === job) running.delete(job.work.jobId);
        settling.delete(done);
        options.onFree();
      });
    settling.add(done);
  }

  function slotsInUse(): Map<string, number> {
    const held = new Map<string, number>();
    for (const { organizationId } of running.values()) held.set(organizationId, (held.get(organizationId) ?? 0) + 1);
    return held;
  }

  return {
    async takeWork() {
      const free = slots - running.size;
      if (free <= 0) return;
      const requestedAt = performance.now();
      const claimed = await db.transaction(async (tx) => {
        const claimed = await claimFairly(tx, jobs.queue, { lane, most: free, held: slotsInUse(), mostEach });
        const works = claimed.map((work) => ({
          ...work,
          timeLimitSeconds: kindLimits(platform.config, jobs.kinds.get(work.kind))?.timeSeconds,
        }));
        const started = works.length > 0 ? await markRunning(tx, works, { worker, seconds: leaseSeconds }) : [];
        return started.flatMap((record) => {
          const work = works.find((one) => one.jobId === record.id);
          return work ? [{ work, record }] : [];
        });
      });
      if (running.size === 0) leasesGoodUntil = requestedAt + leaseSeconds * 1000;
      for (const { work, record } of claimed) begin(runJob(platform, work, record));
    },
    async renewLeases() {
      const held = [...running.values()];
      if (held.length === 0) return;
      const requestedAt = performance.now();
      const claims = held.map((job) => job.work);
      try {
        const renewed = await renewLeases(db.queries, claims, leaseSeconds);
        leasesGoodUntil = requestedAt + leaseSeconds * 1000;
        for (const job of held) if (!renewed.has(job.work.jobId)) job.interrupt('lease lost');
      } catch (error) {
        // Without the database nobody can tell who holds the job; once the lease may have ended, the work must stop.
        if (performance.now() > leasesGoodUntil) for (const job of held) job.interrupt('lease lost');
        throw error;
      }
    },
    jobs: () => [...running.values()],
    interrupt: (jobId, why) => running.get(jobId)?.interrupt(why),
    interruptAll(why) {
      for (const job of running.values()) job.interrupt(why);
    },
    async settled() {
      await Promise.all(settling);
    },
    async abandon() {
      for (const job of running.values()) await settle.handBack(job.work);
    },
  };
}

/**
 * How a start of a job ends, queue and record in one transaction. Each answers false, and changes nothing, when the
 * claim was lost meanwhile: a worker that was thought dead cannot overrule the one that took over.
 */
interface Settlements {
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
        await notifyWorkers(tx, claim.lane);
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

/**
 * What becomes of a job, also of one that goes on after it was cancelled or has reached a limit: then its end is written
 * all the same, and `onStuck` must see to it that the work ends too.
 */
const orStuck = (job: RunningJob, patienceSeconds: number, onStuck: (job: RunningJob) => void): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const giveUp = () => {
      const outcome = interruptedOutcome(job.signal);
      // A stopping worker has a patience of its own.
      if (outcome === null || outcome.next === 'hand back') return;
      onStuck(job);
      resolve(outcome);
    };
    const wait = () => {
      timer = setTimeout(giveUp, patienceSeconds * 1000);
    };
    const ended = () => {
      clearTimeout(timer);
      job.signal.removeEventListener('abort', wait);
    };
    job.signal.addEventListener('abort', wait, { once: true });
    job.outcome.finally(ended).then(resolve, reject);
  });
