/**
 * How many shared items may be read again, beside what changed: so many in a second and no more, however many spaces there
 * are. Reading permissions is the dearest call there is, and changes must not wait for a limit that this has used up.
 */
export class Verification {
  readonly #perSecond: number;
  readonly #most: number;
  #left: number;
  #countedAt: number;

  constructor(perSecond: number, most: number, now: Date) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#left = most;
    this.#countedAt = now.getTime();
  }

  left(now: Date): number {
    const seconds = Math.max(0, now.getTime() - this.#countedAt) / 1000;
    this.#countedAt = now.getTime();
    this.#left = Math.min(this.#most, this.#left + seconds * this.#perSecond);
    return Math.max(0, Math.floor(this.#left));
  }

  spend(count: number): void {
    this.#left -= count;
  }
}
