import { applyDirectory } from '../graph/apply-directory.ts';
import type { Session } from './session.ts';
import { directoryState, noteDirectoryTime } from './sync.store.ts';

/** People, groups and memberships, from end to end. Answers how long it took. */
export async function readDirectory(session: Session): Promise<number> {
  const { platform, connection, client, fence, pass } = session;
  const { db, now } = platform;
  const truthAt = now();
  const began = performance.now();
  const { generation } = await directoryState(db.queries, connection.id);
  for await (const page of client.directory(pass)) {
    await db.transaction((tx) =>
      applyDirectory(tx, connection.id, { ...page, fence, generation: generation + 1, truthAt, now: now() }),
    );
  }
  const tookMs = performance.now() - began;
  await noteDirectoryTime(db.queries, connection.id, tookMs);
  return tookMs;
}
