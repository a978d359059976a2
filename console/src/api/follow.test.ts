import { expect, test } from 'vitest';
import { isOver, readStatus, statusPath } from './follow.ts';

test('a status id and the address of a Location header lead to the same place', () => {
  expect(statusPath('5f1c')).toBe('status/5f1c/');
  expect(statusPath('/api/v2/status/5f1c/')).toBe('status/5f1c/');
  expect(statusPath('https://almanac.example.org/api/v2/projects/1/modelJobs/2/')).toBe('projects/1/modelJobs/2/');
});

test.for([
  ['INITIALIZED', 'waiting', false],
  ['queue', 'waiting', false],
  ['RUNNING', 'running', false],
  ['inprogress', 'running', false],
  ['COMPLETED', 'done', true],
  ['error', 'failed', true],
  ['EXPIRED', 'failed', true],
  ['ABORTED', 'cancelled', true],
] as const)('%s is %s', ([status, state, over]) => {
  const job = readStatus({ status, progress: 0.5, message: null });
  expect(job).toEqual({ state, progress: 0.5 });
  expect(isOver(job)).toBe(over);
});
