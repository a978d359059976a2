import { awaitingDecline, healthDeclined } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { lampStore } from './lamp.store.ts';
import { watch } from './watch.ts';

/** Lamps are computed from profiles; more often than this nobody needs to know. */
const LOOK_EVERY_MS = 60_000;

/**
 * Looks at the drift lamps of deployments whose policies wait for them, and tells when one got worse or is still bad.
 * Called whenever something new was learned of the organization's predictions.
 */
export async function noticeDeclines(platform: Platform, organizationId: string): Promise<void> {
  const waiting = await awaitingDecline(platform, organizationId, 'data_drift');
  if (waiting.length === 0) return;
  const store = lampStore(platform.db.queries);
  const now = platform.now();
  const seen = new Map((await store.seen(organizationId, 'data_drift')).map((row) => [row.deployment_id, row]));
  const due = waiting.filter((id) => now.getTime() - (seen.get(id)?.seen_at.getTime() ?? 0) >= LOOK_EVERY_MS);
  for (const [id, { model }] of await watch.healthOf(platform, due)) {
    const from = seen.get(id)?.status ?? 'unknown';
    await store.keep(organizationId, id, 'data_drift', model.status, now);
    await healthDeclined(platform, id, { what: 'data_drift', from, to: model.status });
  }
}
