const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// The terminal, npm and the launcher each deliver one and the same Ctrl-C; a later one is a person losing patience.
const SAME_MOMENT_MS = 3000;

/** Waits for the first signal, then stops once. A signal much later ends the process at once. */
export async function stopOnSignal(stop: () => Promise<void>): Promise<void> {
  await firstSignal();
  const since = Date.now();
  const impatient = () => {
    if (Date.now() - since > SAME_MOMENT_MS) process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, impatient);
  await stop();
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
