import { expect, test } from 'vitest';
import type { Job } from '../../api/follow.ts';
import { jobTitle, organizationJobTitle, percent } from './job-text.ts';

const job: Job = {
  statusId: 'j1',
  status: 'RUNNING',
  code: 0,
  message: null,
  description: null,
  statusType: null,
  type: null,
  created: '2026-11-15T12:00:00Z',
  progress: 0.426,
};

test('a job is called by its own words, else its kind, else its id', () => {
  expect(jobTitle({ ...job, description: 'Read sales.csv', statusType: 'Upload' })).toBe('Read sales.csv');
  expect(jobTitle({ ...job, statusType: 'Upload' })).toBe('Upload');
  expect(jobTitle(job)).toBe('Job j1');
});

test('work of others is called by its words, else its kind', () => {
  expect(organizationJobTitle({ description: 'Preview of the recipe sales', kind: 'recipe.preview' })).toContain(
    'sales',
  );
  expect(organizationJobTitle({ description: null, kind: 'recipe.preview' })).toBe('recipe.preview');
});

test.each([
  [0.426, 43],
  [-1, 0],
  [7, 100],
])('%f done is %i percent', (progress, whole) => {
  expect(percent({ ...job, progress })).toBe(whole);
});
