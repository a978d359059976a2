import { type Amount, minus, plus } from './counters.ts';
import type { Capacity, Plan } from './plan.rules.ts';

interface Share {
  size: number;
  minute: number;
  spent: Amount;
}

/**
 * What a whole resource gave this minute. The sum of everybody's unspent shares is kept as it changes, so a decision
 * costs the same with ten thousand reservations as with one.
 */
export class CapacityCounters {
  readonly #shares = new Map<string, Share>();
  #capacity: Capacity | null = null;
  #allShares = 0;
  #minute = -1;
  #used: Amount = 0;
  #unspent = 0;

  get used(): Amount {
    return this.#used;
  }

  /** Takes over a new definition in the middle of a minute: what was spent stays spent. */
  follow(plan: Plan): void {
    const sameUnits = this.#capacity?.units === plan.capacity?.units;
    this.#capacity = plan.capacity;
    for (const [key, share] of this.#shares) {
      // Kept while the minute lasts: what was spent stays spent, should the reservation come back.
      if (share.minute === this.#minute) share.size = 0;
      else this.#shares.delete(key);
    }
    for (const [key, size] of plan.shares) {
      const known = this.#shares.get(key);
      if (known) known.size = size;
      else this.#shares.set(key, { size, minute: -1, spent: 0 });
    }
    this.#allShares = [...plan.shares.values()].reduce((sum, size) => sum + size, 0);
    // Requests say nothing about tokens: a resource measured in other units begins its minute anew.
    if (!sameUnits) this.#used = 0;
    this.#unspent = 0;
    for (const share of this.#shares.values()) {
      if (!sameUnits) share.minute = -1;
      this.#unspent += unspentOf(share, this.#minute);
    }
  }

  roll(minute: number): void {
    if (this.#minute === minute) return;
    this.#minute = minute;
    this.#used = 0;
    this.#unspent = this.#allShares;
  }

  verdict(shareHolder: string | null, cost: Amount): CapacityVerdict {
    if (this.#capacity === null || cost === 0) return 'fits';
    return capacityVerdict(this.#use(this.#capacity, shareHolder), cost);
  }

  /** How many calls of this cost would fit. */
  room(shareHolder: string | null, cost: number): number {
    if (this.#capacity === null) return Number.POSITIVE_INFINITY;
    return callsThatFit(this.#use(this.#capacity, shareHolder), cost);
  }

  #use({ total, threshold }: Capacity, shareHolder: string | null): CapacityUse {
    const share = shareHolder === null ? undefined : this.#shares.get(shareHolder);
    const own = share === undefined ? 0 : unspentOf(share, this.#minute);
    return { total, threshold, used: this.#used, unspent: this.#unspent, own };
  }

  /** Adds to what was spent in a minute, or takes back with a negative amount; a minute that is over stays as it was. */
  spend(shareHolder: string | null, minute: number, cost: Amount): void {
    if (minute !== this.#minute || this.#capacity === null) return;
    this.#used = plus(this.#used, cost);
    const share = shareHolder === null ? undefined : this.#shares.get(shareHolder);
    if (share === undefined) return;
    const before = unspentOf(share, minute);
    share.spent = plus(share.minute === minute ? share.spent : 0, cost);
    share.minute = minute;
    this.#unspent += unspentOf(share, minute) - before;
  }

  costOf(tokens: Amount): Amount {
    return this.#capacity === null ? 0 : this.#capacity.units === 'requests' ? 1 : tokens;
  }

  get total(): number {
    return this.#capacity?.total ?? 0;
  }
}

const unspentOf = (share: Share, minute: number): number =>
  share.minute !== minute ? share.size : share.spent >= share.size ? 0 : share.size - Number(share.spent);

interface CapacityUse {
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
export function callsThatFit(use: CapacityUse, cost: number): number {
  if (cost <= 0) return Number.POSITIVE_INFINITY;
  const used = Number(use.used);
  if (use.threshold === null) return Math.max(0, Math.floor((use.total - used) / cost));
  const free = Math.max(0, Math.floor((use.threshold - used) / cost));
  const own = Math.max(0, use.own - free * cost);
  const left = use.total - used - free * cost;
  return free + Math.max(0, Math.floor(Math.max(own, left - (use.unspent - use.own)) / cost));
}
