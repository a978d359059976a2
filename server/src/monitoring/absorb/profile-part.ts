import { BinnedSum, type Column, digestOf } from '@almanac/engine';
import { PREDICTION } from '#projects';
import { binsOfColumn, type Layout } from '../profiles/layout.ts';
import type { NewProfile, ProfileKey } from '../profiles/profile.store.ts';

/** A profile that is being gathered from the records of a segment. */
export class ProfilePart {
  readonly #layout: Layout;
  readonly #sums: readonly BinnedSum[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #single: number[] = [];
  readonly #forecast: string | null;
  #rows = 0;

  /** `forecast`: the column that is forecast, which is empty in rows of the future. That is no drift. */
  constructor(layout: Layout, forecast: string | null) {
    this.#layout = layout;
    this.#forecast = forecast;
    this.#sums = layout.map((column) => new BinnedSum(binsOfColumn(column)));
    this.#places = new Map(layout.map(({ name }, place) => [name, place]));
  }

  get size(): number {
    return this.#layout.length;
  }

  /** `rows`: only these. */
  add(columns: readonly Column[], rows?: readonly number[]): void {
    for (const column of columns) {
      const counted = column.name === this.#forecast ? knownRows(column, rows) : rows;
      this.#sums[this.#places.get(column.name) ?? -1]?.add(column, counted);
      if (column.name !== PREDICTION || column.kind !== 'numeric') continue;
      if (rows === undefined) for (const value of column.values) this.#single.push(value);
      else for (const row of rows) this.#single.push(column.values[row] as number);
    }
  }

  count(rows: number): void {
    this.#rows += rows;
  }

  finish(organizationId: string, modelId: string, key: ProfileKey): NewProfile {
    const digest = this.#single.length === 0 ? null : digestOf(Float64Array.from(this.#single));
    const profiles = this.#sums.map((sum) => sum.finish());
    return { ...key, organizationId, modelId, rows: this.#rows, profiles, digest };
  }
}

function knownRows(column: Column, rows?: readonly number[]): readonly number[] {
  const all = rows ?? Array.from({ length: rowsIn(column) }, (_, row) => row);
  if (column.kind === 'categorical') return all.filter((row) => column.codes[row] !== -1);
  if (column.kind === 'text') return all.filter((row) => column.values[row] !== null);
  return all.filter((row) => !Number.isNaN(column.values[row]));
}

const rowsIn = (column: Column): number => (column.kind === 'categorical' ? column.codes : column.values).length;
