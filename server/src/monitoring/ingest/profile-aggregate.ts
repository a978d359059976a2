import { BinnedSum, type Column, digestOf } from '@almanac/engine';
import { PREDICTION } from '#projects';
import { binsOfColumn, type Layout } from '../profiles/layout.ts';
import type { NewProfile, ProfileKey } from '../profiles/profile.store.ts';

/** Of a model that forecasts: in rows of the future what is not known in advance is empty, and that is no drift. */
export interface Forecast {
  readonly target: string;
  readonly knownInAdvance: ReadonlySet<string>;
}

/** A profile that is being gathered from the records of a segment. */
export class ProfileAggregate {
  readonly #sums: readonly BinnedSum[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #single: number[] = [];
  readonly #forecast: Forecast | null;
  #rows = 0;

  constructor(layout: Layout, forecast: Forecast | null) {
    this.#forecast = forecast;
    this.#sums = layout.map((column) => new BinnedSum(binsOfColumn(column)));
    this.#places = new Map(layout.map(({ name }, place) => [name, place]));
  }

  /** `rows`: only these. */
  add(columns: readonly Column[], rows?: readonly number[]): void {
    const target = columns.find(({ name }) => name === this.#forecast?.target);
    for (const column of columns) {
      const isUnknown = target !== undefined && !this.#forecast?.knownInAdvance.has(column.name);
      const counted = isUnknown ? rowsOfKnownCells(column, target, rows) : rows;
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
    return { ...key, organization_id: organizationId, model_id: modelId, rows: this.#rows, profiles, digest };
  }
}

/** Cells that are empty where the target is empty too lie in the future. */
function rowsOfKnownCells(column: Column, target: Column, rows?: readonly number[]): readonly number[] {
  const all = rows ?? Array.from({ length: rowsIn(column) }, (_, row) => row);
  return all.filter((row) => !isEmpty(column, row) || !isEmpty(target, row));
}

function isEmpty(column: Column, row: number): boolean {
  if (column.kind === 'categorical') return column.codes[row] === -1;
  return column.kind === 'text' ? column.values[row] === null : Number.isNaN(column.values[row]);
}

const rowsIn = (column: Column): number => (column.kind === 'categorical' ? column.codes : column.values).length;
