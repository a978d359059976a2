import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const RUNTIME = join(import.meta.dirname, 'runtime.js');
const bundled = join(import.meta.dirname, '..', 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');

/** Asks the launcher's rules, pretending to run under another Node. */
function chosenUnder(version: string, env: Record<string, string> = {}): string {
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    const { chosenNode, tooOld } = await import('${RUNTIME}');
    console.log(tooOld() ?? (chosenNode() === process.execPath ? 'this' : chosenNode()));`;
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } }).trim();
}

test('an old Node hands over to the bundled one, a new one does not', () => {
  const other = process.execPath === bundled ? 'this' : bundled;
  expect(chosenUnder('20.20.2')).toBe(other);
  expect(chosenUnder('22.1.0')).toBe('this');
  expect(chosenUnder('26.0.0')).toBe('this');
});

test('ALMANAC_NODE=system keeps the old one', () => {
  expect(chosenUnder('20.20.2', { ALMANAC_NODE: 'system' })).toBe('this');
});

test('what is too old for either is refused with what to do', () => {
  expect(chosenUnder('20.19.9')).toContain('needs Node 20.20 or newer, this is 20.19.9. Install');
  expect(chosenUnder('18.0.0')).toContain('needs Node 20.20');
});
