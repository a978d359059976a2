import type { Platform } from '#platform/context.ts';
import { inBackground } from '#platform/in-background.ts';
import { counterStore } from './counter.store.ts';

type Needs = Pick<Platform, 'db' | 'now' | 'log'>;

/** How long a place is held after its process last said that the work goes on: only the dead stop saying so. */
const HOLD_MS = 5 * 60 * 1000;
const RENEW_MS = 60 * 1000;
/** Longer than any operation runs: whoever forgot to end one does not hold its place for ever. */
const LONGEST_MS = 6 * 3600 * 1000;

export const heldUntil = (now: Date): Date => new Date(now.getTime() + HOLD_MS);

/** The places this process holds. */
class HeldPlaces {
  readonly #needs: Needs;
  readonly #since = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  add(id: string): void {
    this.#since.set(id, performance.now());
    const renew = () => inBackground(this.#needs.log, 'renewing places of calls', () => this.#renew());
    this.#timer ??= setInterval(renew, RENEW_MS).unref();
  }

  delete(id: string): void {
    this.#since.delete(id);
    if (this.#since.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renew(): Promise<void> {
    const { db, now, log } = this.#needs;
    for (const [id, since] of this.#since) if (performance.now() - since > LONGEST_MS) this.delete(id);
    if (this.#since.size === 0) return;
    await counterStore(db.queries)
      .renewHolds([...this.#since.keys()], heldUntil(now()))
      .catch((err: unknown) => log.warn({ err }, 'Places of calls under way could not be renewed'));
  }
}

const held = new WeakMap<Platform['db'], HeldPlaces>();

export function heldPlacesOf({ db, now, log }: Needs): HeldPlaces {
  const known = held.get(db) ?? new HeldPlaces({ db, now, log });
  held.set(db, known);
  return known;
}
