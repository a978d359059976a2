// Runs vitest under the Node that Almanac itself runs under, then prints one plain line with the counts. In CI a skipped
// test is a failure: what does not run proves nothing.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosenNode, run } from '../bin/runtime.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [label, ...args] = process.argv.slice(2);
const report = join(root, '.cache', 'tests', `${label}.json`);
mkdirSync(dirname(report), { recursive: true });
rmSync(report, { force: true });

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const { code } = await run(chosenNode(), [vitest, 'run', ...reporters, ...args], { cwd: root });

if (existsSync(report)) {
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  const skipped = counts.numPendingTests + counts.numTodoTests;
  console.log(`${label}: ${counts.numPassedTests} passed, ${counts.numFailedTests} failed, ${skipped} skipped`);
  for (const file of counts.testResults)
    for (const test of file.assertionResults)
      if (['skipped', 'pending', 'todo'].includes(test.status)) console.log(`  skipped: ${test.fullName}`);
  process.exitCode = code || (process.env.CI && skipped > 0 ? 1 : 0);
} else {
  console.log(`${label}: vitest did not finish`);
  process.exitCode = code || 1;
}
