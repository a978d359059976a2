import type { Column } from '../frame/column.ts';
import type { Frame } from '../frame/frame.ts';

const bits = new DataView(new ArrayBuffer(8));

function mixNumber(hash: number, value: number): number {
  bits.setFloat64(0, Number.isNaN(value) ? -0.12345 : value);
  return Math.imul(Math.imul(hash ^ bits.getUint32(0), 0x85ebca6b) ^ bits.getUint32(4), 0xc2b2ae35) ^ (hash >>> 15);
}

function mixText(hash: number, value: string | null): number {
  if (value === null) return Math.imul(hash ^ 0x5bd1e995, 0x01000193);
  let mixed = hash;
  for (let at = 0; at < value.length; at += 1) mixed = Math.imul(mixed ^ value.charCodeAt(at), 0x01000193);
  return mixed;
}

function mixCell(hash: number, column: Column, row: number): number {
  if (column.kind === 'text') return mixText(hash, column.values[row] ?? null);
  if (column.kind === 'categorical') return mixText(hash, column.levels[column.codes[row] as number] ?? null);
  return mixNumber(hash, column.values[row] as number);
}

/** Folds 0 to FOLDS - 1 are left out in turn. */
export const FOLDS = 5;

/** The mark after the last fold: rows that occur often enough to be shared out evenly: one fifth of their weight is in every fold. */
export const SHARED = 5;

/** How much of a row's weight a fit without this fold still sees. */
export function shareWithout(foldOfRow: number, fold: number | undefined): number {
  if (fold === undefined) return 1;
  if (foldOfRow === SHARED) return 1 - 1 / FOLDS;
  return foldOfRow === fold ? 0 : 1;
}

/**
 * Shares rows out to folds by what they contain. Equal rows share one fate, so a row of weight 2 and the row twice
 * give the same model. Neither the order of rows nor that of columns matters. Rows found many times are in every
 * fold: leaving all copies out at once would ask about something never seen.
 */
export function foldsByContent(x: Frame, y: Float64Array, weight: Float64Array): Uint8Array {
  const columns = [...x.columns].sort((a, b) => (a.name < b.name ? -1 : 1));
  const mass = new Map<number, number>();
  const contents = Uint32Array.from(y, (target, row) => {
    let hash = mixNumber(0x9e3779b9, target);
    for (const column of columns) hash = mixCell(hash, column, row);
    hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
    return hash ^ (hash >>> 16);
  });
  contents.forEach((content, row) => {
    mass.set(content, (mass.get(content) ?? 0) + (weight[row] as number));
  });
  return Uint8Array.from(contents, (content) => ((mass.get(content) ?? 0) >= FOLDS ? SHARED : content % FOLDS));
}
