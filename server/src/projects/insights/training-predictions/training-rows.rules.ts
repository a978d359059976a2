import type { PanelSettings } from '@almanac/engine';
import { type ProjectPlan, partNames, type TablePlan } from '../../core/partitioning/plan.ts';
import { isoTime } from '../../core/partitioning/training-data.ts';
import type { RowPredictions, SeriesPredictions } from '../../engine/part-predictions.ts';
import { rowFinder } from '../../predictions/predict-tasks.ts';
import { rowsOfTable, seriesColumns } from '../../predictions/predicted-rows.rules.ts';
import type { PredictedRow } from '../../predictions/prediction.schema.ts';

export type TrainingRow = PredictedRow & {
  readonly partitionId: string;
  readonly predictionValues: NonNullable<PredictedRow['predictionValues']>;
};

export interface TableRows {
  readonly part: string;
  readonly predictions: RowPredictions;
  /** When rows happened; null in projects without dates. */
  readonly times: Float64Array | null;
}

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
        ...(times === null ? {} : { timestamp: isoTime(times[rowId] as number) }),
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
        timestamp: isoTime(predictions.time[at] as number),
        forecastPoint: isoTime(predictions.point[at] as number),
        forecastDistance: predictions.distance[at] as number,
        seriesId: name ?? null,
        ...seriesColumns(name ?? '', idColumns),
      };
    }
  }
}

export const DATA_SUBSETS = ['all', 'validationAndHoldout', 'holdout', 'allBacktests'] as const;
export type DataSubset = (typeof DATA_SUBSETS)[number];

/**
 * The parts of a subset; all their rows were predicted out of sample. Undefined: the
 * project has no such data.
 */
export function partsOfSubset(plan: ProjectPlan, subset: DataSubset): string[] | undefined {
  const { evaluated, holdout } = partNames(plan);
  const held = holdout ? ['holdout'] : [];
  const backtests = evaluated[0]?.startsWith('backtest') ?? false;
  switch (subset) {
    case 'all':
      return [...evaluated, ...held];
    case 'validationAndHoldout':
      return [...evaluated.slice(0, 1), ...held];
    case 'holdout':
      return holdout ? held : undefined;
    case 'allBacktests':
      return backtests ? [...evaluated] : undefined;
  }
}

/** How clients call a part in the rows of predictions. */
export const partitionId = (part: string): string =>
  part === 'holdout' ? 'Holdout' : `${part.slice(part.indexOf('_') + 1)}.0`;

/** Which row of the data each forecast is about; -1 where a cell has none. */
export function findRows(task: {
  readonly dateColumn: string;
  readonly idColumns: readonly string[];
  /** By number of the series; empty where there is one only. */
  readonly names: readonly string[];
  readonly series: Int32Array;
  readonly time: Float64Array;
}): Int32Array {
  const find = rowFinder(task);
  return task.series.map((number, at) => find(task.names[number] ?? '', task.time[at] as number));
}
