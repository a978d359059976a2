import { EngineProblem } from '../problems/engine-problem.ts';
import type { CategoricalColumn, ColumnKind, NumericColumn } from './column.ts';

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
