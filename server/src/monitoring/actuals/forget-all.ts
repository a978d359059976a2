import type { Platform } from '#platform/context.ts';
import { trackedDeployments } from './actual.store.ts';
import { forgetRows } from './forget-rows.ts';

const HOUR_MS = 3_600_000;
const lately = new WeakMap<Platform['db'], Map<string, number>>();

/** Everything of an organization that waited too long; once an hour is often enough, however much is predicted. */
export async function forgetAll(platform: Platform, organizationId: string): Promise<void> {
  const seen = lately.get(platform.db) ?? new Map<string, number>();
  lately.set(platform.db, seen);
  const now = platform.now().getTime();
  if (now - (seen.get(organizationId) ?? 0) < HOUR_MS) return;
  seen.set(organizationId, now);
  for (const id of await trackedDeployments(platform.db.queries, organizationId)) {
    await forgetRows(platform, organizationId, id);
  }
}
