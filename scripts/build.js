// Builds what is stale: each step keeps a fingerprint of what it was built from. Plain JavaScript, because it runs
// before anything is built.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosenNode, run } from '../bin/runtime.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** `inputs`: files and folders whose content decides; `output`: what must exist afterwards. */
const steps = {
  engine: {
    inputs: ['engine/kernels', 'engine/build.js', 'package-lock.json'],
    output: 'engine/src/kernels',
    command: () => ['build.js'],
    folder: 'engine',
  },
  server: {
    inputs: ['server/src', 'server/build.js', 'engine/src', 'engine/node', 'spec/ledger.json', 'package-lock.json'],
    output: 'server/dist/cli.js',
    command: () => ['server/build.js'],
  },
  'api-types': {
    inputs: ['console/scripts/generate-api-types.js', 'spec/openapi.json', 'package-lock.json'],
    output: 'console/build/openapi.d.ts',
    command: () => ['scripts/generate-api-types.js'],
    folder: 'console',
  },
  console: {
    inputs: [
      'console/src',
      'console/public',
      'console/build/route-access.ts',
      'console/index.html',
      'console/vite.config.ts',
      'package-lock.json',
    ],
    output: 'console/dist/index.html',
    command: () => [viteProgram(), 'build', '--logLevel', 'warn'],
    folder: 'console',
  },
};

/** True when everything asked for is built. */
export async function buildStale(names = Object.keys(steps)) {
  for (const name of names) if (!(await buildOne(name, steps[name]))) return false;
  return true;
}

async function buildOne(name, step) {
  if (!existsSync(join(root, step.inputs[0]))) return true;
  const stamp = join(root, 'node_modules', '.cache', 'almanac', `${name}.built`);
  const now = fingerprint(step.inputs);
  const output = join(root, step.output);
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return true;
  process.stderr.write(`Building the ${name} ...\n`);
  const { code } = await run(chosenNode(), step.command(), {
    cwd: join(root, step.folder ?? '.'),
    stdio: ['ignore', 2, 2],
    // A test that starts the program says `test`, which would put a development build of the console here.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code === 0) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, now);
    return true;
  }
  process.stderr.write(
    `The ${name} could not be built (see above). Run npm ci with development packages, as a user who may write to ${root}.\n`,
  );
  return false;
}

function fingerprint(inputs) {
  const hash = createHash('sha1');
  for (const path of inputs.flatMap((input) => filesIn(join(root, input))))
    hash.update(`${relative(root, path)}\n`).update(readFileSync(path));
  return hash.digest('hex');
}

/** Tests are no input; neither is what an earlier step generates from other inputs, except by its content. */
function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => !/\.test\.tsx?$|^node_modules$/.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}

function viteProgram() {
  const require = createRequire(join(root, 'console', 'package.json'));
  return join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  process.exitCode = (await buildStale(names.length > 0 ? names : undefined)) ? 0 : 1;
}
