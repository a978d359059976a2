import type { Panel } from '@almanac/engine';
import type { SeriesPlan } from './plan.ts';

/** Cells a series must have before a forecast point to take part in it. */
const LEAST_HISTORY = 3;

type Axis = Pick<SeriesPlan, 'alignment' | 'lastCell'>;

/** How many cells of each series lie at or before a cell of the grid; 0 where too few do. */
export function lengthsAt(panel: Panel, axis: Axis, cell: number): Int32Array {
  return Int32Array.from(panel.series, ({ start, target }) => {
    const length =
      axis.alignment === 'own end' ? target.length - (axis.lastCell - cell) : Math.min(target.length, cell - start + 1);
    return length >= LEAST_HISTORY ? length : 0;
  });
}

/** The first cell at or after a time. Cells are found by halving, because months differ in length. */
export function cellAt(axis: Pick<CellAxis, 'first' | 'last' | 'timeOf'>, time: number): number {
  let low = axis.first;
  let high = axis.last + 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (axis.timeOf(middle) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cells the data lie in. */
export interface CellAxis {
  readonly first: number;
  readonly last: number;
  /** Cells of the series in the middle. */
  readonly typicalLength: number;
  timeOf(cell: number): number;
}
