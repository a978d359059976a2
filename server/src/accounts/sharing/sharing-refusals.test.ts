import { expect, test } from 'vitest';
import { sharedThings, THING } from './sharing.fixtures.ts';

const { someone, thingOf, share } = await sharedThings({ ...THING, brief: true });
const [owner, friend, other] = [await someone(), await someone(), await someone()];
const admin = await someone('One', 'admin');
const outsider = await someone('Two');

const user = (who: { id: string }, role: string | null, more: object = {}) => ({
  shareRecipientType: 'user',
  id: who.id,
  role,
  ...more,
});
const grant = (as: typeof owner, thing: string, ...roles: object[]) =>
  share(as, 'PATCH', `${thing}/sharedRoles/`, { operation: 'updateRoles', roles });
const rolesOn = async (thing: string) =>
  Object.fromEntries(
    (await share(owner, 'GET', `${thing}/sharedRoles/`)).body.data.map((one: { id: string; role: string }) => [
      one.id,
      one.role,
    ]),
  );

test('a brief kind tells four keys and no more', async () => {
  const thing = await thingOf(owner);
  expect((await share(owner, 'GET', `${thing}/sharedRoles/`)).body.data).toEqual([
    { id: owner.id, name: owner.username, role: 'OWNER', shareRecipientType: 'user' },
  ]);
});

test('404: who cannot see the thing can neither list nor change its roles', async () => {
  const thing = await thingOf(owner);
  expect((await share(outsider, 'GET', `${thing}/sharedRoles/`)).status).toBe(404);
  const refused = await grant(friend, thing, user(friend, 'OWNER'));
  expect(refused.status).toBe(404);
  expect(refused.body.message).toContain('GET things/ lists yours');
  expect((await share(friend, 'GET', `${thing}/accessControl/`)).status).toBe(404);
});

test('403: without canShare nothing is passed on, and nobody passes on more than they have', async () => {
  const thing = await thingOf(owner);
  await grant(owner, thing, user(friend, 'EDITOR'));
  expect((await grant(friend, thing, user(other, 'CONSUMER'))).body.message).toContain('allow you to share it');
  await grant(owner, thing, user(friend, 'EDITOR', { canShare: true }));
  expect((await grant(friend, thing, user(other, 'OWNER'))).status).toBe(403);
  const takingAway = await grant(friend, thing, user(other, 'CONSUMER'), user(owner, 'NO_ROLE'));
  expect(takingAway.status).toBe(403);
  expect(takingAway.body.message).toContain(owner.username);
  expect(await rolesOn(thing)).toEqual({ [owner.id]: 'OWNER', [friend.id]: 'EDITOR' });
  expect((await grant(friend, thing, user(other, 'EDITOR'))).status).toBe(204);
});

test('204: everybody may let go of their own access', async () => {
  const thing = await thingOf(owner);
  await grant(owner, thing, user(friend, 'CONSUMER'));
  expect((await grant(friend, thing, user(friend, 'NO_ROLE'))).status).toBe(204);
  expect(await rolesOn(thing)).toEqual({ [owner.id]: 'OWNER' });
});

test('409: a person stays owner; handing over in one request is fine', async () => {
  const thing = await thingOf(owner);
  for (const role of ['NO_ROLE', 'CONSUMER']) {
    const refused = await grant(admin, thing, user(owner, role));
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('Make somebody else OWNER first');
  }
  const everybody = { shareRecipientType: 'organization', id: owner.organizationId, role: 'OWNER' };
  expect((await grant(owner, thing, everybody, user(owner, 'NO_ROLE'))).status).toBe(409);
  expect((await grant(owner, thing, user(friend, 'OWNER'), user(owner, 'CONSUMER'))).status).toBe(204);
  expect(await rolesOn(thing)).toEqual({ [owner.id]: 'CONSUMER', [friend.id]: 'OWNER' });
});

test('two owners who remove each other at once: one of them stays', async () => {
  const thing = await thingOf(owner);
  await grant(owner, thing, user(friend, 'OWNER'));
  const answers = await Promise.all([
    grant(owner, thing, user(friend, 'NO_ROLE')),
    grant(friend, thing, user(owner, 'NO_ROLE')),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect((await share(admin, 'GET', `${thing}/sharedRoles/`)).body.totalCount).toBe(1);
});

test('422: every wrong line is named, and nothing is changed', async () => {
  const thing = await thingOf(owner);
  const answer = await grant(
    owner,
    thing,
    user(friend, 'CONSUMER'),
    user(outsider, 'CONSUMER'),
    user(other, 'KING'),
    { shareRecipientType: 'user', username: friend.username, role: 'EDITOR' },
    { shareRecipientType: 'group', id: friend.id, role: 'EDITOR' },
    { shareRecipientType: 'user', id: other.id, username: friend.username, role: 'EDITOR' },
  );
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['roles.1', 'roles.2', 'roles.3', 'roles.4', 'roles.5']);
  expect(answer.body.errors['roles.2']).toContain('OWNER, ADMIN, EDITOR');
  expect(await rolesOn(thing)).toEqual({ [owner.id]: 'OWNER' });
  for (const body of [
    { roles: [user(friend, 'OWNER')] },
    { operation: 'updateRoles', roles: [] },
    { operation: 'updateRoles', roles: [{ role: 'OWNER', shareRecipientType: 'user' }] },
    { operation: 'updateRoles', roles: [user(friend, 'OWNER')], colour: 'red' },
    { operation: 'updateRoles', roles: [user(friend, null)] },
    { operation: 'updateRoles', roles: Array.from({ length: 101 }, () => user(friend, 'OWNER')) },
  ]) {
    expect((await share(owner, 'PATCH', `${thing}/sharedRoles/`, body)).status).toBe(422);
  }
});
