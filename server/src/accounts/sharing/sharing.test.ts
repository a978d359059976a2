import { expect, test } from 'vitest';
import { removeGrants, requireRole, visibleTo } from './access.ts';
import type { Need } from './role.rules.ts';
import { sharedThings, THING } from './sharing.fixtures.ts';

const { platform, ask, someone, thingOf, share } = await sharedThings();
const [owner, friend, other] = [
  await someone('One', 'user', { firstName: 'Ada', lastName: 'L' }),
  await someone(),
  await someone(),
];
const admin = await someone('One', 'admin');
const outsider = await someone('Two', 'admin');
type Someone = typeof owner;

const user = (who: { id: string }, role: string, more: object = {}) => ({
  shareRecipientType: 'user',
  id: who.id,
  role,
  ...more,
});
const grant = (as: Someone, thing: string, ...roles: object[]) =>
  share(as, 'PATCH', `${thing}/sharedRoles/`, { operation: 'updateRoles', roles });
const statusOf = (who: Someone, id: string, need: Need) =>
  requireRole(who.ctx, { kind: THING, id }, need).then(
    () => 200,
    (error: { status: number }) => error.status,
  );
const canSee = async (who: Someone) => {
  const rows = await visibleTo(who.ctx, THING).execute();
  return new Set(rows.map(({ resource_id }) => resource_id));
};

test('a thing belongs to who made it; nobody else sees it but administrators of the organization', async () => {
  const thing = await thingOf(owner);
  for (const need of ['read', 'use', 'write', 'share', 'own'] as const) {
    expect([need, await statusOf(owner, thing, need), await statusOf(admin, thing, need)]).toEqual([need, 200, 200]);
    expect([need, await statusOf(friend, thing, need), await statusOf(outsider, thing, need)]).toEqual([
      need,
      404,
      404,
    ]);
  }
  const seeing = await Promise.all([owner, admin, friend, outsider].map(async (who) => (await canSee(who)).has(thing)));
  expect(seeing).toEqual([true, true, false, false]);
});

test('204: what each role opens, and the sentence when it is too small', async () => {
  const thing = await thingOf(owner);
  expect((await grant(owner, thing, user(friend, 'CONSUMER'))).status).toBe(204);
  const opens = async () => [
    await statusOf(friend, thing, 'read'),
    await statusOf(friend, thing, 'use'),
    await statusOf(friend, thing, 'write'),
  ];
  expect(await opens()).toEqual([200, 200, 403]);
  await grant(owner, thing, user(friend, 'OBSERVER'));
  expect(await opens()).toEqual([200, 403, 403]);
  await grant(owner, thing, user(friend, 'READ_WRITE'));
  expect(await opens()).toEqual([200, 200, 200]);
  await expect(requireRole(friend.ctx, { kind: THING, id: thing }, 'own')).rejects.toThrow(
    /role EDITOR on the thing .* takes an owner/,
  );
  await grant(owner, thing, user(friend, 'NO_ROLE'));
  expect(await opens()).toEqual([404, 404, 404]);
});

test('groups and the organization reach people too, as long as they belong', async () => {
  const thing = await thingOf(owner);
  const group = (await ask('POST /api/v2/groups/', { key: admin.key, body: { name: 'Team' } })).body;
  const members = `/api/v2/groups/${group.id}/users/`;
  await ask(`POST ${members}`, { key: admin.key, body: { users: [{ userId: friend.id }] } });
  await grant(owner, thing, { shareRecipientType: 'group', name: 'team', role: 'EDITOR' });
  expect([await statusOf(friend, thing, 'write'), await statusOf(other, thing, 'read')]).toEqual([200, 404]);
  await grant(owner, thing, { shareRecipientType: 'organization', id: owner.organizationId, role: 'CONSUMER' });
  expect([await statusOf(friend, thing, 'write'), await statusOf(other, thing, 'read')]).toEqual([200, 200]);
  expect((await canSee(other)).has(thing)).toBe(true);
  expect(await statusOf(outsider, thing, 'read')).toBe(404);
  await ask(`DELETE /api/v2/groups/${group.id}/`, { key: admin.key });
  expect(await statusOf(friend, thing, 'write')).toBe(403);
});

test('200: the list tells everybody by kind and name, filtered and paged', async () => {
  const thing = await thingOf(owner);
  await grant(owner, thing, user(friend, 'EDITOR', { canShare: true }), {
    shareRecipientType: 'organization',
    id: owner.organizationId,
    role: 'OBSERVER',
  });
  const list = (query = '') => share(friend, 'GET', `${thing}/sharedRoles/${query}`);
  const { body } = await list();
  expect(body).toMatchObject({ totalCount: 3, next: null });
  expect(body.data).toEqual(
    expect.arrayContaining([
      {
        id: owner.id,
        name: owner.username,
        role: 'OWNER',
        shareRecipientType: 'user',
        userFullName: 'Ada L',
        canShare: true,
        canUseData: true,
      },
      {
        id: friend.id,
        name: friend.username,
        role: 'EDITOR',
        shareRecipientType: 'user',
        userFullName: null,
        canShare: true,
        canUseData: true,
      },
    ]),
  );
  expect(body.data[2]).toMatchObject({
    name: 'One',
    role: 'CONSUMER',
    shareRecipientType: 'organization',
    canUseData: false,
  });
  expect((await list(`?id=${friend.id}`)).body.data).toMatchObject([{ id: friend.id }]);
  expect((await list(`?name=${friend.username.toUpperCase()}`)).body.data).toMatchObject([{ id: friend.id }]);
  expect((await list('?shareRecipientType=group')).body.data).toEqual([]);
  expect((await list('?limit=1&offset=1')).body).toMatchObject({ count: 1, totalCount: 3 });
  expect((await list('?limit=0')).body).toMatchObject({ count: 3 });
  expect((await list('?colour=red')).status).toBe(422);
});

test('204: the older route, by name, with null to take access away', async () => {
  const thing = await thingOf(owner);
  const path = `${thing}/accessControl/`;
  const change = { data: [{ username: friend.username, role: 'READ_ONLY' }], applyGrantToLinkedObjects: false };
  expect((await share(owner, 'PATCH', path, change)).status).toBe(204);
  const { body } = await share(owner, 'GET', path);
  expect(body.data).toContainEqual({
    userId: friend.id,
    username: friend.username,
    userFullName: null,
    role: 'READ_ONLY',
    canShare: true,
    canUseData: true,
  });
  await share(owner, 'PATCH', path, { data: [{ username: friend.username, role: null }] });
  expect((await share(owner, 'GET', path)).body).toMatchObject({ totalCount: 1 });
});

test('a thing that is gone for good leaves no grant behind', async () => {
  const thing = await thingOf(owner);
  await platform.db.transaction((tx) => removeGrants(tx, owner.organizationId, { kind: THING, id: thing }));
  expect([await statusOf(owner, thing, 'read'), await statusOf(admin, thing, 'read')]).toEqual([404, 404]);
});
