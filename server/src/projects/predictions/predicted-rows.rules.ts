import { splitSeriesId } from '@almanac/engine';
import type { TablePlan } from '../core/partitioning/plan.ts';
import { indexOfGreatest } from '../engine/arrays.ts';
import type { Forecasts } from './predict-tasks.ts';
import type { PredictedRow } from './prediction.schema.ts';

const USUAL_THRESHOLD = 0.5;

export const taskOf = (plan: { readonly kind: string; readonly task?: string }) =>
  plan.kind === 'table' && plan.task === 'binary'
    ? ('Binary' as const)
    : plan.kind === 'table' && plan.task === 'multiclass'
      ? ('Multiclass' as const)
      : ('Regression' as const);

/** Labels that are numbers in the data are numbers in the reply, as clients compare them. */
export const labelOf = (label: string): string | number =>
  label.trim() !== '' && Number.isFinite(Number(label)) ? Number(label) : label;

/** Numbers of classes are doubles to clients: 1 is written 1.0, also in names of columns. */
export const labelText = (label: string | number): string => (Number.isInteger(label) ? `${label}.0` : String(label));

const WHOLE_LABEL = /"(label|prediction|positiveClass)":(-?\d+)(?=[,}])/g;

/** The same in JSON that was written already. Inside of a text quotes are escaped, so nothing there is taken for one. */
export const withDoubleLabels = (json: string): string => json.replace(WHOLE_LABEL, '"$1":$2.0');

export function* rowsOfTable(
  { task, classes }: TablePlan,
  predicted: Float64Array,
  threshold: number | null,
): Generator<PredictedRow> {
  const labels = classes.map(labelOf);
  const width = task === 'multiclass' ? classes.length : 1;
  for (let rowId = 0; rowId < predicted.length / width; rowId++) {
    if (task === 'binary') {
      const yes = predicted[rowId] as number;
      const at = threshold ?? USUAL_THRESHOLD;
      const [negative = 0, positive = 1] = labels;
      yield {
        rowId,
        prediction: yes >= at ? positive : negative,
        predictionThreshold: at,
        positiveProbability: yes,
        predictionValues: [
          { label: positive, value: yes },
          { label: negative, value: 1 - yes },
        ],
      };
    } else if (task === 'multiclass') {
      const chances = predicted.subarray(rowId * width, (rowId + 1) * width);
      const best = indexOfGreatest(chances);
      yield {
        rowId,
        prediction: labels[best] ?? '',
        predictionValues: labels.map((label, at) => ({ label, value: chances[at] as number })),
      };
    } else {
      yield { rowId, prediction: predicted[rowId] as number };
    }
  }
}

/** Forecasts in the order of series and time. Rows that are not in the data are numbered on after its last one. */
export function* rowsOfForecasts(
  { rows, rowIds }: Forecasts,
  sentRows: number,
  idColumns: readonly string[],
): Generator<PredictedRow> {
  let next = sentRows;
  for (const [at, row] of rows.entries()) {
    const known = rowIds[at] as number;
    const [interval] = row.intervals;
    const timestamp = new Date(row.time).toISOString();
    yield {
      rowId: known < 0 ? next++ : known,
      prediction: row.value,
      timestamp,
      originalFormatTimestamp: timestamp,
      forecastPoint: new Date(row.forecastPoint).toISOString(),
      forecastDistance: row.distance,
      seriesId: idColumns.length > 0 ? row.series : null,
      ...seriesColumns(row.series, idColumns),
      ...(interval === undefined
        ? {}
        : { predictionIntervalLowerBound: interval.lower, predictionIntervalUpperBound: interval.upper }),
    };
  }
}

/** The values of a composite series ID; empty where there is one ID column. */
export function seriesColumns(
  id: string,
  idColumns: readonly string[],
): { readonly seriesColumns?: Readonly<Record<string, string>> } {
  if (idColumns.length < 2) return {};
  const values = splitSeriesId(id, idColumns.length);
  return { seriesColumns: Object.fromEntries(idColumns.map((name, at) => [name, values[at] ?? ''])) };
}

interface RowValues {
  readonly columns: readonly string[];
  /** Rows x columns. */
  readonly values: Float64Array;
  readonly cells: readonly (readonly string[])[];
}

/** The strongest values of a row, as many in every row; the sum of the others is told beside them. */
export function shapExplanations(
  { columns, values, cells }: RowValues,
  row: number,
  label: string | number,
  most: number | null,
): Required<Pick<PredictedRow, 'predictionExplanations' | 'predictionExplanationMetadata'>> {
  const width = columns.length;
  const all = columns
    .map((feature, c) => ({
      feature,
      featureValue: cells[c]?.[row] ?? '',
      strength: values[row * width + c] as number,
      label,
    }))
    .sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength) || (a.feature < b.feature ? -1 : 1));
  const shown = all.slice(0, most ?? width);
  const rest = all.slice(shown.length).reduce((sum, { strength }) => sum + strength, 0);
  return { predictionExplanations: shown, predictionExplanationMetadata: { shapRemainingTotal: rest } };
}
