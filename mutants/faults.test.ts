import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allFaults, chosenFaults } from './all-faults.ts';
import { plant } from './fault.ts';
import { ROOT } from './repository-copy.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('every fault still fits the code: its text is there once, and its tests exist', () => {
  const wrong = allFaults.flatMap((fault) => {
    const missing = [fault.file, ...fault.tests].filter((file) => !existsSync(join(ROOT, file)));
    if (missing.length > 0) return [`${fault.id}: ${missing.join(', ')} is not there`];
    try {
      plant(fault, read(fault.file));
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
  expect(wrong).toEqual([]);
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

test('a text that is gone, or there twice, is a stale fault', () => {
  expect(() => plant(first, 'something else')).toThrow('no longer in');
  expect(() => plant(first, first.find + first.find)).toThrow('occurs 2 times');
  expect(plant(first, `a${first.find}b`)).toBe(`a${first.replace}b`);
});
