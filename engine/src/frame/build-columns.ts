import { EngineProblem } from '../core/engine-problem.ts';
import type { BooleanColumn, CategoricalColumn, DateColumn, NumericColumn, TextColumn } from './frame.ts';

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
