import type { Column } from '../frame/column.ts';
import { EngineProblem } from '../problems/engine-problem.ts';

/** How several rows of one cell become one value. */
export type CellRule = 'sum' | 'mean' | 'last';

/** Values of a series laid on its cells (ascending), NaN where no row is. */
export function cellsOf(
  values: Float64Array,
  rows: Int32Array,
  cells: Int32Array,
  rule: CellRule = 'last',
): Float64Array {
  const first = cells[0] ?? 0;
  const out = new Float64Array((cells.at(-1) ?? -1) - first + 1).fill(Number.NaN);
  const counts = new Int32Array(out.length);
  for (let i = 0; i < rows.length; i++) {
    const at = (cells[i] as number) - first;
    const value = values[rows[i] as number] as number;
    if (Number.isNaN(value)) continue;
    out[at] = counts[at] === 0 || rule === 'last' ? value : (out[at] as number) + value;
    counts[at] = (counts[at] as number) + 1;
  }
  if (rule === 'mean') {
    for (let i = 0; i < out.length; i++)
      if ((counts[i] as number) > 1) out[i] = (out[i] as number) / (counts[i] as number);
  }
  return out;
}

/** Numbers as they are, categories as their codes, missing as NaN. */
export function codesOrValues(source: Column): Float64Array {
  if (source.kind === 'categorical') return Float64Array.from(source.codes, (code) => (code < 0 ? Number.NaN : code));
  if (source.kind !== 'text') return source.values;
  throw new EngineProblem('series.text', `Column "${source.name}" is free text and has no value on a time grid.`, {
    column: source.name,
  });
}
