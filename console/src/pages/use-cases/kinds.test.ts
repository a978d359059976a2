import { expect, test } from 'vitest';
import { contentsText } from './kinds.ts';

const empty = {
  projectsCount: 0,
  datasetsCount: 0,
  recipesCount: 0,
  deploymentsCount: 0,
  playgroundsCount: 0,
  vectorDatabasesCount: 0,
  registeredModelVersionsCount: 0,
};

test('what lies in a use case is counted by kind, and kinds without any are left out', () => {
  expect(contentsText(empty)).toBe('nothing yet');
  expect(contentsText({ ...empty, datasetsCount: 2, projectsCount: 1 })).toBe('2 datasets, 1 project');
});
