import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Test files follow each other in one process and share the modules they load (`isolate: false` of vitest.config.ts).
const ROOT = join(import.meta.dirname, '..', '..', '..');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(engine|server|console|bin|scripts)\/.*\.tsx?$/.test(file) && existsSync(join(ROOT, file)));
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const holding = (pattern: RegExp, among: readonly string[]) =>
  among.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')));

test('what test files share does its clearing up when it is called: loading it happens only once', () => {
  expect(files.filter((file) => !isTest(file)).length).toBeGreaterThan(500);
  const hookOfAModule = /^(before|after)(All|Each)\(/m;
  // The setup file is run again for every test file.
  const shared = files.filter((file) => !isTest(file) && file !== 'server/test/setup.ts');
  expect(holding(hookOfAModule, shared)).toEqual([]);
  // In a hook `afterAll` is lost, so whatever fixtures open is closed by afterFile.
  expect(holding(/\bafterAll\(/, shared)).toEqual([]);
});

test('no test file changes the process that the next one runs in', () => {
  const own = import.meta.filename.slice(ROOT.length + 1);
  const changes = /^ *(delete )?process\.(env\b|chdir|umask)|setGlobalDispatcher\(|vi\.(do)?[mM]ock\(/m;
  const tests = files.filter((file) => isTest(file) && file !== own);
  expect(tests.length).toBeGreaterThan(300);
  expect(holding(changes, tests)).toEqual([]);
  const fakeTime = holding(/vi\.useFakeTimers\(/, tests);
  expect(holding(/vi\.useRealTimers\(/, fakeTime)).toEqual(fakeTime);
});
