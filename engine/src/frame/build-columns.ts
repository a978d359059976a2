import { EngineProblem } from '../core/engine-problem.ts';
import type { BooleanColumn, CategoricalColumn, ColumnKind, DateColumn, NumericColumn, TextColumn } from './frame.ts';

type Cells<T> = ArrayLike<T | null | undefined>;

function numbers(cells: Cells<number>): Float64Array {
  const values = new Float64Array(cells.length);
  for (let row = 0; row < cells.length; row += 1) values[row] = cells[row] ?? Number.NaN;
  return values;
}

/** A column of numbers; null, undefined and NaN are missing. */
export function numericColumn(name: string, cells: Cells<number>): NumericColumn {
  return { kind: 'numeric', name, values: numbers(cells) };
}

/** A column of true and false; null and undefined are missing. */
export function booleanColumn(name: string, cells: Cells<boolean>): BooleanColumn {
  const values = new Float64Array(cells.length);
  for (let row = 0; row < cells.length; row += 1) {
    const cell = cells[row];
    values[row] = cell === null || cell === undefined ? Number.NaN : Number(cell);
  }
  return { kind: 'boolean', name, values };
}

/** A column of instants, as milliseconds since 1970 or as ISO 8601 texts. A text without a zone is read as UTC. */
export function dateColumn(name: string, cells: Cells<number | string>): DateColumn {
  const values = new Float64Array(cells.length);
  for (let row = 0; row < cells.length; row += 1) {
    const cell = cells[row];
    if (typeof cell === 'string') {
      const zoned = /[zZ]$|[+-]\d\d:?\d\d$/.test(cell) || !cell.includes(':') ? cell : `${cell}Z`;
      const instant = Date.parse(zoned.replace(' ', 'T'));
      if (Number.isNaN(instant)) {
        throw new EngineProblem(
          'frame.not-a-date',
          `"${cell}" in column "${name}", row ${row}, is not an ISO 8601 date. Write it like 2024-05-31 or 2024-05-31T12:00:00Z.`,
          { column: name, row },
        );
      }
      values[row] = instant;
    } else {
      values[row] = cell ?? Number.NaN;
    }
  }
  return { kind: 'date', name, values };
}

/** A column of names. Levels are sorted, so that the same cells always get the same codes whatever their order. */
export function categoricalColumn(name: string, cells: Cells<string>): CategoricalColumn {
  const distinct = new Set<string>();
  for (let row = 0; row < cells.length; row += 1) {
    const cell = cells[row];
    if (cell !== null && cell !== undefined) distinct.add(cell);
  }
  const levels = [...distinct].sort();
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const codes = new Int32Array(cells.length);
  for (let row = 0; row < cells.length; row += 1) {
    const cell = cells[row];
    codes[row] = cell === null || cell === undefined ? -1 : (codeOf.get(cell) ?? -1);
  }
  return { kind: 'categorical', name, codes, levels };
}

/** A column of free text. */
export function textColumn(name: string, cells: Cells<string>): TextColumn {
  return { kind: 'text', name, values: Array.from(cells, (cell) => cell ?? null) };
}

/** Arrow keeps "is there a value" apart from the values: bit `row` (least significant first) is 1 where there is one. */
export type Validity = Uint8Array | null;

type ArrowNumbers =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array;

function isThere(validity: Validity, row: number): boolean {
  return validity === null || (((validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
}

/** A column from an Arrow primitive array. Without missing values a Float64Array is used as it is, not copied. */
export function numbersFromArrow<K extends Extract<ColumnKind, 'numeric' | 'boolean' | 'date'>>(
  kind: K,
  name: string,
  data: ArrowNumbers,
  validity: Validity,
): Omit<NumericColumn, 'kind'> & { readonly kind: K } {
  if (validity === null && data instanceof Float64Array) return { kind, name, values: data };
  const values = Float64Array.from(data);
  for (let row = 0; row < values.length; row += 1) if (!isThere(validity, row)) values[row] = Number.NaN;
  return { kind, name, values };
}

/** A column from an Arrow dictionary array: indices into the dictionary's texts. */
export function categoriesFromArrow(
  name: string,
  indices: Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array,
  dictionary: readonly string[],
  validity: Validity,
): CategoricalColumn {
  const codes = Int32Array.from(indices);
  for (let row = 0; row < codes.length; row += 1) {
    if (!isThere(validity, row)) codes[row] = -1;
    else if ((codes[row] as number) >= dictionary.length || (codes[row] as number) < 0) {
      throw new EngineProblem(
        'frame.no-such-level',
        `Column "${name}", row ${row}: index ${indices[row]} is outside the dictionary of ${dictionary.length} entries.`,
        { column: name, row },
      );
    }
  }
  return { kind: 'categorical', name, codes, levels: dictionary };
}
