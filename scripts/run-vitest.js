// Runs vitest under the Node that Almanac itself runs under, then prints plain lines with the counts. In CI a skipped
// test is a failure: what does not run proves nothing. And in CI a file that failed runs once more, alone: tests here
// wait for real processes on machines of any speed. What passes only then is named as unsteady, for somebody to mend.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosenNode, run } from '../bin/runtime.js';
import { unhandledErrors } from './unhandled-errors.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [label, ...args] = process.argv.slice(2);
const MOST_FILES_TO_REPEAT = 8;

async function vitest(name, more) {
  const report = join(root, '.cache', 'tests', `${name}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const noting = join(root, 'scripts', 'unhandled-errors.js');
  const reporters = ['--reporter=default', '--reporter=json', `--reporter=${noting}`, `--outputFile.json=${report}`];
  const { code } = await run(chosenNode(), [program, 'run', ...reporters, ...args, ...more], { cwd: root });
  return { code, counts: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined };
}

/** What earlier runs of these suites noted about the replies of each route. */
function forgetReplies(suites) {
  const folder = join(root, '.cache', 'replies');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (suites.some((suite) => name.startsWith(`${suite}-`))) rmSync(join(folder, name));
}

const testsOf = ({ testResults }, ...states) =>
  testResults.flatMap((file) => file.assertionResults.filter(({ status }) => states.includes(status)));

function summary(name, counts) {
  const skipped = counts.numPendingTests + counts.numTodoTests;
  console.log(`${name}: ${counts.numPassedTests} passed, ${counts.numFailedTests} failed, ${skipped} skipped`);
  for (const test of testsOf(counts, 'skipped', 'pending', 'todo')) console.log(`  skipped: ${test.fullName}`);
  for (const test of testsOf(counts, 'failed')) console.log(`  failed: ${test.fullName}`);
  return skipped;
}

unhandledErrors.clear();
forgetReplies(label === 'tests' ? ['tests'] : ['blackBox', 'clients']);
const first = await vitest(label, []);
if (first.counts === undefined) {
  console.log(`${label}: vitest did not finish`);
  process.exitCode = first.code || 1;
} else {
  let skipped = summary(label, first.counts);
  const failed = first.counts.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  let code = first.code;
  if (process.env.CI && code !== 0 && failed.length > 0 && failed.length <= MOST_FILES_TO_REPEAT) {
    const again = await vitest(`${label}-again`, failed);
    code = again.code;
    if (again.counts !== undefined) {
      // What a file that failed to begin left out was run now.
      const others = first.counts.testResults.filter(({ name }) => !failed.includes(name));
      const left = testsOf({ testResults: others }, 'skipped', 'pending', 'todo').length;
      skipped = left + summary(`${label}, once more`, again.counts);
    }
    if (code === 0) for (const test of testsOf(first.counts, 'failed')) console.log(`  unsteady: ${test.fullName}`);
  }
  // A second run repeats tests; an error outside of them happened all the same.
  const unhandled = unhandledErrors.read();
  if (unhandled !== '') console.log(`  errors outside of tests:\n${unhandled.slice(0, 8000)}`);
  process.exitCode = code || unhandled !== '' || (process.env.CI && skipped > 0) ? code || 1 : 0;
}
