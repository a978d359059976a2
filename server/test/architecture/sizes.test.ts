import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MOST_LINES = 250;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\.gen\.|\.d\.ts$/.test(file))
  .filter((file) => existsSync(join(ROOT, file))); // deleted, not yet committed

const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('no file is longer than 250 lines', () => {
  expect(tracked.length).toBeGreaterThan(50);
  const long = tracked
    .map((file) => ({ file, lines: text(file).split('\n').length - 1 }))
    .filter((f) => f.lines > MOST_LINES);
  expect(long).toEqual([]);
});

test('there are no drawers', () => {
  expect(tracked.filter((file) => /(^|\/)(utils?|helpers?|common|misc|manager)(\.ts|\/)/.test(file))).toEqual([]);
});

test('files are named in kebab-case', () => {
  expect(tracked.filter((file) => /[A-Z]/.test(file.split('/').at(-1) ?? ''))).toEqual([]);
});

test('nothing is left for later in the code', () => {
  // AssemblyScript marks its inlined functions in a way TypeScript has no word for.
  const own = tracked.filter((file) => !file.startsWith('engine/kernels/') && !file.endsWith('sizes.test.ts'));
  const loose = /\b(it|test|describe)\.(skip|only|todo)\b|@ts-ignore|\b(TODO|FIXME)\b/;
  const found = own.filter((file) => loose.test(text(file)));
  expect(found).toEqual([]);
});
