import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '#config';
import type { Logger } from '#platform/log/logger.ts';
import { countFailure, countWorkerRestart, isFailureMessage } from '#platform/process-failures.ts';

const CLI = join(import.meta.dirname, 'cli.js');
const LONGEST_PAUSE_MS = 30_000;
const KILLED_WITHIN_MS = 200;
/** What of the grace a worker has for itself: the rest is for whatever it leaves behind. */
const WORKER_SHARE = 0.45;

/**
 * Starts the worker processes that do the heavy work, so that the HTTP process never does. One that dies is started
 * again, after a pause that doubles while it keeps dying. Answers how to stop them all.
 */
export function startWorkers(config: Config, databaseUrl: string, log: Logger): (ms: number) => Promise<void> {
  const children = new Set<ChildProcess>();
  let stopping = false;
  const startOne = (pause: number): void => {
    if (stopping) return;
    const env = {
      ...process.env,
      ALMANAC_DATABASE_URL: databaseUrl,
      ALMANAC_DATA_DIR: config.dataDir,
      ALMANAC_SHUTDOWN_GRACE_SECONDS: String(Math.max(1, Math.floor(config.shutdownGraceSeconds * WORKER_SHARE))),
    };
    const child = fork(CLI, ['work'], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const startedAt = Date.now();
    children.add(child);
    child.on('message', (message) => {
      if (isFailureMessage(message)) countFailure(message.failed, 'work');
    });
    const ended = (facts: object) => {
      if (!children.delete(child) || stopping) return;
      const steady = Date.now() - startedAt > LONGEST_PAUSE_MS;
      const next = steady ? 500 : Math.min(pause * 2, LONGEST_PAUSE_MS);
      countWorkerRestart();
      log.error({ ...facts, again: `in ${next} ms` }, 'a worker process ended');
      setTimeout(() => startOne(next), next).unref();
    };
    child.once('exit', (code, signal) => ended({ code, signal }));
    // It could not be started, or not be told to stop: without a listener that would end the server.
    child.on('error', (err) => {
      if (child.pid === undefined) ended({ err });
      else log.error({ err }, 'a worker process could not be reached');
    });
  };
  for (let i = 0; i < config.workers; i++) startOne(250);
  return async (ms) => {
    stopping = true;
    await Promise.all([...children].map((child) => endOne(child, ms)));
  };
}

async function endOne(child: ChildProcess, ms: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.max(0, ms - KILLED_WITHIN_MS));
  await ended;
  clearTimeout(timer);
}
