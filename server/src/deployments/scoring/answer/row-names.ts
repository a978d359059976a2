import { generatedId } from '../../recording/prediction-record.ts';
import type { SentRows } from '../rows/sent-rows.ts';
import type { Scored } from '../scored.ts';

/** Rows shall have an association id: those without one get it here, and the caller gets to know it. */
export interface Naming {
  readonly column: string;
  readonly prefix: string;
}

/** The association id of each answered row. */
export interface RowNames {
  readonly column: string;
  of(row: number): string;
}

export function rowNames({ column, prefix }: Naming, { kept }: SentRows, { forecasts }: Scored): RowNames {
  const cells = kept.get(column) ?? [];
  const rowIds = forecasts?.rowIds;
  return {
    column,
    of(row) {
      const cell = cells[rowIds === undefined ? row : (rowIds[row] as number)] ?? '';
      return cell === '' ? generatedId(prefix, row) : String(cell);
    },
  };
}
