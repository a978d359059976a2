import { column, seriesIdAt } from '@almanac/engine';
import { type ModelPackageRow, type PredictionRecord, readRecordedRows, type SentRows } from '#deployments';

/** The rows a forecast was asked with, and which of them each forecast is about. */
export interface SentSeries {
  /** Milliseconds since 1970, row by row. */
  readonly times: Float64Array;
  /** For each forecast the row that was sent for its time and series; -1 where there was none. */
  readonly rowOf: Int32Array;
  readonly kept: SentRows['kept'];
}

/** Null for what is no forecast. `kept`: columns that are wanted as they were written. */
export function sentSeries(
  { bundle }: Pick<ModelPackageRow, 'bundle'>,
  { input, answer }: PredictionRecord,
  kept: readonly string[],
): SentSeries | null {
  const plan = bundle?.plan;
  const forecasts = answer?.forecasts;
  if (plan?.kind !== 'series' || input === undefined || forecasts === undefined) return null;
  const { dateColumn, idColumns } = plan.panel;
  const wanted = bundle?.columns.filter(({ name }) => name === dateColumn || idColumns.includes(name)) ?? [];
  const sent = readRecordedRows(input, { columns: wanted, kept });
  const dates = column(sent.frame, dateColumn);
  if (dates.kind !== 'date') return null;
  const seriesOf = seriesIdAt(sent.frame, idColumns);
  const rowAt = new Map<string, number>();
  for (let row = 0; row < sent.rows; row++) rowAt.set(`${dates.values[row]} ${seriesOf(row)}`, row);
  const rowOf = Int32Array.from(
    forecasts.series,
    (one, forecast) => rowAt.get(`${forecasts.times[forecast]} ${one}`) ?? -1,
  );
  return { times: Float64Array.from(dates.values), rowOf, kept: sent.kept };
}
