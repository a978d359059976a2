/** Calls with the same key that overlap share one run of the work; the next call after it ended runs anew. */
export class SingleFlight<Key, Value> {
  readonly #running = new Map<Key, Promise<Value>>();

  run(key: Key, work: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = work().finally(() => {
      if (this.#running.get(key) === started) this.#running.delete(key);
    });
    this.#running.set(key, started);
    return started;
  }

  /** Later callers start their own run, even while one that began earlier has not ended. */
  forget(key: Key): void {
    this.#running.delete(key);
  }

  clear(): void {
    this.#running.clear();
  }
}
