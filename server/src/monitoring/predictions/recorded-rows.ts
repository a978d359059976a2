import type { Column } from '@almanac/engine';
import {
  type DeploymentRow,
  dateReader,
  type ManifestColumn,
  type ModelPackageRow,
  type PredictionRecord,
  type RecordedAnswer,
  readRecordedRows,
} from '#deployments';
import { PREDICTED_LABEL, PREDICTION, predictionColumns } from '#projects';
import type { Layout } from '../profiles/layout.ts';
import { idColumns, idsOfAnswers, type RequestSeries, readable, readRequestSeries } from './association-ids.ts';

/** A model of a deployment, and the columns that are monitored. */
export interface MonitoredModel {
  readonly deployment: DeploymentRow;
  readonly model: ModelPackageRow;
  readonly layout: Layout;
}

/** The rows of a record as columns, and what they were answered. Either may be empty. */
export interface ParsedRows {
  readonly features: readonly Column[];
  readonly predictions: readonly Column[];
  /** Rows that were sent; answered rows may be others (time series). */
  readonly sent: number;
  readonly answered: number;
  /** Cells of the segment columns, as they were sent. */
  readonly segments: ReadonlyMap<string, readonly string[]>;
  /** Association ids of answered rows; empty where the deployment has none. */
  readonly ids: readonly (string | null)[];
  /** When rows count, where that is not when they were asked for. */
  readonly dates: RowDates | null;
  /** The rows of a forecast request; null where they were not read as time series. */
  readonly series: RequestSeries | null;
}

export function parseRows(monitored: MonitoredModel, record: PredictionRecord): ParsedRows {
  const { input, answer } = record;
  const { settings } = monitored.deployment;
  const attributes = segmentColumns(settings);
  const wanted = settings.featureDrift.enabled ? monitoredColumns(monitored) : [];
  const kept = [...new Set([...attributes, ...idColumns(monitored.deployment)])];
  const isRead = input !== undefined && (wanted.length > 0 || kept.length > 0);
  const rows = isRead ? readable(() => readRecordedRows(input, { columns: wanted, kept })) : undefined;
  const told = [...(rows?.kept ?? [])].filter(([name]) => attributes.includes(name));
  const width = answer?.width ?? 1;
  const series = readable(() => readSeries(monitored, record)) ?? null;
  return {
    features: rows?.frame.columns ?? [],
    predictions: answer === undefined || !settings.targetDrift.enabled ? [] : answeredColumns(monitored, answer),
    sent: rows?.rows ?? 0,
    answered: answer === undefined ? 0 : Math.floor(answer.values.length / width),
    segments: new Map(told.map(([name, cells]) => [name, cells.map((cell) => String(cell ?? ''))])),
    ids: rows === undefined ? [] : idsOfAnswers(monitored, record, rows.kept, series),
    dates: rowDates(monitored, record, series),
    series,
  };
}

/** Rows of time series are read again only where somebody wants to know more of them than what they look like. */
function readSeries(monitored: MonitoredModel, record: PredictionRecord): RequestSeries | null {
  const kept = [...idColumns(monitored.deployment), ...dateColumns(monitored), ...actualColumns(monitored)];
  const isSelected = kept.length > 0 || monitored.deployment.settings.predictionsByForecastDate.enabled;
  return isSelected ? readRequestSeries(monitored.model, record, [...new Set(kept)]) : null;
}

/** The target column, where the deployment extracts actuals from later forecast requests. */
export function actualColumns({ deployment, model }: Pick<MonitoredModel, 'deployment' | 'model'>): readonly string[] {
  const { automaticActuals } = deployment.settings;
  const isEnabled = automaticActuals.enabled && idColumns(deployment).length > 0;
  return isEnabled && model.target.name !== null ? [model.target.name] : [];
}

