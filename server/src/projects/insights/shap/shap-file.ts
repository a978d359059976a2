import { BinaryReader, BinaryWriter } from '@almanac/engine';
import type { ShapRows } from './shap-tasks.ts';

const LAYOUT = 1;
type Head = Pick<ShapRows, 'columns' | 'kinds' | 'link' | 'cells'>;

export function writeShap({ columns, kinds, link, cells, base, rows, predictions, values }: ShapRows): Uint8Array {
  const to = new BinaryWriter();
  to.u32(LAYOUT);
  to.text(JSON.stringify({ columns, kinds, link, cells } satisfies Head));
  to.i32s(rows);
  for (const numbers of [base, predictions, values]) to.f64s(numbers);
  return to.finish();
}

export function readShap(bytes: Uint8Array): ShapRows {
  const from = new BinaryReader(bytes);
  const layout = from.u32();
  if (layout !== LAYOUT) throw new Error(`Shapley values of layout ${layout} were written by another version.`);
  const head = JSON.parse(from.text()) as Head;
  return { ...head, rows: from.i32s(), base: from.f64s(), predictions: from.f64s(), values: from.f64s() };
}

/** Pieces of one question, put together again. */
export function joinShap(pieces: readonly ShapRows[]): ShapRows {
  const [first] = pieces;
  if (first === undefined) throw new Error('There are no rows to explain.');
  const doubles = (of: (piece: ShapRows) => Float64Array) => Float64Array.from(pieces.flatMap((one) => [...of(one)]));
  return {
    ...first,
    rows: Int32Array.from(pieces.flatMap((one) => [...one.rows])),
    predictions: doubles((one) => one.predictions),
    values: doubles((one) => one.values),
    cells: first.cells.map((_, c) => pieces.flatMap((one) => one.cells[c] ?? [])),
  };
}
