import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';

/** A host's name without the mark that separates the parts of file names. */
const host = (): string => hostname().replaceAll('_', '-');

const ours = new Set<string>();

/** Host, process and a token, since another process may get the same number later. Goes into names of files. */
export function ownerOfThisProcess(): string {
  const owner = `${host()}~${process.pid}~${randomBytes(6).toString('hex')}`;
  ours.add(owner);
  return owner;
}

/** Beyond this age without a change its owner is gone, wherever it ran: owners touch what they keep. */
const ABANDONED_MS = 10 * 60 * 1000;

/** Whether the process that wrote a file will not come back to it. */
export async function isLeftBehind(owner: string, path: string, now: Date): Promise<boolean> {
  if (isOwnerGone(owner)) return true;
  const found = await stat(path).catch(() => null);
  return found !== null && now.getTime() - found.mtimeMs > ABANDONED_MS;
}

/** Killed, and not yet collected by its parent: its number is taken, but nothing of it runs. Linux only. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The state follows the name of the program, which may hold anything.
    return /^\) [ZX] /.test(stat.slice(stat.lastIndexOf(')')));
  } catch {
    return false;
  }
}

/** Whether a process is certainly gone; of one on another machine nobody here can tell. */
export function isOwnerGone(owner: string): boolean {
  const [where, pid] = owner.split('~');
  if (where !== host()) return false;
  // A restarted container gives the same number to the same program.
  if (Number(pid) === process.pid) return !ours.has(owner);
  try {
    process.kill(Number(pid), 0);
    return isZombie(Number(pid));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
