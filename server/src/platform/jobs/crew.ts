import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../context.ts';
import { claimInTurn } from './fair-claim.ts';
import { markRunning, renewLeases } from './job.store.ts';
import { kindLimits } from './job-limits.ts';
import type { Lane } from './jobs.ts';
import { type Outcome, type RunningJob, runJob } from './running-job.ts';
import { settlements } from './settle.ts';
import { orStuck } from './stuck-job.ts';

/** The jobs one worker is running in one lane, and its leases on them. */
export interface Crew {
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

export interface CrewOptions {
  readonly worker: string;
  readonly lane: Lane;
  readonly places: number;
  /** How many of them one organization may hold. */
  readonly mostEach: number;
  readonly leaseSeconds: number;
  /** How long a job that was interrupted may take to end. */
  readonly patienceSeconds: number;
  onFree(): void;
  onStuck(job: RunningJob): void;
}

export function createCrew(platform: Platform, options: CrewOptions): Crew {
  const { db, jobs, log } = platform;
  const { worker, lane, places, mostEach, leaseSeconds } = options;
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

  function heldPlaces(): Map<string, number> {
    const held = new Map<string, number>();
    for (const { organizationId } of running.values()) held.set(organizationId, (held.get(organizationId) ?? 0) + 1);
    return held;
  }

  return {
    async takeWork() {
      const free = places - running.size;
      if (free <= 0) return;
      const askedAt = performance.now();
      const claimed = await db.transaction(async (tx) => {
        const claimed = await claimInTurn(tx, jobs.queue, { lane, most: free, held: heldPlaces(), mostEach });
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
      if (running.size === 0) leasesGoodUntil = askedAt + leaseSeconds * 1000;
      for (const { work, record } of claimed) begin(runJob(platform, work, record));
    },
    async renewLeases() {
      const held = [...running.values()];
      if (held.length === 0) return;
      const askedAt = performance.now();
      const claims = held.map((job) => job.work);
      try {
        const renewed = await renewLeases(db.queries, claims, leaseSeconds);
        leasesGoodUntil = askedAt + leaseSeconds * 1000;
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
