import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { clusterMajor, createCluster, createFolder, handOver, own } from './cluster.ts';
import type { PostgresFolder } from './folder.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { prepareLibraries } from './libraries.ts';
import { type Postmaster, readOrNull } from './postmaster.ts';
import { serverSettings, settingArguments } from './server-settings.ts';
import { chooseSocketFolder, SOCKET_PORT } from './socket-folder.ts';

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
