import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Identity } from './identity.ts';

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
