import { type Amount, minus, plus } from './amount.ts';

/** Products like 0.29 x 100 fall a little short of the whole number that was meant. */
const ROUNDING = 1e-9;

/** A share of a whole, in whole units, rounded down: shares together never pass the whole. */
export const portionOf = (share: number, whole: number): number => Math.floor(share * whole + ROUNDING);

export interface CapacityUse {
  readonly total: number;
  /** Amount above which reservations are kept; null: never. */
  readonly threshold: number | null;
  /** Spent by everybody this minute. */
  readonly used: Amount;
  /** Everybody's unspent shares together, the caller's too. */
  readonly unspent: number;
  /** The caller's own unspent share. */
  readonly own: number;
}

export type CapacityVerdict = 'fits' | 'capacity' | 'reserved';

/**
 * Below the threshold first come, first served. Above it a caller may use its own unspent share for sure, and of the
 * rest what is left after everybody else's unspent shares; at capacity that is the own share alone.
 */
export function capacityVerdict(use: CapacityUse, cost: Amount): CapacityVerdict {
  const after = plus(use.used, cost);
  if (use.threshold === null || after <= use.threshold) return after <= use.total ? 'fits' : 'capacity';
  if (cost <= use.own) return 'fits';
  const left = minus(use.total, use.used);
  if (cost <= minus(left, use.unspent - use.own)) return 'fits';
  return cost <= left ? 'reserved' : 'capacity';
}

/** How many calls of the same cost would fit one after the other, were nobody else to call. */
export function capacityRoom(use: CapacityUse, cost: number): number {
  if (cost <= 0) return Number.POSITIVE_INFINITY;
  const used = Number(use.used);
  if (use.threshold === null) return Math.max(0, Math.floor((use.total - used) / cost));
  const free = Math.max(0, Math.floor((use.threshold - used) / cost));
  const own = Math.max(0, use.own - free * cost);
  const left = use.total - used - free * cost;
  return free + Math.max(0, Math.floor(Math.max(own, left - (use.unspent - use.own)) / cost));
}
