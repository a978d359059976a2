import type { Tx } from '#platform/db/database.ts';
import { AccuracyParts, placesOfRow } from './accuracy-parts.ts';
import { actualsOf } from './actual.store.ts';
import { madeAt, type TrackedRow } from './actuals.tables.ts';
import { noteChange } from './actuals-state.store.ts';
import { Places } from './places.ts';
import { markStale } from './stale.store.ts';
import { knownRows, putRows } from './tracked-prediction.store.ts';
import type { Tracked, TrackedRows } from './tracked-predictions.ts';

const AT_ONCE = 5000;
const keyOf = (row: TrackedRow) => `${row.package_id} ${row.distance} ${row.association_id}`;

/** Keeps predictions that wait for actuals, and compares those whose actual came first. The caller holds their deployments. */
export async function keepTracked(tx: Tx, tracked: TrackedRows, isKept: (batchId: string) => boolean): Promise<void> {
  const ids = new Set([...tracked.byKey.values()].map(({ row }) => row.deployment_id));
  for (const deploymentId of ids) {
    const all = [...tracked.byKey.values()].filter(({ row }) => row.deployment_id === deploymentId);
    const parts = new AccuracyParts();
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE).map(({ row, watched }) => ({
        watched,
        row: { ...row, batch_id: isKept(row.batch_id) ? row.batch_id : '' },
      }));
      await keepSome(tx, deploymentId, some, parts);
    }
    await parts.keep(tx);
    const [first] = all;
    if (first) await noteChange(tx, first.row.organization_id, deploymentId);
  }
}

async function keepSome(tx: Tx, deploymentId: string, tracked: readonly Tracked[], parts: AccuracyParts) {
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
  const stale = new Places();
  for (const { row, watched } of fresh) {
    const before = known.get(keyOf(row));
    if (before !== undefined) stale.add(placesOfRow(before));
    parts.add(row, watched.model, actuals.get(row.association_id)?.value ?? null, true);
  }
  await markStale(tx, stale.all);
}

const madeBefore = (known: TrackedRow | undefined, row: TrackedRow): boolean =>
  known === undefined || madeAt(known) <= madeAt(row);
