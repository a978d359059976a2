/** New batches a deployment may get in a day of UTC. */
export const BATCHES_A_DAY = 100;
const DAY_MS = 24 * 3_600_000;

export function today(now: Date): { start: Date; end: Date } {
  const start = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return { start: new Date(start), end: new Date(start + DAY_MS) };
}
