import { createUser } from '#accounts';
import type { Platform } from '#platform/context.ts';
import { mayRead } from '../access/effective-access.ts';
import { aMirror } from '../graph/graph.fixtures.ts';
import { readSpace } from '../sync/read-space.ts';
import { listSpaces, openSession, type Session } from '../sync/session.ts';
import { connectionById, spacesOf, stampComplete, takeLease } from '../sync/sync.store.ts';
import type { Source } from './source.fixtures.ts';

const EVERYTHING = 1_000_000;

/** A connection that is synchronised step by step, by the same steps the synchronizer takes on its clocks. */
export interface Mirror {
  /**
   * One round of everything: which spaces, who is who, what changed. `verify`: read every shared item again too; `look` is
   * called whenever something came into force.
   */
  round(verify: boolean, look?: () => Promise<void>): Promise<void>;
  /** Who may read what, as held. */
  readable(): Promise<Set<string>>;
  /** As if the process died: the next round works under a new lease, from what was kept. */
  crash(): Promise<void>;
}

export async function mirrorOf(platform: Platform, source: Source): Promise<Mirror> {
  const { connectionId, organizationId } = await aMirror(platform);
  const db = platform.db.queries;
  let session = await sessionOf(platform, connectionId, source);
  return {
    async round(verify, look = async () => undefined) {
      await listSpaces(session);
      await look();
      await session.people.ask('all');
      await look();
      const before = platform.now();
      // Each space stands for itself: trouble with one keeps no other from being read.
      let trouble: unknown = null;
      for (const space of await spacesOf(db, connectionId)) {
        await readSpace(session, space, { before, most: verify ? EVERYTHING : 0 }).catch((error: unknown) => {
          trouble ??= error;
        });
        await look();
      }
      await stampComplete(db, connectionId);
      if (trouble !== null) throw trouble;
    },
    async readable() {
      const keys = source.things().map(({ key }) => key);
      const pairs = new Set<string>();
      for (const { email } of source.people())
        for (const key of await mayRead(platform, connectionId, { organizationId, email }, keys))
          pairs.add(`${email} ${key}`);
      return pairs;
    },
    async crash() {
      await db
        .updateTable('acl_sync')
        .set({ lease_until: new Date(0) })
        .where('connection_id', '=', connectionId)
        .execute();
      session = await sessionOf(platform, connectionId, source);
    },
  };
}

/** Without lists of the directory, people are those of this platform and those who were granted something. */
export function signUpAt(platform: Platform): (source: Source) => Promise<void> {
  const users = new Set<string>();
  return async (source) => {
    for (const { email } of source.people()) {
      if (users.has(email)) continue;
      users.add(email);
      await createUser(platform, { username: email, email, password: null });
    }
  };
}

async function sessionOf(platform: Platform, connectionId: string, source: Source): Promise<Session> {
  const lease = await takeLease(platform.db.queries, 'history', 36_000);
  const connection = await connectionById(platform.db.queries, connectionId);
  if (lease?.connectionId !== connectionId || !connection) throw new Error('Another connection waits for a lease');
  const { signal } = new AbortController();
  return openSession(platform, connection, source.client, { fence: lease.fence, signal });
}
