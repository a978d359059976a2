import type { Count } from '../../api/quotas.ts';

/** How much of a limit is used, 0 to 1. A limit of nothing is always used up. */
export function shareOf(used: Count, limit: Count): number {
  const [part, whole] = [Number(used), Number(limit)];
  return whole <= 0 ? 1 : Math.min(1, part / whole);
}

/** The colour of a bar: near the end it warns. */
export const fullness = (share: number): string => (share >= 1 ? 'red.7' : share >= 0.8 ? 'yellow.7' : 'almanac');
