import { expect, test } from 'vitest';
import { availabilityOf, type Situation } from './availability.ts';

const old = { createdAt: new Date('2019-03-01T00:00:00Z'), migrated: false };
const selfManaged = { installation: 'self-managed', account: old } as const;
const cloud = { installation: 'managed-cloud', release: '6.1', upgraded: false } as const;

const rows: readonly (readonly [string, Situation, string])[] = [
  ['self-managed, new as of 6.0', { ...selfManaged, release: '6.0', upgraded: false }, 'disabled'],
  ['self-managed, new as of 6.1', { ...selfManaged, release: '6.1', upgraded: false }, 'disabled'],
  ['self-managed, upgraded to 6.0', { ...selfManaged, release: '6.0', upgraded: true }, 'supported'],
  ['self-managed, upgraded to 6.1', { ...selfManaged, release: '6.1', upgraded: true }, 'supported'],
  ['self-managed, upgraded to 6.2', { ...selfManaged, release: '6.2', upgraded: true }, 'removed'],
  ['self-managed, new as of 6.2', { ...selfManaged, release: '6.2', upgraded: false }, 'removed'],
  ['managed cloud, account not migrated yet', { ...cloud, account: old }, 'supported'],
  ['managed cloud, account migrated', { ...cloud, account: { ...old, migrated: true } }, 'migrated'],
  ['managed cloud, nobody recognised', { ...cloud, account: null }, 'supported'],
];

test.each(rows)('%s', (_, situation, expected) => {
  expect(availabilityOf(situation)).toBe(expected);
});

test('accounts newer than May 2020 have only the new routes', () => {
  const at = (createdAt: string) =>
    availabilityOf({ ...cloud, account: { createdAt: new Date(createdAt), migrated: false } });
  expect(at('2020-05-31T23:59:59.999Z')).toBe('supported');
  expect(at('2020-06-01T00:00:00.000Z')).toBe('migrated');
  expect(at('2026-01-01T00:00:00Z')).toBe('migrated');
});

test('the release of a self-managed installation does not matter on the managed cloud, nor the account on a self-managed one', () => {
  expect(availabilityOf({ ...cloud, release: '6.2', account: old })).toBe('supported');
  const young = { createdAt: new Date('2026-01-01T00:00:00Z'), migrated: true };
  expect(availabilityOf({ installation: 'self-managed', release: '6.1', upgraded: true, account: young })).toBe(
    'supported',
  );
});
