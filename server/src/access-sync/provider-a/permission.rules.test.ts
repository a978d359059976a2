import { expect, test } from 'vitest';
import { FILE_FIELDS, PERMISSION_FIELDS, type Permission } from './drive.schema.ts';
import { givenHere, grantOf } from './permission.rules.ts';

const permission = (more: Record<string, unknown>): Permission =>
  ({ id: 'p1', type: 'user', role: 'reader', emailAddress: 'Ann@example.org', ...more }) as Permission;

const short = (more: Record<string, unknown>) => {
  const { subject, role, gate, ignored } = grantOf(permission(more));
  return [subject, role, gate, ignored ?? null];
};

const ann = { kind: 'mail', email: 'ann@example.org', pin: 'p1' };

test.each([
  ['owner', 'owner'],
  ['organizer', 'write'],
  ['fileOrganizer', 'write'],
  ['writer', 'write'],
  ['commenter', 'read'],
  ['reader', 'read'],
])('the role %s means %s', (role, means) => expect(short({ role })).toEqual([ann, means, 'always', null]));

test.each([
  ['a group', { type: 'group' }, [ann, 'read', 'always', null]],
  [
    'a domain that can be found',
    { type: 'domain', domain: 'Example.org', allowFileDiscovery: true },
    [{ kind: 'domain', domain: 'example.org' }, 'read', 'always', null],
  ],
  [
    'a domain by link only',
    { type: 'domain', domain: 'example.org', allowFileDiscovery: false },
    [{ kind: 'domain', domain: 'example.org' }, 'read', 'organizationLink', null],
  ],
  ['anyone, to be found', { type: 'anyone', allowFileDiscovery: true }, [{ kind: 'anyone' }, 'read', 'always', null]],
  [
    'anyone by link only',
    { type: 'anyone', allowFileDiscovery: false },
    [{ kind: 'anyone' }, 'read', 'never', 'anonymousLink'],
  ],
  ['anyone, discovery not said', { type: 'anyone' }, [{ kind: 'anyone' }, 'read', 'never', 'anonymousLink']],
  ['an account that is gone', { deleted: true }, [ann, 'read', 'never', 'deleted']],
  ['a published view', { view: 'published' }, [ann, 'read', 'never', 'publishedView']],
  ['a role of tomorrow', { role: 'beholder' }, [ann, 'none', 'never', 'unknownRole']],
  ['an owner to be', { pendingOwner: true, role: 'writer' }, [ann, 'write', 'always', null]],
  [
    'somebody without an address',
    { emailAddress: undefined },
    [{ kind: 'user', key: 'user:unknown:p1' }, 'read', 'never', 'unresolvedSubject'],
  ],
  [
    'a type of tomorrow',
    { type: 'robot' },
    [{ kind: 'user', key: 'user:unknown:p1' }, 'read', 'never', 'unresolvedSubject'],
  ],
])('who is granted: %s', (_, given, expected) => expect(short(given)).toEqual(expected));

test.each([
  [undefined, null],
  ['2026-03-01T10:00:00Z', new Date('2026-03-01T10:00:00Z')],
  ['some day', new Date(0)],
])('an expiry of %s', (expirationTime, expected) => {
  expect(grantOf(permission({ expirationTime })).expiresAt).toEqual(expected);
});

test('only what was given on the item itself is its own in a shared drive', () => {
  const details = (...inherited: boolean[]) =>
    permission({ permissionDetails: inherited.map((one) => ({ inherited: one })) });
  expect([details(true), details(false), details(true, false)].map(givenHere)).toEqual([false, true, true]);
  expect(givenHere(permission({}))).toBe(true);
});

test('every field a decision needs is asked for by name', () => {
  for (const name of [
    'emailAddress',
    'domain',
    'allowFileDiscovery',
    'expirationTime',
    'deleted',
    'view',
    'permissionDetails',
  ]) {
    expect(PERMISSION_FIELDS).toContain(name);
    expect(FILE_FIELDS).toContain(name);
  }
});
