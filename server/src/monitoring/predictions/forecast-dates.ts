import { type DeploymentRow, dateReader, type ModelPackageRow, type PredictionRecord } from '#deployments';
import type { SentSeries } from './sent-series.ts';

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
export function dateColumns({ deployment, model }: Of): readonly string[] {
  const { enabled, columnName } = deployment.settings.predictionsByForecastDate;
  return !enabled || columnName === null || isOwnTime(model, columnName) ? [] : [columnName];
}

/** Null where predictions count when they are asked for. */
export function rowDates(of: Of, { answer }: PredictionRecord, series: SentSeries | null): RowDates | null {
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
