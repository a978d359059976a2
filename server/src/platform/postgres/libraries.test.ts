import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareLibraries } from './plan.ts';

function aPackage(links: { source: string; target: string }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-lib-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true });
  writeFileSync(join(folder, 'native', 'lib', 'libx.so.60.2'), 'the library');
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  return { folder, binaries: { bin: join(folder, 'native', 'bin'), major: 18, packageFolder: folder } };
}

const source = 'native/lib/libx.so.60.2';

test('makes the links that an install without scripts left out, once', () => {
  const { folder, binaries } = aPackage([{ source, target: 'native/lib/libx.so.60' }]);
  expect(prepareLibraries(binaries, join(folder, 'own'))).toBeNull();
  expect(readFileSync(join(folder, 'native/lib/libx.so.60'), 'utf8')).toBe('the library');
  expect(prepareLibraries(binaries, join(folder, 'own'))).toBeNull();
});

test('makes them in a folder of its own when the package cannot be written, also the second time', () => {
  const { folder, binaries } = aPackage([{ source, target: 'native/missing/libx.so.60' }]);
  const own = join(folder, 'own');
  for (const _start of ['first', 'second']) {
    expect(prepareLibraries(binaries, own)).toBe(own);
    expect(readFileSync(join(own, 'libx.so.60'), 'utf8')).toBe('the library');
  }
});

test('follows the package when it moved', () => {
  const { folder: old } = aPackage([]);
  const { folder, binaries } = aPackage([{ source, target: 'native/missing/libx.so.60' }]);
  const own = join(folder, 'own');
  prepareLibraries({ ...binaries, packageFolder: old }, own);
  rmSync(old, { recursive: true });
  expect(prepareLibraries(binaries, own)).toBe(own);
  expect(readFileSync(join(own, 'libx.so.60'), 'utf8')).toBe('the library');
});
