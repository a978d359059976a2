import type { ColumnType, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, pageOfRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';
import { catalogue, notFound, unprocessable } from '#platform/http/problem.ts';

type Document<T> = ColumnType<T, string, string>;

/** Options of a time series prediction dataset; null where not given. Times are ISO 8601. */
export interface PredictionDatasetOptions {
  readonly forecastPoint: string | null;
  readonly predictionsStartDate: string | null;
  readonly predictionsEndDate: string | null;
  readonly relaxKnownInAdvanceFeaturesCheck: boolean;
  readonly actualValueColumn: string | null;
}

/** What reading it showed. */
export interface FoundInDataset {
  readonly dataStartDate: string | null;
  readonly dataEndDate: string | null;
  readonly maxForecastDate: string | null;
  /** First and last moment a forecast may be made at. */
  readonly forecastPointRange: readonly [string, string] | null;
  readonly containsTargetValues: boolean | null;
  readonly missesKnownInAdvance: boolean;
}

interface PredictionDatasetTable {
  id: string;
  project_id: string;
  organization_id: string;
  name: string;
  dataset_id: string;
  version_id: string;
  from_catalog: boolean;
  row_count: number;
  column_count: number;
  asked: Document<PredictionDatasetOptions>;
  found: Document<FoundInDataset>;
  created_by: string;
  created_at: Date;
}

export interface PredictionOptions {
  readonly intervalsSize: number | null;
  readonly forecastPoint: string | null;
  readonly predictionsStartDate: string | null;
  readonly predictionsEndDate: string | null;
  readonly actualValueColumn: string | null;
  readonly predictionThreshold: number | null;
  /** With the Shapley values of each row: how many, null for all; and once computed the base they add up from. */
  readonly shap?: { readonly most: number | null; readonly base?: number };
}

interface PredictionTable {
  id: string;
  project_id: string;
  organization_id: string;
  model_id: string;
  prediction_dataset_id: string;
  asked: Document<PredictionOptions>;
  task: 'Regression' | 'Binary' | 'Multiclass';
  positive_class: string | null;
  row_count: number;
  rows_key: string;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    prediction_datasets: PredictionDatasetTable;
    predictions: PredictionTable;
  }
}

export type PredictionDatasetRow = Selectable<PredictionDatasetTable>;
export type PredictionRow = Selectable<PredictionTable>;

interface PredictionFilter {
  readonly modelId?: string | undefined;
  readonly datasetId?: string | undefined;
}

export const predictionStore = (db: Queries) => ({
  byId: (projectId: string, id: string) => findRow(db, 'predictions', { project_id: projectId, id }),

  page(projectId: string, { modelId, datasetId }: PredictionFilter, window: Window) {
    let mine = db.selectFrom('predictions').selectAll().where('project_id', '=', projectId);
    if (modelId !== undefined) mine = mine.where('model_id', '=', modelId);
    if (datasetId !== undefined) mine = mine.where('prediction_dataset_id', '=', datasetId);
    return pageOfRows(mine.orderBy('created_at', 'desc').orderBy('id'), window);
  },

  insert: (row: PredictionRow) =>
    db
      .insertInto('predictions')
      .values({ ...row, asked: JSON.stringify(row.asked) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
});

export const predictionDatasetStore = (db: Queries) => ({
  byId: (projectId: string, id: string) => findRow(db, 'prediction_datasets', { project_id: projectId, id }),

  page(projectId: string, window: Window) {
    const mine = db.selectFrom('prediction_datasets').selectAll().where('project_id', '=', projectId);
    return pageOfRows(mine.orderBy('created_at', 'desc').orderBy('id'), window);
  },

  insert: (row: PredictionDatasetRow) =>
    db
      .insertInto('prediction_datasets')
      .values({ ...row, asked: JSON.stringify(row.asked), found: JSON.stringify(row.found) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),

  delete: (projectId: string, id: string) => deleteRows(db, 'prediction_datasets', { project_id: projectId, id }),
});

export const PredictionProblems = catalogue({
  noSuchDataset: notFound(
    'predictions.no_such_dataset',
    (projectId: string, id: string) =>
      `The project has no prediction dataset ${id}. GET projects/${projectId}/predictionDatasets/ lists them.`,
  ),
  noSuchPrediction: notFound(
    'predictions.no_such_prediction',
    (projectId: string, id: string) =>
      `The project has no predictions ${id}. GET projects/${projectId}/predictions/ lists them.`,
  ),
  noTimeSeries: unprocessable(
    'predictions.no_time_series',
    (what: string) => `${what} is for time series projects, and this is none. Leave it out.`,
  ),
  knownInAdvanceMissing: unprocessable(
    'predictions.known_in_advance_missing',
    (columns: readonly string[]) =>
      `The data miss values of ${columns.join(', ')} in the forecast window, which are known in advance. ` +
      'Fill them in, or send relaxKnownInAdvanceFeaturesCheck=true to forecast without them.',
  ),
  missingColumns: unprocessable(
    'predictions.missing_columns',
    (columns: readonly string[]) =>
      `The data have no column ${columns.join(', ')}, which the model learned from. ` +
      'Add what is missing, with empty cells where values are not known.',
  ),
  noForecasts: unprocessable(
    'predictions.no_forecasts',
    (point: string) =>
      `No series of the data has a row at or before the forecast point ${point}. Send the rows before it as well.`,
  ),
});
