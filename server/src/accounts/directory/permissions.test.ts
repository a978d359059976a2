import { expect, test } from 'vitest';
import { administratorPermissions, MIGRATED, permissionFlags, permissions, unknownPermissions } from './permissions.ts';

test('names that are on no list are told, in their order', () => {
  expect(unknownPermissions(['ENABLE_TELEPORT', 'ENABLE_PREDICTIONS_ADMIN', 'enable_predictions_admin'])).toEqual([
    'ENABLE_TELEPORT',
    'enable_predictions_admin',
  ]);
});

test('every permission is told with whether it is held', () => {
  const flags = permissionFlags(new Set(['ENABLE_INCREMENTAL_LEARNING']));
  expect(Object.keys(flags)).toEqual(permissions.map(({ name }) => name));
  expect(Object.entries(flags).filter(([, held]) => held)).toEqual([['ENABLE_INCREMENTAL_LEARNING', true]]);
});

test('the wire name is the prose name in upper snake case', () => {
  for (const { name, title } of permissions) expect(name).toBe(title.toUpperCase().replaceAll(/[^A-Z]+/g, '_'));
});

test('the first administrator holds every permission but the one that takes routes away', () => {
  expect([...administratorPermissions(), MIGRATED].sort()).toEqual(permissions.map(({ name }) => name).sort());
});
