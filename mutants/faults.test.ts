import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allFaults, chosenFaults } from './all-faults.ts';
import { plant, staleness } from './fault.ts';
import { ROOT } from './repository-copy.ts';

const read = (file: string) => {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
};

test('every fault still fits the code: its text is there once, and its tests exist', () => {
  expect(allFaults.flatMap((fault) => staleness(fault, read) ?? [])).toEqual([]);
});

test('the list covers every part with at least 60 faults, each with a name and tests of its own', () => {
  expect(allFaults.length).toBeGreaterThanOrEqual(60);
  expect(new Set(allFaults.map(({ id }) => id)).size).toBe(allFaults.length);
  expect(allFaults.filter(({ name, tests }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || tests.length === 0)).toEqual(
    [],
  );
});

const [first] = allFaults;
if (first === undefined) throw new Error('There are no faults.');

test('a fault is chosen by its name, its part, both, or a folder of the code', () => {
  expect(chosenFaults([first.id])).toEqual([first]);
  expect(chosenFaults([first.part])).toEqual(allFaults.filter(({ part }) => part === first.part));
  expect(chosenFaults(['engine/src/metrics']).map(({ part }) => part)).toContain('engine');
  expect(() => chosenFaults(['nobody'])).toThrow('No fault is called nobody');
});

test('a text or a test that is gone, or a text that is there twice, is a stale fault', () => {
  const holding = (text: string) => (file: string) => (file === first.file ? text : 'a test');
  expect(staleness(first, holding(`a${first.find}b`))).toBeNull();
  expect(staleness(first, holding('something else'))).toContain('no longer in');
  expect(staleness(first, holding(first.find + first.find))).toContain('occurs 2 times');
  expect(staleness(first, (file) => (file === first.file ? first.find : null))).toContain('no longer there');
  expect(plant(first.id, first, `a${first.find}b`)).toBe(`a${first.replace}b`);
});
