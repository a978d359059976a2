import type { Platform } from '#platform/context.ts';
import { openClient } from '../../src/access-sync/open-client.ts';
import type { ProviderClient } from '../../src/access-sync/provider-client.ts';
import { giveLeaseBack, takeLease } from '../../src/access-sync/sync/lease.store.ts';
import { listSpaces } from '../../src/access-sync/sync/list-spaces.ts';
import { readDirectory } from '../../src/access-sync/sync/read-directory.ts';
import { readSpace } from '../../src/access-sync/sync/read-space.ts';
import { openSession, type Session } from '../../src/access-sync/sync/session.ts';
import { connectionById, forgetCursors, spacesOf, stampComplete } from '../../src/access-sync/sync/sync.store.ts';

/** One whole round without any clock: what a worker does in a minute, done now. Failures of one part are answered. */
export async function syncOnce(
  platform: Platform,
  options: { readonly client?: ProviderClient; readonly verifyAll?: boolean; readonly anew?: boolean } = {},
): Promise<{ readonly failures: readonly unknown[] }> {
  const lease = await takeLease(platform.db.queries, 'test', 60);
  if (lease === null) throw new Error('There is no connection to synchronise, or another holds the lease.');
  const connection = await connectionById(platform.db.queries, lease.connectionId);
  if (connection === undefined) throw new Error('The connection is gone.');
  const client = options.client ?? openClient(platform, connection);
  const { signal } = new AbortController();
  const session = openSession(platform, connection, client, { fence: lease.fence, signal });
  if (options.anew === true) await platform.db.transaction((tx) => forgetCursors(tx, connection.id));
  const failures = await round(session, options.verifyAll === true);
  await stampComplete(platform.db.queries, connection.id);
  await giveLeaseBack(platform.db.queries, lease, 0);
  return { failures };
}

async function round(session: Session, verifyAll: boolean): Promise<unknown[]> {
  const { platform, connection } = session;
  const failures: unknown[] = [];
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error));
  await attempt(readDirectory(session));
  await attempt(listSpaces(session));
  const before = new Date(verifyAll ? platform.now().getTime() + 1000 : 0);
  for (const space of await spacesOf(platform.db.queries, connection.id)) {
    await attempt(readSpace(session, space, { before, most: 1_000_000 }));
  }
  return failures;
}
