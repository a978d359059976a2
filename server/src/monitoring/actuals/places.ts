import type { StaleRow } from './actuals.tables.ts';

/** Places of one deployment, each once. */
export class Places {
  readonly #known = new Map<string, StaleRow>();

  add(places: readonly StaleRow[]): void {
    for (const place of places) this.#known.set(`${place.package_id} ${place.batch_id} ${place.hour.getTime()}`, place);
  }

  get all(): StaleRow[] {
    return [...this.#known.values()];
  }
}
