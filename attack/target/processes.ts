import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What Linux tells about the processes of a server on this machine. */

const TICK_MS = 10;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const pids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Every process that was started with this data folder: the server, its launcher, its workers. */
export function processesOf(dataDir: string): number[] {
  return pids().filter((pid) => read(`/proc/${pid}/environ`).includes(`ALMANAC_DATA_DIR=${dataDir}\0`));
}

/** The workers among them. */
export function workersOf(dataDir: string): number[] {
  return processesOf(dataDir).filter((pid) => /\0work\0/.test(read(`/proc/${pid}/cmdline`)));
}

/** The process that listens on a TCP port of this machine; undefined while nobody does. */
export function listenerOn(port: number, among: readonly number[]): number | undefined {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((path) => read(path).split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => state === '0A' && local.endsWith(wanted))
    .map((fields) => `socket:[${fields[9]}]`);
  return among.find((pid) => descriptorsOf(pid).some((target) => inodes.includes(target)));
}

/** What the open descriptors of a process point to. */
export function descriptorsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** Resident memory in MB. */
export function memoryOf(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
}

/** Processor time in ms: does not depend on what else the machine does. */
export function processorTimeOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}
