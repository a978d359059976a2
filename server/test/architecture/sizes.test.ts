import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MOST_LINES = 250;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\.gen\.|\.d\.ts$/.test(file));

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
  const loose = /\b(it|test|describe)\.(skip|only|todo)\b|@ts-ignore|\b(TODO|FIXME)\b/;
  const found = tracked.filter((file) => !file.endsWith('sizes.test.ts') && loose.test(text(file)));
  expect(found).toEqual([]);
});
