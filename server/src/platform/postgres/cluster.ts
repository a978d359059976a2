import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closeRootFor, makeRoot, type PostgresFolder } from './data-root.ts';
import type { Identity } from './identity.ts';
import { OWN_DATABASE, PostgresProblem } from './postgres-problem.ts';
import { readOrNull } from './postmaster.ts';

export const DATABASE_USER = 'almanac';

/** The major version that wrote the cluster, or null when there is none yet. */
export function clusterMajor(folder: PostgresFolder): number | null {
  if (!existsSync(folder.cluster)) return null;
  const version = readOrNull(join(folder.cluster, 'PG_VERSION'));
  if (version && Number.parseInt(version, 10) > 0) return Number.parseInt(version, 10);
  throw new PostgresProblem(
    `${folder.cluster} is not a PostgreSQL data folder: its file PG_VERSION is missing, empty or not readable. ` +
      `Run as the user who made it, move it away and run almanac restore with your last backup, ${OWN_DATABASE}.`,
  );
}

/** Nobody else sees the data folder; PostgreSQL, when it is somebody else, passes through it. */
export function createFolder(folder: PostgresFolder): void {
  makeRoot(dirname(folder.base));
  closeRootFor(dirname(folder.base));
  mkdirSync(folder.base, { recursive: true, mode: 0o700 });
}

export function handOver(folder: PostgresFolder, identity: Identity): void {
  own(folder.base, identity);
  chmodSync(folder.base, 0o700);
}

/** Built beside and renamed into place, so that a start killed halfway, or two at once, leave no half cluster. */
export async function createCluster(
  folder: PostgresFolder,
  identity: Identity,
  major: number,
  initdb: { bin: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const draft = `${folder.cluster}.${randomBytes(4).toString('hex')}.new`;
  const passwordFile = `${draft}.password`;
  writeFileSync(passwordFile, agreedPassword(folder), { mode: 0o600 });
  own(passwordFile, identity);
  const provider = major >= 17 ? ['--locale-provider=builtin'] : [];
  const wanted = ['--no-sync', '--auth=scram-sha-256', '--locale=C.UTF-8', ...provider, '-E', 'UTF8'];
  const args = [...wanted, '-U', DATABASE_USER, `--pwfile=${passwordFile}`, '-D', draft];
  try {
    await run(identity, join(initdb.bin, 'initdb'), args, initdb.env, folder.base);
    renameSync(draft, folder.cluster);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Whoever comes first decides: two first starts at once have to use the same one. */
function agreedPassword(folder: PostgresFolder): string {
  try {
    writeFileSync(folder.password, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readPassword(folder);
}

export function readPassword(folder: PostgresFolder): string {
  try {
    return readFileSync(folder.password, 'utf8').trim();
  } catch {
    throw new PostgresProblem(
      `The database password ${folder.password} is missing or not readable by this user. ` +
        `Run as the user who first started Almanac (or as root), ${OWN_DATABASE}.`,
    );
  }
}

export function own(path: string, identity: Identity): void {
  if (process.geteuid?.() === 0) chownSync(path, identity.uid, identity.gid);
}

function run(identity: Identity, file: string, args: string[], env: NodeJS.ProcessEnv, cwd: string): Promise<void> {
  const { file: program, args: all, ...as } = identity.command(file, args);
  return new Promise((resolve, reject) => {
    const child = spawn(program, all, { ...as, env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    const refuse = (reason: string) =>
      reject(
        new PostgresProblem(
          `PostgreSQL could not create its files in ${cwd} (as ${identity.name}): ${reason} ` +
            `Correct that, choose another folder with ALMANAC_DATA_DIR, ${OWN_DATABASE}.`,
        ),
      );
    child.once('error', (error) => refuse(error.message));
    child.once('close', (code) => (code === 0 ? resolve() : refuse(reasonIn(Buffer.concat(said).toString(), code))));
  });
}

/** initdb tells its whole story; only its complaints matter. */
function reasonIn(output: string, code: number | null): string {
  const complaints = output.split('\n').filter((line) => /error:|FATAL|cannot|could not|denied|No such/.test(line));
  return [...new Set(complaints)].slice(0, 3).join(' ').trim() || `initdb ended with code ${code}.`;
}
