import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DatabaseUser, databaseUser, type Identity, ownerOf } from './identity.ts';

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

/** Where the embedded PostgreSQL keeps what it has, inside the data folder. */
export interface PostgresFolder {
  readonly base: string;
  readonly cluster: string;
  readonly password: string;
  readonly log: string;
  /** Library links, when the installed package is read-only and lacks them. */
  readonly libraries: string;
}

export function postgresFolder(dataDir: string): PostgresFolder {
  const base = join(dataDir, 'postgres');
  return {
    base,
    cluster: join(base, 'cluster'),
    password: join(base, 'password'),
    log: join(base, 'postgres.log'),
    libraries: join(base, 'lib'),
  };
}

// sockaddr_un holds 107 bytes; "/.s.PGSQL.5432" takes 14 of them.
const LONGEST = 92;

export const SOCKET_PORT = 5432;

/**
 * A Unix socket rather than a port: nothing to collide with, unreachable from the network and for other users of the
 * machine, and reachable across containers that share the data folder. It lives in the data folder, unless that path
 * is too long for a socket or its file system has none (some network mounts): then in a private temporary folder.
 */
export async function chooseSocketFolder(base: string, identity: Identity): Promise<string> {
  if (Buffer.byteLength(base) <= LONGEST && (await holdsSockets(base))) return base;
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'));
  chownSync(folder, identity.uid, identity.gid);
  return folder;
}

export function removeSocketFolder(base: string, socketFolder: string): void {
  if (socketFolder !== base) rmSync(socketFolder, { recursive: true, force: true });
}

function holdsSockets(folder: string): Promise<boolean> {
  const path = join(folder, `.s.try.${process.pid}`);
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(path, () => server.close(() => resolve(true)));
  }).then((held) => {
    rmSync(path, { force: true });
    return held === true;
  });
}
