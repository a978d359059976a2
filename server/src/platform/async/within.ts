import { setTimeout as pause } from 'node:timers/promises';

/** Waits for the work, but no longer than so many milliseconds; the work itself goes on. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const patience = pause(ms, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    await Promise.race([work, patience]);
  } finally {
    over.abort();
  }
}
