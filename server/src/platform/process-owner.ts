import { randomBytes } from 'node:crypto';
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

/** Whether a process is certainly gone; of one on another machine nobody here can tell. */
export function isGone(owner: string): boolean {
  const [where, pid] = owner.split('~');
  if (where !== host()) return false;
  // A restarted container gives the same number to the same program.
  if (Number(pid) === process.pid) return !ours.has(owner);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
