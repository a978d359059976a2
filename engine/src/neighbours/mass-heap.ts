export interface Candidate {
  readonly row: number;
  /** Squared distance. */
  readonly far: number;
  readonly weight: number;
}

/** Keeps the nearest candidates that are needed to reach a mass, the furthest on top. */
export class MassHeap {
  readonly #mass: number;
  readonly #items: Candidate[] = [];
  #held = 0;

  constructor(mass: number) {
    this.#mass = mass;
  }

  /** The distance within which the mass is reached; infinite as long as it is not. */
  get reach(): number {
    return this.#held >= this.#mass ? (this.#items[0] as Candidate).far : Number.POSITIVE_INFINITY;
  }

  push(item: Candidate): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as Candidate;
      if (above.far >= item.far) break;
      items[at] = above;
      items[parent] = item;
      at = parent;
    }
    this.#held += item.weight;
    while (items[0] !== undefined && this.#held - items[0].weight >= this.#mass) {
      this.#held -= items[0].weight;
      this.#pop();
    }
  }

  #pop(): void {
    const items = this.#items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && (items[child + 1] as Candidate).far > (items[child] as Candidate).far) child += 1;
      const below = items[child] as Candidate;
      if (below.far <= last.far) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
  }
}
