import { existsSync, mkdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync, unlinkSync } from 'node:fs';
import { totalmem } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { type Binaries, findBinaries } from './binaries.ts';
import { clusterMajor, createCluster, createFolder, handOver, own } from './cluster.ts';
import { chooseSocketFolder, type PostgresFolder, SOCKET_PORT } from './data-root.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { type Postmaster, readOrNull } from './postmaster.ts';

/** How PostgreSQL is started: as whom, which program, with what. */
export interface Plan {
  readonly identity: Identity;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Makes the folder ready to be served. `socketFolder`: where clients already look for it, else chosen. */
export async function prepare(folder: PostgresFolder, socketFolder: string | null): Promise<Plan> {
  const major = clusterMajor(folder);
  const { bin, major: version, ...binaries } = findBinaries(major);
  createFolder(folder);
  const identity = chooseIdentity(folder.cluster, [bin, dirname(folder.base)]);
  handOver(folder, identity);
  const libraries = prepareLibraries({ bin, major: version, ...binaries }, folder.libraries);
  if (libraries !== null) own(libraries, identity);
  const env = environment(libraries);
  if (major === null) await createCluster(folder, identity, version, { bin, env });
  const socket = socketFolder ?? (await chooseSocketFolder(folder.base, identity));
  return { identity, file: join(bin, 'postgres'), args: argumentsFor(folder, socket), env };
}

/** Whether a PostgreSQL found running is the one this release would start: same program, same settings. */
export function isCurrent(folder: PostgresFolder, postmaster: Postmaster): boolean {
  const { bin } = findBinaries(clusterMajor(folder));
  const args = argumentsFor(folder, postmaster.socketFolder).map((argument) => `"${argument}"`);
  const started = readOrNull(join(folder.cluster, 'postmaster.opts'))?.trim();
  return started === [realpathSync(join(bin, 'postgres')), ...args].join(' ');
}

function argumentsFor(folder: PostgresFolder, socketFolder: string): string[] {
  return ['-D', folder.cluster, '-p', String(SOCKET_PORT), ...settingArguments(serverSettings(socketFolder))];
}

function environment(libraries: string | null): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) };
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * npm packages cannot hold symlinks, so the package makes its library links in an install script. When scripts were
 * off they are made here; when the install tree is read-only they are made in the data folder.
 * Answers what LD_LIBRARY_PATH has to be, or null when the binaries find their libraries alone.
 */
export function prepareLibraries(binaries: Binaries, ownFolder: string): string | null {
  if (!binaries.packageFolder) return null;
  const missing = linksOf(binaries.packageFolder).filter(({ target }) => !existsSync(target));
  if (missing.length === 0) return null;
  try {
    for (const { source, target } of missing) link(relative(dirname(target), source), target);
    return null;
  } catch {
    mkdirSync(ownFolder, { recursive: true, mode: 0o700 });
    for (const { source, target } of missing) link(source, join(ownFolder, basename(target)));
    return ownFolder;
  }
}

function linksOf(packageFolder: string): Link[] {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.map(({ source, target }) => ({
    source: join(packageFolder, source),
    target: join(packageFolder, target),
  }));
}

function link(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (readlinkSync(target) === source) return;
    unlinkSync(target);
    symlinkSync(source, target);
  }
}

const MB = 1024 * 1024;

/** PostgreSQL's settings for one machine that it shares with the server and the workers. */
function serverSettings(socketFolder: string): Record<string, string> {
  const memory = totalmem() / MB;
  const clamp = (least: number, wanted: number, most: number) => Math.floor(Math.max(least, Math.min(wanted, most)));
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder.replaceAll('"', '""').replace(/^.*$/s, '"$&"'),
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${clamp(32, memory / 16, 512)}MB`,
    effective_cache_size: `${clamp(128, memory / 3, 8192)}MB`,
    maintenance_work_mem: `${clamp(32, memory / 32, 256)}MB`,
    work_mem: '16MB',
    // Our queries are short; parallel ones would also need more of /dev/shm than containers give.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    random_page_cost: '1.1',
    max_wal_size: '1GB',
    wal_compression: 'on',
    // After a crash the whole file system is synced in one call instead of file by file.
    recovery_init_sync_method: 'syncfs',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // "log" leaves out statement errors: they are answered to the caller, and their text may hold secrets.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
}

/** As arguments: nobody edits a file inside the data folder, and a new release brings its new settings along. */
function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
