import { expect, test } from 'vitest';
import type { Permission } from './graph.schema.ts';
import { grantsOf } from './permission.rules.ts';

const TENANT = '11111111-2222-4333-8444-555555555555';
const GUID = 'AAAAAAAA-0000-4000-8000-00000000000A';
const place = { tenantId: TENANT, collectionId: 'contoso.example,c1' };

const permission = (more: Record<string, unknown>): Permission =>
  ({ id: 'p1', roles: ['read'], ...more }) as Permission;

const short = (more: Record<string, unknown>) =>
  grantsOf(permission(more), place).map(({ subject, role, gate, ignored }) => [subject, role, gate, ignored ?? null]);

const user = { kind: 'user', key: 'user:u1' };
const siteUser = (loginName: string) => ({ grantedToV2: { siteUser: { id: '7', loginName } } });

test.each([
  ['today', { grantedToV2: { user: { id: 'U1' } } }, [user, 'read', 'always', null]],
  ['the deprecated field alone', { grantedTo: { user: { id: 'u1' } } }, [user, 'read', 'always', null]],
  [
    'a deprecated field that names nobody beside a claim',
    { ...siteUser('i:0#.f|membership|Ann@contoso.example'), grantedTo: { user: { displayName: 'Ann' } } },
    [{ kind: 'mail', email: 'ann@contoso.example', pin: 'contoso.example,c1:7' }, 'read', 'always', null],
  ],
  ['a group', { grantedToV2: { group: { id: 'G1' } } }, [{ kind: 'group', key: 'group:g1' }, 'read', 'always', null]],
  [
    'a user by address',
    { grantedToV2: { user: { email: 'A@b.c' } } },
    [{ kind: 'mail', email: 'a@b.c', pin: 'p1' }, 'read', 'always', null],
  ],
  [
    'an application',
    { grantedToV2: { application: { id: 'app' } } },
    [{ kind: 'user', key: 'user:unknown:app' }, 'read', 'never', 'application'],
  ],
  [
    'a device',
    { grantedToV2: { device: { id: 'dev' } } },
    [{ kind: 'user', key: 'user:unknown:dev' }, 'read', 'never', 'device'],
  ],
  [
    'a site group, whose id means something in its site collection only',
    { grantedToV2: { siteGroup: { id: '5', loginName: 'Members' } } },
    [{ kind: 'siteGroup', key: 'siteGroup:contoso.example,c1:5' }, 'read', 'never', 'unresolvedSubject'],
  ],
  [
    'a SharePoint group',
    { grantedToV2: { sharePointGroup: { id: 'x', principalId: '9' } } },
    [{ kind: 'siteGroup', key: 'siteGroup:contoso.example,c1:9' }, 'read', 'never', 'unresolvedSubject'],
  ],
  [
    'an invitation nobody took up',
    { invitation: { email: 'New@partner.example' } },
    [{ kind: 'mail', email: 'new@partner.example' }, 'read', 'never', 'unredeemedInvitation'],
  ],
  ['nobody at all', {}, [{ kind: 'user', key: 'user:unknown:p1' }, 'read', 'never', 'unresolvedSubject']],
])('who is granted: %s', (_, given, expected) => expect(short(given)).toEqual([expected]));

test.each([
  [
    'i:0#.f|membership|Ann@contoso.example',
    { kind: 'mail', email: 'ann@contoso.example', pin: 'contoso.example,c1:7' },
  ],
  [`c:0t.c|tenant|${GUID}`, { kind: 'group', key: `group:${GUID.toLowerCase()}` }],
  [`c:0o.c|federateddirectoryclaimprovider|${GUID}`, { kind: 'group', key: `group:${GUID.toLowerCase()}` }],
  [`c:0o.c|federateddirectoryclaimprovider|${GUID}_o`, { kind: 'group', key: `group:${GUID.toLowerCase()}_o` }],
  [`c:0-.f|rolemanager|spo-grid-all-users/${TENANT}`, { kind: 'tenant' }],
  ['c:0(.s|true', { kind: 'everyone' }],
])('the login name %s is decoded', (loginName, subject) => {
  expect(short(siteUser(loginName))).toEqual([[subject, 'read', 'always', null]]);
});

test.each([`c:0-.f|rolemanager|spo-grid-all-users/${GUID}`, 'c:0t.c|tenant|not-a-guid', 'c:0!.s|windows'])(
  'the login name %s names nobody we know',
  (loginName) => {
    expect(short(siteUser(loginName))[0]?.slice(2)).toEqual(['never', 'unresolvedSubject']);
  },
);

test.each([
  [['read'], 'read', null],
  [['write'], 'write', null],
  [['owner'], 'owner', null],
  [['sp.Full Control'], 'owner', null],
  [['sp.contribute', 'sp.read'], 'write', null],
  [['sp.limited access', 'read'], 'read', null],
  [[], 'none', 'limitedAccess'],
  [['sp.limited access'], 'none', 'limitedAccess'],
  [['sp.auditors of 2019'], 'none', 'unknownRole'],
])('roles %j mean %s', (roles, role, ignored) => {
  const [found] = short({ roles, grantedToV2: { user: { id: 'u1' } } });
  expect(found).toEqual([user, role, ignored ? 'never' : 'always', ignored]);
});

test.each([
  ['anonymous', [{ kind: 'anyone' }, 'read', 'never', 'anonymousLink']],
  ['organization', [{ kind: 'tenant' }, 'read', 'organizationLink', null]],
  ['existingAccess', [{ kind: 'anyone' }, 'read', 'never', 'existingAccessLink']],
  ['ofTomorrow', [{ kind: 'anyone' }, 'read', 'never', 'unresolvedSubject']],
])('a link of scope %s', (scope, expected) => expect(short({ link: { scope, type: 'view' } })).toEqual([expected]));

test('a link for people is one relation for each of them, whichever field names them', () => {
  const people = [{ user: { id: 'u1' } }, { siteUser: { loginName: 'i:0#.f|membership|b@c.d' } }];
  const expected = [
    [user, 'read', 'always', null],
    [{ kind: 'mail', email: 'b@c.d', pin: 'p1' }, 'read', 'always', null],
  ];
  expect(short({ link: { scope: 'users' }, grantedToIdentitiesV2: people })).toEqual(expected);
  expect(short({ link: { scope: 'users' }, grantedToIdentitiesV2: [], grantedToIdentities: people })).toEqual(expected);
});

test('a link for people that names nobody is kept and gives nothing', () => {
  expect(short({ link: { scope: 'users' } })).toEqual([[{ kind: 'anyone' }, 'read', 'never', 'nobodyNamed']]);
});

test.each([
  ['0001-01-01T00:00:00Z', null],
  [undefined, null],
  ['2026-03-01T10:00:00Z', new Date('2026-03-01T10:00:00Z')],
  ['soon', new Date(0)],
])('an expiry of %s', (expirationDateTime, expected) => {
  const [grant] = grantsOf(permission({ grantedToV2: { user: { id: 'u1' } }, expirationDateTime }), place);
  expect(grant?.expiresAt).toEqual(expected);
});

test('the permission is kept as it came', () => {
  const sent = permission({ grantedToV2: { user: { id: 'u1' } }, shareId: 'u!abc' });
  expect(grantsOf(sent, place)[0]?.raw).toBe(sent);
});
