import { watchedPackage } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { takeTurn } from '../absorb/turn.store.ts';
import type { StaleRow } from '../actuals/actuals.tables.ts';
import { noteChange } from '../actuals/actuals-state.store.ts';
import { isForgotten } from '../actuals/forget-rows.ts';
import { readRows } from '../actuals/tracked-row.store.ts';
import { dropSums, staleDeployments, takeStale } from './accuracy.store.ts';
import { AccuracyParts } from './accuracy-parts.ts';

const HOUR_MS = 3_600_000;

/** Makes sums anew that lost something: place by place, each in a transaction of its own. */
export async function settleAccuracy(
  platform: Platform,
  organizationId: string,
  deploymentId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const isDone = await platform.db.transaction(async (tx) => {
      await takeTurn(tx, deploymentId);
      const place = await takeStale(tx, organizationId, deploymentId);
      if (place === undefined) return true;
      // What was made of rows that are gone by now stays as it is.
      const model = await watchedPackage({ db: { ...platform.db, queries: tx } }, place.package_id);
      if (model === undefined || (await isForgotten(platform, tx, place))) return false;
      await dropSums(tx, place);
      const parts = new AccuracyParts((one) => isSame(one, place));
      const within =
        place.batch_id === ''
          ? { start: place.hour, end: new Date(place.hour.getTime() + HOUR_MS) }
          : { batchId: place.batch_id };
      for await (const rows of readRows(tx, { organizationId, deploymentId, packageId: place.package_id, within })) {
        for (const row of rows) parts.add(row, model, row.actual, true);
      }
      await parts.keep(tx);
      await noteChange(tx, organizationId, deploymentId);
      return false;
    });
    if (isDone) return;
  }
}

const isSame = (a: StaleRow, b: StaleRow): boolean =>
  a.batch_id === b.batch_id && a.hour.getTime() === b.hour.getTime();

/** All of an organization. */
export async function settleAll(platform: Platform, organizationId: string, signal?: AbortSignal): Promise<void> {
  for (const deploymentId of await staleDeployments(platform.db.queries, organizationId)) {
    await settleAccuracy(platform, organizationId, deploymentId, signal);
  }
}
