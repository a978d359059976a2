import { type HotModel, type ModelSource, openModel } from './hot-model.ts';

/**
 * Models in memory, at most so many bytes of them: the one that was not asked for longest goes first. Whoever answers
 * with a model keeps it until the answer is written, so nothing is taken from under a request.
 */
export class HotModels {
  readonly #mostBytes: number;
  /** In the order they were last asked for. */
  readonly #held = new Map<string, HotModel>();
  readonly #opening = new Map<string, Promise<HotModel>>();
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

  /** The model when it is in memory. */
  find(id: string): HotModel | undefined {
    const model = this.#held.get(id);
    if (model !== undefined && this.#held.size > 1) {
      this.#held.delete(id);
      this.#held.set(id, model);
    }
    return model;
  }

  /** Opens a model once, however many ask for it at the same moment. */
  open(id: string, load: () => Promise<ModelSource>): Promise<HotModel> {
    const known = this.#held.get(id);
    if (known !== undefined) return Promise.resolve(known);
    const before = this.#opening.get(id);
    if (before !== undefined) return before;
    const opening = load()
      .then((source) => this.#keep(openModel(source)))
      .finally(() => this.#opening.delete(id));
    this.#opening.set(id, opening);
    return opening;
  }

  #keep(model: HotModel): HotModel {
    this.#held.set(model.id, model);
    this.#bytes += model.bytes;
    // The newest stays even when it alone is too large: it is about to answer.
    for (const [id, { bytes }] of this.#held) {
      if (this.#bytes <= this.#mostBytes || this.#held.size === 1) break;
      this.#held.delete(id);
      this.#bytes -= bytes;
    }
    return model;
  }
}
