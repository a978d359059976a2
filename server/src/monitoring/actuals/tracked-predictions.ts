import type { PredictionRecord } from '#deployments';
import type { Tx } from '#platform/db/database.ts';
import type { MonitoredModel, ParsedRows } from '../predictions/recorded-rows.ts';
import { markStale } from './accuracy.store.ts';
import { AccuracyAggregates, keysOfRow, StaleKeys } from './accuracy-aggregates.ts';
import { actualsOf, noteChange } from './actual.store.ts';
import { madeAt, type TrackedRow } from './actuals.tables.ts';
import { knownRows, putRows } from './tracked-prediction.store.ts';

/** A prediction that waits for what really happens. */
export interface Tracked {
  readonly row: TrackedRow;
  readonly monitored: MonitoredModel;
}

/** Gathers the predictions of a segment that have an association id; of an id the latest counts. */
export class TrackedRows {
  readonly byKey = new Map<string, Tracked>();

  take(
    record: PredictionRecord,
    monitored: MonitoredModel,
    { ids, dates }: Pick<ParsedRows, 'ids' | 'dates'>,
    segmentsOf: (row: number) => string[],
    isDeleted: (time: number) => boolean = () => false,
  ): void {
    const { answer, deploymentId, packageId } = record;
    if (answer === undefined || ids.length === 0) return;
    const { width, values, forecasts } = answer;
    for (const [number, id] of ids.entries()) {
      const predicted = [...values.subarray(number * width, (number + 1) * width)];
      if (id === null || predicted.length < width || !predicted.every(Number.isFinite)) continue;
      const distance = forecasts?.distances[number] ?? 0;
      const key = JSON.stringify([deploymentId, packageId, distance, id]);
      const known = this.byKey.get(key);
      if (known !== undefined && madeAt(known.row) > record.at) continue;
      const date = dates?.answered[number] ?? Number.NaN;
      const isDated = !Number.isNaN(date);
      if (isDeleted(isDated ? date : record.at)) continue;
      const row: TrackedRow = {
        deployment_id: deploymentId,
        association_id: id,
        package_id: packageId,
        distance,
        organization_id: record.organizationId,
        model_id: record.modelId,
        batch_id: record.batchId ?? '',
        predicted_at: new Date(isDated ? date : record.at),
        noted_at: isDated ? new Date(record.at) : null,
        predicted,
        decided: decidedOf(monitored, predicted),
        segments: segmentsOf(number),
      };
      this.byKey.set(key, { row, monitored });
    }
  }
}

/** The number of the class that was answered; null where there are no classes. */
function decidedOf({ deployment, model }: MonitoredModel, predicted: readonly number[]): number | null {
  const { type, classes } = model.target;
  if (type === 'Binary') {
    const threshold = deployment.prediction_threshold ?? model.prediction_threshold;
    return Number((predicted[0] as number) >= threshold);
  }
  if (type !== 'Multiclass' || predicted.length !== classes.length) return null;
  return predicted.indexOf(Math.max(...predicted));
}

const CHUNK = 5000;
const keyOf = (row: TrackedRow) => `${row.package_id} ${row.distance} ${row.association_id}`;

/** Keeps predictions that wait for actuals, and compares those whose actual came first. The caller holds their deployments. */
export async function storeTracked(tx: Tx, tracked: TrackedRows, isKept: (batchId: string) => boolean): Promise<void> {
  const ids = new Set([...tracked.byKey.values()].map(({ row }) => row.deployment_id));
  for (const deploymentId of ids) {
    const all = [...tracked.byKey.values()].filter(({ row }) => row.deployment_id === deploymentId);
    const parts = new AccuracyAggregates();
    for (let from = 0; from < all.length; from += CHUNK) {
      const some = all.slice(from, from + CHUNK).map(({ row, monitored }) => ({
        monitored,
        row: { ...row, batch_id: isKept(row.batch_id) ? row.batch_id : '' },
      }));
      await storeSome(tx, deploymentId, some, parts);
    }
    await parts.keep(tx);
    const [first] = all;
    if (first) await noteChange(tx, first.row.organization_id, deploymentId);
  }
}

async function storeSome(tx: Tx, deploymentId: string, tracked: readonly Tracked[], parts: AccuracyAggregates) {
  const rows = tracked.map(({ row }) => row);
  const known = new Map((await knownRows(tx, deploymentId, rows)).map((row) => [keyOf(row), row]));
  const isLatest = ({ row }: Tracked) => madeBefore(known.get(keyOf(row)), row);
  const fresh = tracked.filter(isLatest);
  const actuals = await actualsOf(
    tx,
    deploymentId,
    fresh.map(({ row }) => row.association_id),
  );
  await putRows(
    tx,
    fresh.map(({ row }) => row),
  );
  const stale = new StaleKeys();
  for (const { row, monitored } of fresh) {
    const before = known.get(keyOf(row));
    if (before !== undefined) stale.add(keysOfRow(before));
    parts.add(row, monitored.model, actuals.get(row.association_id)?.value ?? null, true);
  }
  await markStale(tx, stale.all);
}

const madeBefore = (known: TrackedRow | undefined, row: TrackedRow): boolean =>
  known === undefined || madeAt(known) <= madeAt(row);
