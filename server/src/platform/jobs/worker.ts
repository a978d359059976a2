import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { coalesce } from '../async/coalesce.ts';
import { within } from '../async/within.ts';
import type { Platform } from '../context.ts';
import { listen } from '../db/listen.ts';
import { inBackground } from '../in-background.ts';
import { CHANNEL } from './job.store.ts';
import { createJobRunner } from './job-runner.ts';
import { watchMemory } from './memory-watch.ts';
import type { Lane } from './queue.ts';
import type { RunningJob } from './running-job.ts';
import { enqueueDueWork } from './schedule/schedule.ts';
import { connectionName } from './sweep.store.ts';
import { sweep } from './sweep.ts';

export interface WorkerOptions {
  /** How many heavy jobs this process runs at once. */
  readonly concurrency: number;
  /** And how many light ones beside them for one organization; one more is kept for the others. */
  readonly lightConcurrency?: number;
  /** And how many that score rows for somebody who reads along, with one more for other organizations. */
  readonly scoringConcurrency?: number;
  /** How long a worker that does not answer keeps its jobs. A killed process is noticed well before that. */
  readonly leaseSeconds?: number;
  /** How long a stopping worker waits for its jobs to notice before it gives them back all the same. */
  readonly graceSeconds?: number;
  /** How long a job that was cancelled or is at a limit may take to end before it counts as stuck. */
  readonly patienceSeconds?: number;
  /** A job goes on although it was ended: only the end of this process ends it. */
  readonly onStuck?: () => void;
}

export interface Worker {
  readonly name: string;
  /** Takes no more work, interrupts what runs, gives it back to the queue. */
  stop(): Promise<void>;
}

/** New work is announced; this is for work that becomes due by time, and for announcements lost with a connection. */
const POLL_MS = 1_000;
/** A slot that no organization can take when it holds all the others, so that another one's short job need not wait. */
const KEPT_FOR_OTHERS = 1;

/** Runs jobs of every registered kind until stopped. Any number of these, on any machines, share one database. */
export async function startWorker(platform: Platform, options: WorkerOptions): Promise<Worker> {
  const { db, log } = platform;
  const { concurrency, lightConcurrency = 8, scoringConcurrency = 2 } = options;
  const { leaseSeconds = 60, graceSeconds = 10, patienceSeconds = 30 } = options;
  const worker = `${hostname()}/${process.pid}/${randomBytes(6).toString('hex')}`;
  const trouble = (doing: string) => (err: unknown) =>
    log.warn({ err, worker }, `The worker had trouble ${doing} and will try again`);
  const heartbeatMs = Math.min(5, leaseSeconds / 3) * 1000;
  const silentSeconds = Math.min(12, leaseSeconds / 2);
  const later = (work: () => Promise<unknown>) => inBackground(log, 'the worker', work);
  let stopping = false;

  const onStuck = ({ work: { jobId, kind } }: RunningJob) => {
    log.error({ jobId, kind, worker }, 'A job did not stop when it was told to');
    options.onStuck?.();
  };
  const lane = (name: Lane, slots: number, mostEach = slots) => {
    const takeWork = coalesce(
      async () => {
        if (!stopping) await jobRunner.takeWork();
      },
      trouble(`looking for ${name} work`),
    );
    const jobRunner = createJobRunner(platform, {
      ...{ worker, lane: name, slots, mostEach, leaseSeconds, patienceSeconds, onStuck },
      onFree: () => later(takeWork),
    });
    const renewLeases = coalesce(jobRunner.renewLeases, trouble('renewing its leases'));
    return { name, runner: jobRunner, takeWork, renewLeases };
  };
  const lanes = [
    lane('heavy', concurrency),
    lane('light', lightConcurrency + KEPT_FOR_OTHERS, lightConcurrency),
    lane('scoring', scoringConcurrency + KEPT_FOR_OTHERS, scoringConcurrency),
  ];
  const takeWork = () => Promise.all(lanes.map((one) => one.takeWork()));
  const renewLeases = () => Promise.all(lanes.map((one) => one.renewLeases()));
  const sweepAll = coalesce(() => sweep(platform, silentSeconds), trouble('looking after lost jobs'));
  const takeUpDue = coalesce(() => enqueueDueWork(platform), trouble('starting what is scheduled'));

  const listener = await listen({
    url: db.url,
    channel: CHANNEL,
    name: connectionName(worker),
    onConnected() {
      // What was said while the connection was cut is lost: there may be work, and some of ours may be cancelled.
      later(takeWork);
      later(renewLeases);
    },
    onMessage(message) {
      const [first, jobId] = message.split(' ');
      for (const { name, runner: jobRunner, takeWork } of lanes) {
        if (jobId !== undefined) jobRunner.interrupt(jobId, 'cancelled');
        else if (first === name) later(takeWork);
      }
    },
  });
  const leases = setInterval(() => later(renewLeases), heartbeatMs);
  const polls = setInterval(() => later(takeWork), POLL_MS);
  const sweeps = setInterval(() => {
    later(sweepAll);
    later(takeUpDue);
  }, heartbeatMs);
  const stopWatching = watchMemory(
    () => lanes.flatMap(({ runner: jobRunner }) => jobRunner.jobs()),
    ({ work: { jobId, kind } }) =>
      log.warn({ jobId, kind, worker }, 'A job took more memory than it may and was ended'),
  );
  log.info({ worker, concurrency, lightConcurrency }, 'Worker started');

  const stop = async () => {
    stopping = true;
    clearInterval(polls);
    clearInterval(sweeps);
    await listener.close();
    await Promise.all([takeWork(), sweepAll(), takeUpDue()]);
    for (const { runner: jobRunner } of lanes) jobRunner.interruptAll('stopping');
    await within(graceSeconds * 1000, Promise.all(lanes.map(({ runner: jobRunner }) => jobRunner.settled())));
    clearInterval(leases);
    stopWatching();
    await renewLeases();
    for (const { runner: jobRunner } of lanes) await jobRunner.abandon();
    log.info({ worker }, 'Worker stopped');
  };
  let stopped: Promise<void> | undefined;
  return {
    name: worker,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
