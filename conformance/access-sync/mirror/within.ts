import { setTimeout as pause } from 'node:timers/promises';

/** What changes at the provider must be in force so soon. */
const WITHIN_MS = 60_000;

/** Looks until something is there. */
export async function within<T>(look: () => Promise<T | false>): Promise<T> {
  const deadline = Date.now() + WITHIN_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`It was not in force within ${WITHIN_MS / 1000} seconds.`);
    await pause(200);
  }
}