/** Columns whose values are looked at one by one: segments, and features that must not be treated unfairly. */
const segmentColumns = ({ segmentAnalysis, biasAndFairness }: DeploymentRow['settings']): readonly string[] => [
  ...new Set([
    ...(segmentAnalysis.enabled ? segmentAnalysis.attributes : []),
    ...(biasAndFairness?.protectedFeatures ?? []),
  ]),
];

/** Columns of the model that are in its layout; of an external model those that were reported. */
function monitoredColumns({ deployment, model, layout }: MonitoredModel): readonly ManifestColumn[] {
  const { featureSelection, trackedFeatures } = deployment.settings.featureDrift;
  const tracked = featureSelection === 'manual' ? new Set(trackedFeatures) : null;
  const isTracked = ({ name }: { readonly name: string }) => tracked === null || tracked.has(name);
  if (model.bundle !== null) {
    const known = new Set(layout.map(({ name }) => name));
    return model.bundle.columns.filter((column) => known.has(column.name) && isTracked(column));
  }
  return layout
    .filter((column) => column.role === 'feature' && isTracked(column))
    .map(({ name, kind }) => ({
      name,
      kind: kind === 'numbers' ? 'numeric' : 'categorical',
      featureType: kind === 'numbers' ? 'Numeric' : 'Categorical',
      dateFormat: null,
      needed: false,
      knownInAdvance: false,
      importance: null,
    }));
}

function answeredColumns({ deployment, model }: MonitoredModel, { width, values }: RecordedAnswer): Column[] {
  const { type, classes } = model.target;
  if (width > 1) return width === classes.length ? predictionColumns(values, classes) : [];
  const chances: Column = { kind: 'numeric', name: PREDICTION, values };
  if (type !== 'Binary') return [chances];
  const threshold = deployment.prediction_threshold ?? model.prediction_threshold;
  const codes = Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : Number(value >= threshold)));
  return [chances, { kind: 'categorical', name: PREDICTED_LABEL, codes, levels: classes }];
}

/** When rows count where it is not the time of their request: milliseconds since 1970, NaN where nobody can tell. */
export interface RowDates {
  readonly sent: Float64Array;
  readonly answered: Float64Array;
}

interface Of {
  readonly deployment: Pick<DeploymentRow, 'settings'>;
  readonly model: Pick<ModelPackageRow, 'bundle'>;
}

/** The column rows are dated by, beside the one the model orders time by; none where that is the same, or nothing is asked. */
function dateColumns({ deployment, model }: Of): readonly string[] {
  const { enabled, columnName } = deployment.settings.predictionsByForecastDate;
  return !enabled || columnName === null || isOwnTime(model, columnName) ? [] : [columnName];
}

/** Null where predictions count when they are asked for. */
function rowDates(of: Of, { answer }: PredictionRecord, series: RequestSeries | null): RowDates | null {
  const { enabled, columnName, datetimeFormat } = of.deployment.settings.predictionsByForecastDate;
  const forecasts = answer?.forecasts;
  if (!enabled || columnName === null || series === null || forecasts === undefined) return null;
  if (isOwnTime(of.model, columnName)) return { sent: series.times, answered: forecasts.times };
  const cells = series.kept.get(columnName) ?? [];
  // Clients mark one format as the newer of two; the mark is no part of what is written.
  const read = dateReader(datetimeFormat?.replace(/^v2/, '') ?? null);
  const sent = Float64Array.from(series.times, (_, row) => read(String(cells[row] ?? '')) ?? Number.NaN);
  return { sent, answered: Float64Array.from(series.rowOf, (row) => (row < 0 ? Number.NaN : (sent[row] as number))) };
}

/** Clients call the time of a forecast by its column, and by the name it has among derived features. */
function isOwnTime({ bundle }: Pick<ModelPackageRow, 'bundle'>, name: string): boolean {
  const plan = bundle?.plan;
  if (plan?.kind !== 'series') return false;
  const { dateColumn } = plan.panel;
  return name === dateColumn || name === `${dateColumn} (actual)`;
}
