interface Waiting {
  readonly since: number;
  reject(error: Error): void;
}

const LOOKS = 4;

/** Gives up on answers that do not come. One clock for all who wait: a timer for each would cost more than the wait. */
export class Patience {
  readonly #ms: number;
  readonly #waiting = new Set<Waiting>();
  readonly #clock: NodeJS.Timeout;

  constructor(ms: number) {
    this.#ms = ms;
    this.#clock = setInterval(() => this.#look(), ms / LOOKS).unref();
  }

  with<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { since: performance.now(), reject };
      this.#waiting.add(waiting);
      answer.then(
        (value) => {
          this.#waiting.delete(waiting);
          resolve(value);
        },
        (error) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      );
    });
  }

  close(): void {
    clearInterval(this.#clock);
  }

  /** In the order they came: behind the first that may wait longer, all may. */
  #look(): void {
    const now = performance.now();
    for (const waiting of this.#waiting) {
      if (now - waiting.since < this.#ms) return;
      this.#waiting.delete(waiting);
      waiting.reject(new Error(`no answer within ${this.#ms} ms`));
    }
  }
}
