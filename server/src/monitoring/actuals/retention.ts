import type { Platform, ServiceDefinition } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '../scope/period.rules.ts';
import { batchStart, deleteOldActuals, deleteOldRows, hasRowsInHour, trackedDeployments } from './actual.store.ts';
import type { StaleRow } from './actuals.tables.ts';

/** Predictions before this moment wait for actuals no longer: whole hours, so that none is half forgotten. */
function horizon({ config, now }: Pick<Platform, 'config' | 'now'>): Date {
  return new Date(Math.floor((now().getTime() - config.actualsDays * DAY_MS) / HOUR_MS) * HOUR_MS);
}

/** Whether rows of a place may be gone already. A batch may have begun long ago. */
export async function isExpired(platform: Platform, tx: Tx, place: StaleRow): Promise<boolean> {
  // Hours long ago are those of forecasts about them, or have been forgotten.
  if (place.batch_id === '') return place.hour < horizon(platform) && !(await hasRowsInHour(tx, place));
  const began = await batchStart(tx, place.organization_id, place.batch_id);
  return began === null || began < horizon(platform);
}

/** Forgets predictions that waited long enough, and actuals nobody predicted. What was learned of both stays. */
export async function forgetRows(platform: Platform, organizationId: string, deploymentId: string): Promise<void> {
  const before = horizon(platform);
  await deleteOldRows(platform.db.queries, organizationId, deploymentId, before);
  await deleteOldActuals(platform.db.queries, organizationId, deploymentId, before);
}

/** When each organization was last cleaned up, in milliseconds. */
const lastCleanup: ServiceDefinition<Map<string, number>> = { name: 'last cleanup of actuals', open: () => new Map() };

/** Everything of an organization that waited too long; once an hour is often enough, however much is predicted. */
export async function deleteExpired(platform: Platform, organizationId: string): Promise<void> {
  const seen = platform.services.get(lastCleanup);
  const now = platform.now().getTime();
  if (now - (seen.get(organizationId) ?? 0) < HOUR_MS) return;
  seen.set(organizationId, now);
  for (const id of await trackedDeployments(platform.db.queries, organizationId)) {
    await forgetRows(platform, organizationId, id);
  }
}
