import { expect, test } from 'vitest';
import type { Account, Installation } from '../api/accounts.ts';
import { seenBy } from './navigation.ts';
import { displayName, initials } from './person.ts';

const account = (role: 'admin' | 'user'): Account => ({
  uid: '1',
  username: 'ada',
  role,
  secondFactor: false,
  email: null,
  firstName: null,
  lastName: null,
  orgId: '1',
  tenantId: null,
  language: 'en',
  permissions: {},
});

const labels = (someone: Account, installation?: Installation) =>
  seenBy(someone, installation).flatMap(({ entries }) => entries.map(({ label }) => label));
const more = (role: 'admin' | 'user', permission: string, installation?: Installation) => {
  const plain = labels(account(role), installation);
  return labels({ ...account(role), permissions: { [permission]: true } }, installation).filter(
    (label) => !plain.includes(label),
  );
};

test('only administrators see the administration', () => {
  const theirs = labels(account('user'));
  expect(labels(account('admin')).filter((label) => !theirs.includes(label))).toEqual([
    'Users',
    'Groups',
    'Organization',
    'Feature flags',
  ]);
});

test('access sync is seen by administrators who may use it', () => {
  expect(more('admin', 'ENABLE_ACL_SYNCHRONIZATION')).toEqual(['Access sync']);
  expect(more('user', 'ENABLE_ACL_SYNCHRONIZATION')).toEqual([]);
});

test.each([
  ['self-managed', '6.1', ['Manage Predictions']],
  ['self-managed', '6.0', []],
  ['self-managed', '6.2', []],
  ['managed-cloud', '6.1', []],
] as const)('the table of deprecated routes on %s %s', (installation, release, seen) => {
  const here = { installation, release, upgraded: false, settings: null };
  expect(more('user', 'ENABLE_PREDICTIONS_ADMIN', here)).toEqual(seen);
  expect(more('user', 'ENABLE_PREDICTIONS_ADMIN')).toEqual([]);
});

test('people are called by their name, else their username', () => {
  expect(displayName({ ...account('user'), firstName: 'Ada', lastName: 'Lovelace' })).toBe('Ada Lovelace');
  expect(displayName(account('user'))).toBe('ada');
});

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada.l@example.org', 'AL'],
  ['Émile', 'É'],
  ['𝒳eno', '𝒳'],
])('the initials of %s are %s', (firstName, letters) => {
  expect(initials({ ...account('user'), firstName })).toBe(letters);
});
