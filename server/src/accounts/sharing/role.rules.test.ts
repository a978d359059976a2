import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Access,
  allows,
  both,
  flagsOf,
  meantRole,
  type Need,
  reaches,
  type SharedRole,
  USUAL_ROLES,
} from './role.rules.ts';

const roles: readonly SharedRole[] = ['OWNER', 'EDITOR', 'CONSUMER', 'OBSERVER'];
const access = fc.record({ role: fc.constantFrom(...roles), canShare: fc.boolean(), canUseData: fc.boolean() });
const anAccess = (role: SharedRole, more: Partial<Access> = {}): Access => ({
  role,
  canShare: false,
  canUseData: true,
  ...more,
});

test.each<[SharedRole, Need[]]>([
  ['OWNER', ['read', 'use', 'write', 'own']],
  ['EDITOR', ['read', 'use', 'write']],
  ['CONSUMER', ['read', 'use']],
  ['OBSERVER', ['read']],
])('%s allows %j', (role, needs) => {
  const all: Need[] = ['read', 'use', 'write', 'share', 'own'];
  expect(all.filter((need) => allows(anAccess(role), need))).toEqual(needs);
  expect(allows(anAccess(role, { canShare: true }), 'share')).toBe(true);
});

test('without canUseData the contents stay closed, even to an editor', () => {
  expect(allows(anAccess('EDITOR', { canUseData: false }), 'use')).toBe(false);
  expect(allows(anAccess('EDITOR', { canUseData: false }), 'write')).toBe(true);
});

test('several grants together allow what any of them allows, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(access, { minLength: 1, maxLength: 5 }), (grants) => {
      const sum = grants.reduce(both);
      expect([...grants].reverse().reduce(both)).toEqual(sum);
      for (const need of ['read', 'write', 'share', 'own'] as const) {
        expect(allows(sum, need)).toBe(grants.some((grant) => allows(grant, need)));
      }
    }),
  );
});

test('the ladder is one line: of two roles one reaches the other', () => {
  for (const [index, role] of roles.entries()) {
    expect(roles.filter((other) => reaches(role, other))).toEqual(roles.slice(index));
  }
});

test('words of every client are understood; a word nobody knows is not', () => {
  expect(
    ['READ_WRITE', 'DATA_SCIENTIST', 'READ_ONLY', 'NO_ROLE', null].map((word) => meantRole(USUAL_ROLES, word)),
  ).toEqual(['EDITOR', 'CONSUMER', 'CONSUMER', null, null]);
  expect(meantRole(USUAL_ROLES, 'constructor')).toBeUndefined();
  expect(meantRole(USUAL_ROLES, 'owner')).toBeUndefined();
});

test('flags that are not sent stay, else follow the role', () => {
  expect(flagsOf('OWNER', { canShare: false, canUseData: false }, undefined, false)).toEqual(
    anAccess('OWNER', { canShare: true }),
  );
  expect(flagsOf('CONSUMER', {}, undefined, true)).toEqual(anAccess('CONSUMER', { canShare: true }));
  expect(flagsOf('CONSUMER', {}, anAccess('CONSUMER', { canUseData: false, canShare: true }), false)).toEqual(
    anAccess('CONSUMER', { canUseData: false, canShare: true }),
  );
  expect(flagsOf('OBSERVER', { canUseData: true }, undefined, false).canUseData).toBe(false);
});
