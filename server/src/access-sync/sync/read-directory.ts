import { applyDirectory } from '../graph/apply-directory.ts';
import type { Reading, Wanted } from './people.ts';
import type { Session } from './session.ts';
import { directoryState, noteDirectoryTime } from './sync.store.ts';

/** With more groups than this, reading all of them in one go is not slower. */
const MOST_GROUPS = 200;

/** People, groups and memberships: from end to end, or everybody with the members of some groups. */
export async function readDirectory(session: Session, wanted: Wanted): Promise<Reading> {
  const { platform, connection, client, fence, pass } = session;
  const { db, now } = platform;
  const truthAt = now();
  const beganAt = performance.now();
  const began = pass.tick();
  const { generation } = await directoryState(db.queries, connection.id);
  const some = wanted === 'all' || generation === 0 || wanted.size > MOST_GROUPS ? null : [...wanted];
  const kept: string[] = [];
  for await (const page of some === null ? client.directory(pass) : client.people(some, pass)) {
    kept.push(...(page.kept ?? []));
    const batch = {
      ...page,
      fence,
      ticks: { began, ended: pass.tick() },
      generation: page.complete ? generation + 1 : generation,
      truthAt,
      now: now(),
    };
    await db.transaction((tx) => applyDirectory(tx, connection.id, batch));
  }
  const tookMs = performance.now() - beganAt;
  if (some === null) await noteDirectoryTime(db.queries, connection.id, tookMs);
  return { tookMs, kept };
}
