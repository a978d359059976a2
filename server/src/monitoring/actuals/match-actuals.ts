import { findPackage, type ModelPackageRow, type PredictionRecord } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { idColumns, idsOfRows, type RequestSeries } from '../predictions/association-ids.ts';
import { actualColumns, type MonitoredModel } from '../predictions/recorded-rows.ts';
import { lockDeployment } from '../profiles/profile.store.ts';
import { openBatchIds } from '../scope/batch.store.ts';
import { markStale } from './accuracy.store.ts';
import { AccuracyAggregates, keysOfRow, StaleKeys } from './accuracy-aggregates.ts';
import { actualText } from './actual.rules.ts';
import { type Actual, actualsOf, noteArrival, putActuals } from './actual.store.ts';
import type { StaleRow, TrackedRow } from './actuals.tables.ts';
import { rowsOfIds } from './tracked-prediction.store.ts';

export interface ActualsImport {
  readonly organizationId: string;
  readonly deploymentId: string;
  /** Whether actuals whose prediction has not been seen yet are kept. */
  readonly keepUnmatched: boolean;
  /** Found in later requests: what somebody sent is not overruled. */
  readonly isAutomatic?: boolean;
}

/** So many at once: each time the deployment is held for a moment. */
export const ACTUALS_CHUNK = 20_000;

type Known = Pick<Platform, 'db' | 'now'>;

/** Takes some actuals, each id once. May run twice: what is known already changes nothing. */
export async function importActuals(platform: Known, to: ActualsImport, actuals: readonly Actual[]): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await lockDeployment(tx, to.deploymentId);
    await matchActuals(platform, tx, to, actuals);
  });
}

/** In a transaction that holds the deployment. */
export async function matchActuals(
  platform: Known,
  tx: Tx,
  to: ActualsImport,
  actuals: readonly Actual[],
): Promise<void> {
  const { organizationId, deploymentId, keepUnmatched, isAutomatic = false } = to;
  const ids = actuals.map(({ associationId }) => associationId);
  const known = await actualsOf(tx, deploymentId, ids);
  const rows = await rowsOfIds(tx, organizationId, deploymentId, ids);
  // On the connection of the transaction: whoever holds one must not wait for another.
  const models = await listDeployedModels({ db: { ...platform.db, queries: tx } }, rows);
  const predicted = new Set(rows.map(({ association_id }) => association_id));
  const isKept = ({ associationId, value }: Actual) => {
    const before = known.get(associationId);
    if (isAutomatic && before !== undefined && (!before.isAutomatic || before.value === value)) return false;
    return keepUnmatched || predicted.has(associationId);
  };
  const kept = actuals.filter(isKept);
  if (isAutomatic && kept.length === 0) return;
  await putActuals(tx, to, kept, platform.now());
  // A batch that was deleted took its sums along.
  const batches = [...new Set(rows.map(({ batch_id }) => batch_id).filter((id) => id !== ''))];
  const open = await openBatchIds(tx, organizationId, batches);
  const isThere = ({ batch_id }: StaleRow) => batch_id === '' || open.has(batch_id);
  const parts = new AccuracyAggregates(isThere);
  const stale = new StaleKeys();
  const values = new Map(kept.map(({ associationId, value }) => [associationId, value]));
  for (const row of rows) {
    const value = values.get(row.association_id);
    const before = known.get(row.association_id)?.value;
    if (value === undefined || value === before) continue;
    if (before !== undefined) stale.add(keysOfRow(row).filter(isThere));
    else {
      const model = models.get(row.package_id);
      if (model) parts.add(row, model, value, false);
    }
  }
  await parts.keep(tx);
  await markStale(tx, stale.all);
  await noteArrival(tx, organizationId, deploymentId, platform.now());
}

async function listDeployedModels(platform: Pick<Platform, 'db'>, rows: readonly TrackedRow[]) {
  const models = new Map<string, ModelPackageRow | undefined>();
  for (const id of new Set(rows.map(({ package_id }) => package_id))) models.set(id, await findPackage(platform, id));
  return models;
}

/** Forecasts are asked for with the history they continue: what happened since the last request is in it. */
export function actualsInRows(
  monitored: MonitoredModel,
  { source }: PredictionRecord,
  series: RequestSeries | null,
): Actual[] {
  const [target] = actualColumns(monitored);
  // What challengers are asked was asked of the champion before.
  if (series === null || target === undefined || source === 'challenger') return [];
  const cells = series.kept.get(target) ?? [];
  const ids = idsOfRows(series.kept, idColumns(monitored.deployment));
  const found = new Map<string, Actual>();
  for (const [row, associationId] of ids.entries()) {
    const cell = cells[row] ?? '';
    const value = cell === '' ? undefined : actualText(monitored.model.target, cell);
    if (associationId === null || value === undefined) continue;
    const time = series.times[row] as number;
    const happenedAt = Number.isNaN(time) ? null : new Date(time);
    found.set(associationId, { associationId, value, wasActedOn: null, happenedAt });
  }
  return [...found.values()];
}
