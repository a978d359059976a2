import type { PredictionRecord } from '#deployments';
import type { Watched } from '../ingest/monitored-models.ts';
import { idColumns, idsOfRows, type SentSeries } from '../predictions/association-ids.ts';
import { actualText } from './actual.rules.ts';
import type { Actual } from './actual.store.ts';

/** The column that tells what happened, where a deployment shall find actuals in what it is asked with. */
export function actualColumns({ deployment, model }: Pick<Watched, 'deployment' | 'model'>): readonly string[] {
  const { automaticActuals } = deployment.settings;
  const isAsked = automaticActuals.enabled && idColumns(deployment).length > 0;
  return isAsked && model.target.name !== null ? [model.target.name] : [];
}

/** Forecasts are asked for with the history they continue: what happened since the last request is in it. */
export function actualsInRows(watched: Watched, { source }: PredictionRecord, series: SentSeries | null): Actual[] {
  const [target] = actualColumns(watched);
  // What challengers are asked was asked of the champion before.
  if (series === null || target === undefined || source === 'challenger') return [];
  const cells = series.kept.get(target) ?? [];
  const ids = idsOfRows(series.kept, idColumns(watched.deployment));
  const found = new Map<string, Actual>();
  for (const [row, associationId] of ids.entries()) {
    const cell = cells[row] ?? '';
    const value = cell === '' ? undefined : actualText(watched.model.target, cell);
    if (associationId === null || value === undefined) continue;
    const time = series.times[row] as number;
    const happenedAt = Number.isNaN(time) ? null : new Date(time);
    found.set(associationId, { associationId, value, wasActedOn: null, happenedAt });
  }
  return [...found.values()];
}
