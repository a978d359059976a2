import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OWN_DATABASE, PostgresProblem } from './postgres-problem.ts';

/** The user PostgreSQL runs as. It refuses to run as root, so root has to become somebody else. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
  /** What a command has to be wrapped in to run as this user. */
  command(program: string, args: readonly string[]): { file: string; args: string[]; uid?: number; gid?: number };
}

const STAND_INS = ['postgres', 'nobody'];
const SETPRIV = '/usr/bin/setpriv';
// Bits of /proc/self/status CapEff, the least powerful first.
const PATH_CAPABILITIES = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
];
const SETPCAP_BIT = 8n;

/** `paths`: what the user has to be able to reach (the binaries and the data folder). */
export function chooseIdentity(cluster: string, paths: readonly string[]): Identity {
  const uid = process.geteuid?.() ?? -1;
  if (uid !== 0) {
    const itself = { uid, gid: process.getegid?.() ?? -1, name: `uid ${uid}` };
    return { ...itself, command: (file, args) => ({ file, args: [...args] }) };
  }
  const user = databaseUser(cluster) ?? standIn();
  const closed = paths.map((path) => closedParent(path, user)).find((path) => path !== null);
  if (!closed) return { ...user, command: (file, args) => ({ file, args: [...args], uid: user.uid, gid: user.gid }) };
  const passage = passageThrough(closed, user.name);
  return { ...user, command: (file, args) => ({ file: SETPRIV, args: [...privileges(user, passage), file, ...args] }) };
}

/** Who PostgreSQL runs as when we are root; null when it runs as ourselves. */
export const databaseUser = (cluster: string): DatabaseUser | null =>
  process.geteuid?.() === 0 ? (ownerOf(cluster) ?? standIn()) : null;

export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

/** A folder first used by an ordinary user stays theirs when root starts the server later. */
export function ownerOf(cluster: string): DatabaseUser | null {
  if (!existsSync(cluster)) return null;
  const { uid, gid } = statSync(cluster);
  const name = knownUsers().find((user) => user.uid === uid)?.name ?? `uid ${uid}`;
  return uid === 0 ? null : { uid, gid, name };
}

function standIn(): DatabaseUser {
  const users = knownUsers();
  const chosen = STAND_INS.flatMap((name) => users.filter((user) => user.name === name && user.uid > 0))[0];
  if (chosen) return chosen;
  throw new PostgresProblem(
    `PostgreSQL refuses to run as root, and there is no user ${STAND_INS.join(' or ')} to run it as. ` +
      `Start Almanac as an ordinary user, add one with useradd --system postgres, ${OWN_DATABASE}.`,
  );
}

function knownUsers(): DatabaseUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** The outermost folder on the way to `path` that the user may not enter; null when the way is open. */
function closedParent(path: string, user: DatabaseUser): string | null {
  const parents: string[] = [];
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) parents.unshift(folder);
  return parents.find((folder) => existsSync(folder) && !mayEnter(folder, user)) ?? null;
}

function mayEnter(folder: string, user: DatabaseUser): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/**
 * Root's home is closed to everybody else (mode 0700), and cloning into it is what root does first. Opening it would
 * change what is not ours, and moving the data elsewhere would split the data folder; so PostgreSQL keeps the one
 * capability that lets it pass.
 */
function passageThrough(closed: string, user: string): string {
  const effective = BigInt(`0x${/CapEff:\s*([0-9a-f]+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`);
  const has = (bit: bigint) => ((effective >> bit) & 1n) === 1n;
  const passage = PATH_CAPABILITIES.find(({ bit }) => has(bit));
  if (passage && has(SETPCAP_BIT) && existsSync(SETPRIV)) return passage.name;
  throw new PostgresProblem(
    `PostgreSQL has to run as user ${user} because it refuses root, but ${closed} is closed to that user. ` +
      `Move Almanac and its data folder to a place others may enter (/opt, /srv), run chmod o+x ${closed}, ` +
      `start as an ordinary user, ${OWN_DATABASE}.`,
  );
}

function privileges(user: DatabaseUser, capability: string): string[] {
  return [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    // Without it access(2), which PostgreSQL asks about its own programs, forgets the capability.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    '--',
  ];
}
