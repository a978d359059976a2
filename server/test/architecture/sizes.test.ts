import { expect, test } from 'vitest';
import { isSource, repositoryFiles, textOf } from './source-files.ts';

/** As long as its subject; what is longer has two subjects. */
const MOST_LINES = 500;
const MOST_LINES_OF_NINE_IN_TEN = 250;

const tracked = repositoryFiles.filter(isSource);

test('no file is longer than 500 lines, and nine in ten are at most 250', () => {
  expect(tracked.length).toBeGreaterThan(50);
  const files = tracked
    .map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }))
    .toSorted((a, b) => a.lines - b.lines);
  expect(files.filter(({ lines }) => lines > MOST_LINES)).toEqual([]);
  expect(files[Math.floor(files.length * 0.9)]?.lines).toBeLessThanOrEqual(MOST_LINES_OF_NINE_IN_TEN);
});

test('no folder or file is named utils, helpers, common, misc or manager', () => {
  expect(tracked.filter((file) => /(^|\/)(utils?|helpers?|common|misc|manager)(\.ts|\/)/.test(file))).toEqual([]);
});

test('files are named in kebab-case', () => {
  expect(tracked.filter((file) => /[A-Z]/.test(file.split('/').at(-1) ?? ''))).toEqual([]);
});

test('nothing is left for later in the code', () => {
  // AssemblyScript marks its inlined functions in a way TypeScript has no word for.
  const own = tracked.filter((file) => !file.startsWith('engine/kernels/') && !file.endsWith('sizes.test.ts'));
  const loose = /\b(it|test|describe)\.(skip|only|todo)\b|@ts-ignore|\b(TODO|FIXME)\b/;
  const found = own.filter((file) => loose.test(textOf(file)));
  expect(found).toEqual([]);
});
