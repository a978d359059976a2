import { findPackage } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockDeployment } from '../profiles/profile.store.ts';
import { claimStale, dropSums, staleDeployments } from './accuracy.store.ts';
import { AccuracyAggregates } from './accuracy-aggregates.ts';
import { noteChange } from './actual.store.ts';
import type { StaleRow } from './actuals.tables.ts';
import { isExpired } from './retention.ts';
import { readRows } from './tracked-prediction.store.ts';

/** Makes sums anew that lost something: some places at a time, each time in a transaction of its own. */
export async function recomputeAccuracy(
  platform: Platform,
  organizationId: string,
  deploymentId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const isDone = await platform.db.transaction(async (tx) => {
      await lockDeployment(tx, deploymentId);
      const places = await claimStale(tx, organizationId, deploymentId);
      await recompute(platform, tx, places);
      return places.length === 0;
    });
    if (isDone) return;
  }
}

/** Places of one version: hours, or one batch. */
async function recompute(platform: Platform, tx: Tx, all: readonly StaleRow[]): Promise<void> {
  // What was made of rows that are gone by now stays as it is.
  const places: StaleRow[] = [];
  for (const place of all) if (!(await isExpired(platform, tx, place))) places.push(place);
  const [first] = places;
  const model = first && (await findPackage({ db: { ...platform.db, queries: tx } }, first.package_id));
  if (first === undefined || model === undefined) return;
  const { organization_id: organizationId, deployment_id: deploymentId, package_id: packageId } = first;
  await dropSums(tx, places);
  const known = new Set(places.map(placeId));
  const parts = new AccuracyAggregates((one) => known.has(placeId(one)));
  const within = first.batch_id === '' ? { hours: places.map(({ hour }) => hour) } : { batchId: first.batch_id };
  for await (const rows of readRows(tx, { organizationId, deploymentId, packageId, within })) {
    for (const row of rows) parts.add(row, model, row.actual, true);
  }
  await parts.keep(tx);
  await noteChange(tx, organizationId, deploymentId);
}

const placeId = ({ batch_id, hour }: StaleRow): string => `${batch_id} ${hour.getTime()}`;

/** All of an organization. */
export async function recomputeAllAccuracy(
  platform: Platform,
  organizationId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const deploymentId of await staleDeployments(platform.db.queries, organizationId)) {
    await recomputeAccuracy(platform, organizationId, deploymentId, signal);
  }
}
