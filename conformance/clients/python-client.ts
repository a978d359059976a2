import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, '..', '..', '.cache', 'clients');
const SCENARIOS = join(import.meta.dirname, 'python');
/** Makes the client look at its jobs more often than every five seconds. */
const SOON = join(SCENARIOS, 'soon');
/** Installed as it came, since most of a large package is never loaded: what is, the first run compiles and keeps. */
const INSTALL = ['install', '--quiet', '--disable-pip-version-check', '--no-compile'];
const KEEPING = { PYTHONDONTWRITEBYTECODE: '' };

/** The oldest version that is supported and the newest there is. */
export const PYTHON_VERSIONS = {
  // Pandas 3 no longer brings pytz, which this older client imports without asking for it.
  oldest: ['datarobot==3.4.2', 'pandas<3', 'pytz'],
  newest: ['datarobot==3.20.0'],
} as const;

/**
 * The last of the line before, for those who never moved on. It asks for a pandas that Python 3.11 cannot install, and
 * not for everything it imports, so its packages are named one by one.
 */
export const LAST_OF_VERSION_2 = [
  'datarobot==2.28.0',
  '--no-deps',
  'pandas==1.5.3',
  'numpy==1.26.4',
  'python-dateutil==2.9.0.post0',
  'pytz==2025.2',
  'six==1.17.0',
  'contextlib2==21.6.0',
  'pyyaml==6.0.3',
  'trafaret==2.1.1',
  'requests==2.32.5',
  'requests-toolbelt==1.0.0',
  'urllib3==1.26.20',
  'certifi==2025.10.5',
  'charset-normalizer==3.4.4',
  'idna==3.11',
] as const;

export interface PythonClient {
  /** Runs one scenario script; it prints one JSON object as its last line. */
  scenario(name: string, env: Readonly<Record<string, string>>): Promise<unknown>;
  /** A console program the client brought along. */
  program(
    name: string,
    args: readonly string[],
    options?: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
  ): Promise<{ code: number; output: string }>;
}

export const hasPython = (): Promise<boolean> =>
  run('python3', ['-c', 'import venv, ensurepip']).then(
    () => true,
    () => false,
  );

const LEFT_BEHIND_MS = 10 * 60 * 1000;

/** Suites run side by side and share the environments: one of them makes it, the others wait. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await mkdir(lock);
      break;
    } catch {
      const made = await stat(lock).catch(() => null);
      // Whoever was stopped in the middle left it there.
      if (made !== null && Date.now() - made.mtimeMs > LEFT_BEHIND_MS) await rm(lock, { recursive: true, force: true });
      await pause(200);
    }
  }
  try {
    await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/** A virtual environment with exactly these packages, made once and kept. */
export async function pythonClient(name: string, packages: readonly string[]): Promise<PythonClient> {
  const folder = join(CACHE, name);
  const stamp = join(folder, 'installed.txt');
  const wanted = packages.join('\n');
  await mkdir(CACHE, { recursive: true });
  await alone(`${folder}.lock`, async () => {
    if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return;
    await run('python3', ['-m', 'venv', '--clear', folder]);
    await run(join(folder, 'bin', 'pip'), [...INSTALL, ...packages], { maxBuffer: 2 ** 26 });
    await writeFile(stamp, wanted);
  });
  const python = join(folder, 'bin', 'python');
  return {
    async scenario(script, env) {
      const { stdout } = await run(python, [join(SCENARIOS, `${script}.py`)], {
        env: { ...process.env, ...KEEPING, PYTHONPATH: SOON, ...env },
      });
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    },
    program: (program, args, { cwd, env = {} } = {}) =>
      run(join(folder, 'bin', program), [...args], { cwd, env: { ...process.env, ...KEEPING, ...env } }).then(
        ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
        (error: { code?: number; stdout?: string; stderr?: string }) => ({
          code: error.code ?? 1,
          output: `${error.stdout ?? ''}${error.stderr ?? ''}`,
        }),
      ),
  };
}
