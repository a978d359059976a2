import { SingleFlight } from '#platform/async/single-flight.ts';
import { type CachedModel, type ModelSource, openModel } from './cached-model.ts';

/** Models in memory up to a number of bytes; the least recently used is dropped first. Requests keep the model they use. */
export class ModelCache {
  readonly #mostBytes: number;
  /** In the order of their last use. */
  readonly #held = new Map<string, CachedModel>();
  readonly #opening = new SingleFlight<string, CachedModel>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#held.size;
  }

  find(id: string): CachedModel | undefined {
    const model = this.#held.get(id);
    if (model !== undefined && this.#held.size > 1) {
      this.#held.delete(id);
      this.#held.set(id, model);
    }
    return model;
  }

  /** Opens a model once, also for concurrent requests. */
  open(id: string, load: () => Promise<ModelSource>): Promise<CachedModel> {
    const cached = this.#held.get(id);
    if (cached !== undefined) return Promise.resolve(cached);
    return this.#opening.run(id, async () => this.#keep(openModel(await load())));
  }

  #keep(model: CachedModel): CachedModel {
    this.#held.set(model.id, model);
    this.#bytes += model.bytes;
    // The newest stays even when it alone is too large: a request is about to use it.
    for (const [id, { bytes }] of this.#held) {
      if (this.#bytes <= this.#mostBytes || this.#held.size === 1) break;
      this.#held.delete(id);
      this.#bytes -= bytes;
    }
    return model;
  }
}
