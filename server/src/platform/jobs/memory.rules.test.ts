import { expect, test } from 'vitest';
import type { LimitClass } from '#config';
import { type JobMemory, overMemory } from './memory-watch.ts';

const job = (
  name: string,
  of: LimitClass,
  memoryBytes: number,
  before: number,
  allowed: number,
): JobMemory<string> => ({
  job: name,
  limits: { of, timeSeconds: 1, memoryBytes },
  before,
  allowed,
});

test('a job that runs alone is held to its own limit', () => {
  const alone = [job('a', 'light', 100, 1000, 100)];
  expect(overMemory(1100, alone)).toBeUndefined();
  expect(overMemory(1101, alone)?.job).toBe('a');
});

test('a small job is not blamed for what a large one beside it may take', () => {
  const both = [job('small', 'light', 100, 1000, 900), job('large', 'heavy', 800, 1000, 900)];
  expect(overMemory(1800, both)).toBeUndefined();
  expect(overMemory(1901, both)?.job).toBe('large');
});

test('memory that was there before a job was started is not its own', () => {
  const both = [job('old', 'heavy', 800, 100, 900), job('new', 'light', 100, 950, 900)];
  expect(overMemory(1001, both)?.job).toBe('old');
  expect(overMemory(900, [job('new', 'light', 100, 950, 100)])).toBeUndefined();
});
