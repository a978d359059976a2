import { column, seriesIdAt } from '@almanac/engine';
import { heldFrame } from '../../engine/held-data.ts';

/** Which row of the data each forecast is about; -1 where a cell has none. */
export function findRows(task: {
  readonly dateColumn: string;
  readonly idColumns: readonly string[];
  /** By number of the series; empty where there is one only. */
  readonly names: readonly string[];
  readonly series: Int32Array;
  readonly time: Float64Array;
}): Int32Array {
  const table = heldFrame();
  const dates = column(table, task.dateColumn);
  const idOf = seriesIdAt(table, task.idColumns);
  const numbers = new Map(task.names.map((name, number) => [name, number]));
  const place = new Map<number, Map<number, number>>();
  for (let row = 0; row < table.rows; row++) {
    const number = task.idColumns.length === 0 ? 0 : numbers.get(idOf(row));
    if (number === undefined || dates.kind !== 'date') continue;
    let own = place.get(number);
    if (own === undefined) {
      own = new Map();
      place.set(number, own);
    }
    own.set(dates.values[row] as number, row);
  }
  return task.series.map((number, at) => place.get(number)?.get(task.time[at] as number) ?? -1);
}
