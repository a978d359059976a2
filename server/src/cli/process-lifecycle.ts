import type { Logger } from '#platform/log/logger.ts';
import { countFailure } from '#platform/process-failures.ts';
import type { ShutdownOutcome } from '../shutdown.ts';
import { EXIT } from './command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// The terminal, npm and the launcher each deliver one and the same Ctrl-C; a later one is a person losing patience.
const SAME_MOMENT_MS = 3000;

/** What was left as it is may keep the process alive for a moment, but not for longer. */
const LAST_MOMENT_MS = 500;

/**
 * Waits for the first signal, then stops once. A signal much later ends the process at once, and so does the end of the
 * grace: the process ends, whatever hangs.
 */
export async function stopOnSignal(stop: () => Promise<ShutdownOutcome>, graceSeconds: number): Promise<void> {
  await firstSignal();
  const since = Date.now();
  const impatient = () => {
    if (Date.now() - since > SAME_MOMENT_MS) process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, impatient);
  setTimeout(() => endNow('did not stop in time'), graceSeconds * 1000).unref();
  const outcome = await stop();
  if (outcome !== 'clean') process.exitCode = 1;
  setTimeout(() => (outcome === 'late' ? endNow('left something running') : process.exit()), LAST_MOMENT_MS).unref();
}

/** Not by `process.exit`, which waits for threads: one that hangs in native code would keep the process for ever. */
function endNow(why: string): void {
  process.stderr.write(`Almanac ${why} (ALMANAC_SHUTDOWN_GRACE_SECONDS); ending the process.\n`);
  process.kill(process.pid, 'SIGKILL');
}

function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
  });
}

/**
 * When the process that started this one is gone without a word (killed), the channel between the two closes. It may
 * have closed before anybody listened; without such a channel (started by hand) nothing happens.
 */
export function onParentExit(ended: () => void): void {
  if (process.connected === undefined) return;
  if (process.connected) process.once('disconnect', ended);
  else ended();
  // Listening must not keep a process alive that is done.
  process.channel?.unref();
}

/** Says something to the process that started this one, when it listens; it may be gone already. */
export function notifyParent(message: object): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

/** A process in doubt gets this long to answer what it has begun and to hand back its work. */
const DRAIN_MS = 5_000;

/**
 * An unhandled rejection is a defect of one piece of work: it is logged and counted, and the process goes on. After
 * an uncaught exception the state of the process is unknown: it shuts down with a failure, and the supervisor
 * starts it again.
 */
export function guardProcess(log: Logger, endInOrder: () => Promise<unknown>): void {
  process.on('unhandledRejection', (reason) => {
    countFailure('rejection');
    log.error({ err: asError(reason) }, 'A promise was rejected and nobody handled it; the process goes on');
  });
  let isEnding = false;
  process.on('uncaughtException', (err) => {
    countFailure('exception');
    log.fatal({ err }, 'An exception was thrown and nobody caught it; the process ends in order');
    if (isEnding) return;
    isEnding = true;
    // Not by `process.exit`, which waits for threads.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), DRAIN_MS);
    endInOrder()
      .catch((reason: unknown) => log.error({ err: asError(reason) }, 'The process could not end in order'))
      .finally(() => process.exit(EXIT.broken));
  });
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
