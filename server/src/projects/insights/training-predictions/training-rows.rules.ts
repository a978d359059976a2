import type { PanelSettings } from '@almanac/engine';
import type { TablePlan } from '../../core/partitioning/plan.ts';
import type { RowPredictions, SeriesPredictions } from '../../engine/predictions-file.ts';
import { rowsOfTable, seriesColumns } from '../../predictions/predicted-rows.rules.ts';
import { partitionId } from './data-subset.rules.ts';

export interface TrainingRow {
  readonly rowId: number;
  readonly partitionId: string;
  readonly prediction: number | string;
  readonly predictionValues: readonly { readonly label: string | number; readonly value: number }[];
  readonly timestamp?: string;
  readonly forecastPoint?: string;
  readonly forecastDistance?: number;
  readonly seriesId?: string | null;
  readonly seriesColumns?: Readonly<Record<string, string>>;
}

export interface TableRows {
  readonly part: string;
  readonly predictions: RowPredictions;
  /** When rows happened; null in projects without dates. */
  readonly times: Float64Array | null;
}

const iso = (time: number): string => new Date(time).toISOString();

export function* trainingRowsOfTable(
  plan: TablePlan,
  parts: readonly TableRows[],
  threshold: number,
): Generator<TrainingRow> {
  for (const { part, predictions, times } of parts) {
    for (const { rowId, prediction, predictionValues } of rowsOfTable(plan, predictions.predicted, threshold)) {
      yield {
        rowId: predictions.rows[rowId] as number,
        partitionId: partitionId(part),
        prediction,
        predictionValues: predictionValues ?? [{ label: plan.target ?? 'anomaly', value: Number(prediction) }],
        ...(times === null ? {} : { timestamp: iso(times[rowId] as number) }),
      };
    }
  }
}

export interface SeriesRows {
  readonly part: string;
  readonly predictions: SeriesPredictions;
  /** Number of the row in the data. */
  readonly rowIds: Int32Array;
}

export function* trainingRowsOfSeries(
  { target, idColumns }: Pick<PanelSettings, 'target' | 'idColumns'>,
  names: readonly string[],
  parts: readonly SeriesRows[],
): Generator<TrainingRow> {
  for (const { part, predictions, rowIds } of parts) {
    for (const [at, value] of predictions.predicted.entries()) {
      const name = names[predictions.series[at] as number];
      yield {
        rowId: rowIds[at] as number,
        partitionId: partitionId(part),
        prediction: value,
        predictionValues: [{ label: target, value }],
        timestamp: iso(predictions.time[at] as number),
        forecastPoint: iso(predictions.point[at] as number),
        forecastDistance: predictions.distance[at] as number,
        seriesId: name ?? null,
        ...seriesColumns(name ?? '', idColumns),
      };
    }
  }
}
