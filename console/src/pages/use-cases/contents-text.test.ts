import { expect, test } from 'vitest';
import type { UseCase } from '../../api/use-cases.ts';
import { contentsText } from './contents-text.ts';

const empty: UseCase = {
  id: '1',
  name: 'Bakeries',
  description: '',
  createdAt: '2026-11-15T12:00:00Z',
  created: { id: '1', fullName: null, username: 'ada' },
  updatedAt: '2026-11-15T12:00:00Z',
  projectsCount: 0,
  datasetsCount: 0,
  recipesCount: 0,
  deploymentsCount: 0,
  playgroundsCount: 0,
  vectorDatabasesCount: 0,
  registeredModelVersionsCount: 0,
  members: [],
  role: 'OWNER',
};

test('what lies in a use case is counted by kind, and kinds without any are left out', () => {
  expect(contentsText(empty)).toBe('nothing yet');
  expect(contentsText({ ...empty, datasetsCount: 2, projectsCount: 1 })).toBe('2 datasets, 1 project');
});
