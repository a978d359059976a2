import type { ShutdownOutcome } from '../shutdown.ts';

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
export function whenStarterDies(ended: () => void): void {
  if (process.connected === undefined) return;
  if (process.connected) process.once('disconnect', ended);
  else ended();
  // Listening must not keep a process alive that is done.
  process.channel?.unref();
}

/** Says something to the process that started this one, when it listens; it may be gone already. */
export function tellStarter(message: object): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
