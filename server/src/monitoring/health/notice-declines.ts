import { awaitingDecline, type DeploymentHealth, healthDeclined, type Lamp } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { lampStore } from './lamp.store.ts';
import { watch } from './watch.ts';

/** Lamps are computed from profiles; more often than this nobody needs to know. */
const LOOK_EVERY_MS = 60_000;

const LAMPS: readonly { readonly what: 'data_drift' | 'accuracy'; of(health: DeploymentHealth): Lamp }[] = [
  { what: 'data_drift', of: ({ model }) => model },
  { what: 'accuracy', of: ({ accuracy }) => accuracy },
];

/**
 * Looks at the lamps of deployments whose policies wait for them, and tells when one got worse or is still bad. Called
 * whenever something new was learned of the organization's predictions, or of what really happened.
 */
export async function noticeDeclines(platform: Platform, organizationId: string): Promise<void> {
  const store = lampStore(platform.db.queries);
  const now = platform.now();
  for (const { what, of } of LAMPS) {
    const waiting = await awaitingDecline(platform, organizationId, what);
    if (waiting.length === 0) continue;
    const seen = new Map((await store.seen(organizationId, what)).map((row) => [row.deployment_id, row]));
    const due = waiting.filter((id) => now.getTime() - (seen.get(id)?.seen_at.getTime() ?? 0) >= LOOK_EVERY_MS);
    for (const [id, health] of await watch.healthOf(platform, due)) {
      const [from, to] = [seen.get(id)?.status ?? 'unknown', of(health).status];
      await store.keep(organizationId, id, what, to, now);
      await healthDeclined(platform, id, { what, from, to });
    }
  }
}
