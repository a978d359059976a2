import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { postgresFolder } from './folder.ts';
import { type DatabaseUser, databaseUser, ownerOf } from './identity.ts';

const ALONE = 0o700;
/** Its group may pass, to reach what is its own in there, and see nothing. */
const WITH_PASSAGE = 0o710;

/** The data folder itself. Folders that are missing on the way to it are nobody's secret: others may pass through them. */
export function makeRoot(dataDir: string): void {
  const first = mkdirSync(dataDir, { recursive: true, mode: ALONE });
  if (first === undefined) return;
  for (let folder = dirname(dataDir); folder.length >= first.length; folder = dirname(folder)) chmodSync(folder, 0o711);
}

/**
 * Closes the data folder itself to others. When we are root PostgreSQL is somebody else and has to pass through: then
 * its group, and nobody more, may enter without seeing what is there. Null when it is closed, else why it is not.
 */
export function closeRoot(dataDir: string): string | null {
  const isRoot = process.geteuid?.() === 0;
  return close(dataDir, isRoot ? ownerOf(postgresFolder(dataDir).cluster) : null);
}

/** The same for a folder that is about to get its cluster. */
export const closeRootFor = (dataDir: string): string | null =>
  close(dataDir, databaseUser(postgresFolder(dataDir).cluster));

function close(dataDir: string, passing: DatabaseUser | null): string | null {
  const { mode, uid, gid } = statSync(dataDir);
  const needsPassage = passing !== null && passing.uid !== uid;
  const wanted = needsPassage ? WITH_PASSAGE : ALONE;
  try {
    // First closed, then handed to another group: it is never open to a group that has no business there.
    if (needsPassage && gid !== passing.gid) {
      chmodSync(dataDir, ALONE);
      chownSync(dataDir, uid, passing.gid);
    }
    if ((mode & 0o7777) !== wanted || (needsPassage && gid !== passing.gid)) chmodSync(dataDir, wanted);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
