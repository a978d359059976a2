// Types of every workspace, two at a time: the compiler is quick but each run is one process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStale } from './build.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const waiting = [
  'engine',
  'server',
  'console',
  'bin',
  'scripts',
  'conformance',
  'attack',
  'bench',
  'demo',
  'mutants',
].filter((name) => existsSync(join(root, name, 'tsconfig.json')));

async function checkNext() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const [code] = await once(
      spawn(process.execPath, [tsc, '--noEmit', '-p', name], { cwd: root, stdio: 'inherit' }),
      'exit',
    );
    console.log(`${code === 0 ? 'ok    ' : 'WRONG '} types of ${name}`);
    if (code !== 0) process.exitCode = 1;
  }
}

if (!(await buildStale(['api-types']))) process.exitCode = 1;
await Promise.all([checkNext(), checkNext()]);
