import type { ColumnType, Selectable } from 'kysely';

type Document<T> = ColumnType<T, string, string>;

/** How a time series dataset is to be used; null where nothing was said. Times are ISO 8601. */
export interface AskedOfDataset {
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
  asked: Document<AskedOfDataset>;
  found: Document<FoundInDataset>;
  created_by: string;
  created_at: Date;
}

export interface AskedOfPrediction {
  readonly intervalsSize: number | null;
  readonly forecastPoint: string | null;
  readonly predictionsStartDate: string | null;
  readonly predictionsEndDate: string | null;
  readonly actualValueColumn: string | null;
  readonly predictionThreshold: number | null;
}

interface PredictionTable {
  id: string;
  project_id: string;
  organization_id: string;
  model_id: string;
  prediction_dataset_id: string;
  asked: Document<AskedOfPrediction>;
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
