import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { newId } from '#platform/ids.ts';

/** A file of the log, told by its name alone: whose records it holds, its segment, and which process writes it. */
export interface LogFile {
  readonly path: string;
  readonly organizationId: string;
  readonly segmentId: string;
  readonly owner: string;
}

/** Beyond this age without a change its owner is gone, wherever it ran: owners touch what they keep. */
const ABANDONED_MS = 10 * 60 * 1000;
const NAME = /^([0-9a-z]+)_([0-9a-f]{24})_(.+)\.log$/;

/** Host, process and a token, since another process may get the same number later. */
export const ownerOfThisProcess = (): string =>
  `${hostname().replaceAll('_', '-')}~${process.pid}~${randomBytes(6).toString('hex')}`;

export function newLogFile(folder: string, organizationId: string, owner: string, now: Date): LogFile {
  const segmentId = newId(now);
  return { path: join(folder, `${organizationId}_${segmentId}_${owner}.log`), organizationId, segmentId, owner };
}

/** Files whose process is gone; never those of `self` or of another that lives. */
export async function leftovers(folder: string, self: string, now: Date): Promise<LogFile[]> {
  const found: LogFile[] = [];
  for (const name of await readdir(folder)) {
    const [, organizationId, segmentId, owner] = NAME.exec(name) ?? [];
    if (organizationId === undefined || segmentId === undefined || owner === undefined || owner === self) continue;
    const path = join(folder, name);
    if (isDead(owner) || (await isAbandoned(path, now))) found.push({ path, organizationId, segmentId, owner });
  }
  return found;
}

function isDead(owner: string): boolean {
  const [host, pid] = owner.split('~');
  if (host !== hostname().replaceAll('_', '-')) return false;
  // A restarted container gives the same number to the same program; the token already told us apart.
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function isAbandoned(path: string, now: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && now.getTime() - found.mtimeMs > ABANDONED_MS;
}
