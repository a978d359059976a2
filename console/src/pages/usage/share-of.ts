import type { Count } from '../../api/usage.ts';

/** How much of a limit is used, 0 to 1. A limit of nothing is always used up. */
export function shareOf(used: Count, limit: Count): number {
  const [part, whole] = [Number(used), Number(limit)];
  return whole <= 0 ? 1 : Math.min(1, part / whole);
}
