import { expect, test } from 'vitest';
import type { Account } from '../api/types.ts';
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

const labels = (role: 'admin' | 'user') =>
  seenBy(account(role)).flatMap(({ entries }) => entries.map(({ label }) => label));

test('only administrators see users and groups', () => {
  expect(labels('admin').filter((label) => !labels('user').includes(label))).toEqual(['Users', 'Groups']);
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
