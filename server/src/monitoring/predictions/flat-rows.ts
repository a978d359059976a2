import { column, seriesIdAt, splitSeriesId } from '@almanac/engine';
import {
  type DeploymentRow,
  type ModelPackageRow,
  type PredictionRecord,
  readRecordedRows,
  type SentRows,
} from '#deployments';
import { idsOfAnswers, readable } from './association-ids.ts';
import type { StoredColumn } from './stored-rows.store.ts';

type Cell = string | number | bigint | boolean | null | undefined;

/** The rows of one record, cell by cell. */
export interface FlatRecord {
  readonly rows: number;
  readonly columns: readonly StoredColumn[];
  cell(column: number, row: number): Cell;
  /** What the row is known by to those who will tell what came true; null where it was sent without. */
  associationId(row: number): string | null;
}

interface Flat {
  readonly column: StoredColumn;
  cell(row: number): Cell;
}

/** A table of what was sent and what was answered, a row for each answer; rows nobody can read are left out. */
export function flattenRecord(record: PredictionRecord, deployment: DeploymentRow, model: ModelPackageRow): FlatRecord {
  const { answer } = record;
  const sent = sentRows(record, model);
  const answered = answer === undefined ? 0 : Math.floor(answer.values.length / answer.width);
  const rows = answer === undefined ? sent.rows : answered;
  const rowOf = sent.rowOf(record);
  const columns: Flat[] = [
    ...[...sent.cells].map(
      ([name, cells]): Flat => ({
        column: { name, from: 'sent' },
        cell: (row) => cells[rowOf(row)] ?? sent.fallback(name, row, record),
      }),
    ),
    ...answerColumns(record, deployment, model),
  ];
  const ids = idsOfAnswers({ deployment, model }, record, sent.cells);
  return {
    rows,
    columns: columns.map(({ column }) => column),
    cell: (column, row) => columns[column]?.cell(row),
    associationId: (row) => ids[row] ?? null,
  };
}

interface Sent {
  readonly rows: number;
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
  /** Which row that was sent an answer belongs to; -1 for none. */
  rowOf(record: PredictionRecord): (row: number) => number;
  /** Times and series of forecasts beyond the rows that were sent. */
  fallback(name: string, row: number, record: PredictionRecord): Cell;
}

function sentRows({ input }: PredictionRecord, { bundle }: ModelPackageRow): Sent {
  const panel = bundle?.plan.kind === 'series' ? bundle.plan.panel : null;
  const placed = panel === null ? [] : [panel.dateColumn, ...panel.idColumns];
  const columns = bundle?.columns.filter(({ name }) => placed.includes(name)) ?? [];
  const read = input && readable(() => readRecordedRows(input, { columns, kept: 'all' }));
  return {
    rows: read?.rows ?? 0,
    cells: read?.kept ?? new Map(),
    rowOf({ answer }) {
      const forecasts = answer?.forecasts;
      if (forecasts === undefined) return (row) => row;
      const places = read && panel ? placesByTime(read, panel) : new Map<string, number>();
      return (row) => places.get(`${forecasts.times[row]} ${forecasts.series[row]}`) ?? -1;
    },
    fallback(name, row, { answer }) {
      const forecasts = answer?.forecasts;
      if (forecasts === undefined) return null;
      if (name === panel?.dateColumn) return timeLike(read?.kept.get(name)?.[0], forecasts.times[row] as number);
      const ids = panel?.idColumns ?? [];
      const series = forecasts.series[row];
      return series === undefined ? null : (splitSeriesId(series, ids.length)[ids.indexOf(name)] ?? null);
    },
  };
}

/** A column with bare dates stays one: times among them would make it a column of texts. */
function timeLike(sent: Cell, time: number): string {
  const text = new Date(time).toISOString();
  return typeof sent === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(sent) ? text.slice(0, sent.length) : text;
}

function placesByTime(
  { frame, rows }: SentRows,
  { dateColumn, idColumns }: { readonly dateColumn: string; readonly idColumns: readonly string[] },
): ReadonlyMap<string, number> {
  const dates = column(frame, dateColumn);
  const seriesOf = seriesIdAt(frame, idColumns);
  const places = new Map<string, number>();
  if (dates.kind !== 'date') return places;
  for (let row = 0; row < rows; row += 1) places.set(`${dates.values[row]} ${seriesOf(row)}`, row);
  return places;
}

/** Under the names the Prediction API answers in CSV. */
function answerColumns(
  { answer }: PredictionRecord,
  { prediction_threshold }: DeploymentRow,
  model: ModelPackageRow,
): Flat[] {
  if (answer === undefined) return [];
  const { width, values, forecasts } = answer;
  const { name, type, classes } = model.target;
  const of = (text: string, cell: Flat['cell']): Flat => ({ column: { name: text, from: 'answer' }, cell });
  const target = name ?? 'ANOMALY_SCORE';
  const times = forecasts && [
    of('FORECAST_POINT', (row) => new Date(forecasts.points[row] as number).toISOString()),
    of('FORECAST_DISTANCE', (row) => forecasts.distances[row]),
  ];
  if (width > 1 && width !== classes.length) return [];
  if (width > 1) {
    const chances = classes.map((label, k) => of(`${target}_${label}_PREDICTION`, (row) => values[row * width + k]));
    return [...chances, of(`${target}_PREDICTION`, (row) => classes[likeliestClass(values, row, width)])];
  }
  if (type === 'Binary') {
    const threshold = prediction_threshold ?? model.prediction_threshold;
    return [
      of(`${target}_${classes[1]}_PREDICTION`, (row) => values[row]),
      of(`${target}_${classes[0]}_PREDICTION`, (row) => 1 - (values[row] as number)),
      of(`${target}_PREDICTION`, (row) => predictedLabel(values[row] as number, threshold, classes)),
    ];
  }
  const said = name === null ? target : `${target}_PREDICTION`;
  return [...(times ?? []), of(said, (row) => values[row])];
}

/** The class with the greatest chance of a row; the first of several. */
function likeliestClass(values: Float64Array, row: number, width: number): number {
  let best = 0;
  for (let k = 1; k < width; k += 1) {
    if ((values[row * width + k] as number) > (values[row * width + best] as number)) best = k;
  }
  return best;
}

/** Of two classes; null for a chance that is no number. */
const predictedLabel = (chance: number, threshold: number, classes: readonly string[]): string | null =>
  Number.isNaN(chance) ? null : (classes[chance >= threshold ? 1 : 0] ?? null);
