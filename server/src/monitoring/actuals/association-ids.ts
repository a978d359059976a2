import { column, seriesIdAt } from '@almanac/engine';
import { type DeploymentRow, type PredictionRecord, readRecordedRows } from '#deployments';
import type { Watched } from '../absorb/watched.ts';

type Cells = ReadonlyMap<string, readonly unknown[]>;

/** Longer ones cannot be reported with an actual. */
export const LONGEST_ID = 128;
/** What the database cannot hold: a zero, and halves of characters. */
const UNKEEPABLE = /[\0\ud800-\udfff]/u;
export const isKeepable = (text: string): boolean => !UNKEEPABLE.test(text);
/** Between the parts of an id that several columns make up together. */
const BETWEEN = '_';

/** Columns that tell which row a prediction was made for. */
export const idColumns = ({ settings }: DeploymentRow): readonly string[] => settings.associationId.columnNames ?? [];

/** The id of each answered row; null for rows without one. Empty where the deployment has no ids. */
export function idsOfAnswers(watched: Watched, record: PredictionRecord, kept: Cells): readonly (string | null)[] {
  const columns = idColumns(watched.deployment);
  const { answer, input } = record;
  if (columns.length === 0 || answer === undefined || input === undefined) return [];
  if (answer.forecasts !== undefined) return idsOfForecasts(watched, input, answer.forecasts, columns);
  return idsOfRows(kept, columns);
}

function idsOfRows(kept: Cells, columns: readonly string[]): (string | null)[] {
  const cells = columns.map((name) => kept.get(name));
  const [first] = cells;
  if (first === undefined || cells.includes(undefined)) return [];
  return first.map((_, row) => {
    const parts = cells.map((cell) => cell?.[row] ?? '');
    if (parts.includes('')) return null;
    const id = parts.map(String).join(BETWEEN);
    return id.length > LONGEST_ID || !isKeepable(id) ? null : id;
  });
}

/** A forecast has the id of the row that was sent for its time and series. */
function idsOfForecasts(
  { model }: Watched,
  input: NonNullable<PredictionRecord['input']>,
  { series, times }: NonNullable<NonNullable<PredictionRecord['answer']>['forecasts']>,
  columns: readonly string[],
): (string | null)[] {
  const plan = model.bundle?.plan;
  if (plan?.kind !== 'series') return [];
  const { dateColumn, idColumns: seriesColumns } = plan.panel;
  const wanted = model.bundle?.columns.filter(({ name }) => name === dateColumn || seriesColumns.includes(name)) ?? [];
  const sent = readRecordedRows(input, { columns: wanted, kept: columns });
  const dates = column(sent.frame, dateColumn);
  if (dates.kind !== 'date') return [];
  const ids = idsOfRows(sent.kept, columns);
  const seriesOf = seriesIdAt(sent.frame, seriesColumns);
  const byPlace = new Map(ids.map((id, row) => [`${dates.values[row]} ${seriesOf(row)}`, id]));
  return series.map((one, forecast) => byPlace.get(`${times[forecast]} ${one}`) ?? null);
}
