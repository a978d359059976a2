import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../context.ts';
import { listen } from '../db/listen.ts';
import { createCrew } from './crew.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { CHANNEL } from './open-jobs.ts';
import { sweep } from './sweep.ts';

export interface WorkerOptions {
  /** How many jobs this process runs at once. */
  readonly concurrency: number;
  /** How long after a worker's death its jobs wait before another takes them. */
  readonly leaseSeconds?: number;
  /** How long a stopping worker waits for its jobs to notice before it gives them back all the same. */
  readonly graceSeconds?: number;
}

export interface Worker {
  readonly name: string;
  /** Takes no more work, interrupts what runs, gives it back to the queue. */
  stop(): Promise<void>;
}

/** New work is announced; this is for work that becomes due by time, and for announcements lost with a connection. */
const POLL_MS = 1_000;

/** Runs jobs of every registered kind until stopped. Any number of these, on any machines, share one database. */
export async function startWorker(platform: Platform, options: WorkerOptions): Promise<Worker> {
  const { db, log } = platform;
  const { concurrency, leaseSeconds = 15, graceSeconds = 10 } = options;
  const name = `${hostname()}/${process.pid}/${randomBytes(3).toString('hex')}`;
  const trouble = (doing: string) => (err: unknown) =>
    log.warn({ err, worker: name }, `The worker had trouble ${doing} and will try again`);
  let stopping = false;

  const takeWork = oneAtATime(async () => {
    if (!stopping && crew.size < concurrency) await crew.take(concurrency - crew.size);
  }, trouble('looking for work'));
  const crew = createCrew(platform, name, leaseSeconds, () => void takeWork());
  const renewLeases = oneAtATime(crew.renewLeases, trouble('renewing its leases'));
  const sweepAll = oneAtATime(() => sweep(platform), trouble('looking after lost jobs'));

  const listener = await listen({
    url: db.url,
    channel: CHANNEL,
    onConnected: () => void takeWork(),
    onMessage(message) {
      if (message === 'work') void takeWork();
      else crew.interrupt(message.slice('stop '.length), 'cancelled');
    },
  });
  const leases = setInterval(() => void renewLeases(), (leaseSeconds * 1000) / 3);
  const polls = setInterval(() => void takeWork(), POLL_MS);
  const sweeps = setInterval(() => void sweepAll(), (leaseSeconds * 1000) / 3);
  log.info({ worker: name, concurrency }, 'Worker started');

  const stop = async () => {
    stopping = true;
    clearInterval(polls);
    clearInterval(sweeps);
    await listener.close();
    await Promise.all([takeWork(), sweepAll()]);
    crew.interruptAll('stopping');
    await withinGrace(crew.settled(), graceSeconds);
    clearInterval(leases);
    await renewLeases();
    await crew.abandon();
    log.info({ worker: name }, 'Worker stopped');
  };
  let stopped: Promise<void> | undefined;
  return {
    name,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function withinGrace(work: Promise<void>, seconds: number): Promise<void> {
  const over = new AbortController();
  const grace = pause(seconds * 1000, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([work, grace]);
  over.abort();
}
