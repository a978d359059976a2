import type { Column } from './column.ts';
import type { Frame } from './frame.ts';

/** True where no row has a value. */
export function isEmptyColumn(column: Column): boolean {
  if (column.kind === 'categorical') return !column.codes.some((code) => code >= 0);
  if (column.kind === 'text') return !column.values.some((value) => value !== null);
  return !column.values.some((value) => !Number.isNaN(value));
}

/**
 * The frame without columns that hold nothing. Estimators refuse such columns by name; a search that draws its own
 * training rows drops them first, because a rare value may be missing from one fold and not from the next.
 */
export function withoutEmptyColumns(table: Frame): Frame {
  return { rows: table.rows, columns: table.columns.filter((column) => !isEmptyColumn(column)) };
}
