import { expect, test } from 'vitest';
import { sharedThings, THING } from './sharing.fixtures.ts';

const { someone, thingOf, share, accessOf } = await sharedThings({
  ...THING,
  roles: {
    takes: { OWNER: 'OWNER', USER: 'EDITOR', CONSUMER: 'CONSUMER', OBSERVER: 'OBSERVER' },
    tells: { OWNER: 'OWNER', EDITOR: 'USER', CONSUMER: 'CONSUMER', OBSERVER: 'OBSERVER' },
  },
});
const [owner, friend, other] = [await someone(), await someone(), await someone()];
const admin = await someone('One', 'admin');
const outsider = await someone('Two', 'admin');
const thing = await thingOf(owner);

const give = (role: string, more: object = {}) =>
  share(owner, 'PATCH', `${thing}/sharedRoles/`, {
    operation: 'updateRoles',
    roles: [{ shareRecipientType: 'user', id: friend.id, role, ...more }],
  });

test('200: each role meets the needs it allows, and is told in the words of the kind', async () => {
  const EVERYTHING = ['read', 'use', 'write', 'share', 'own'];
  expect(await accessOf(owner, thing)).toEqual({
    status: 200,
    body: { objectType: 'thing', objectId: thing, role: 'OWNER', needs: EVERYTHING },
  });
  for (const [role, flags, needs] of [
    ['OBSERVER', {}, ['read']],
    ['CONSUMER', {}, ['read', 'use']],
    ['CONSUMER', { canUseData: false }, ['read']],
    ['USER', { canUseData: true }, ['read', 'use', 'write']],
    ['USER', { canShare: true }, ['read', 'use', 'write', 'share']],
  ] as const) {
    expect((await give(role, flags)).status).toBe(204);
    expect((await accessOf(friend, thing)).body).toMatchObject({ role, needs });
  }
  expect((await accessOf(admin, thing)).body).toMatchObject({ role: 'OWNER', needs: EVERYTHING });
});

test('404: who cannot see the thing is told so in the usual words', async () => {
  for (const someoneElse of [other, outsider]) {
    const { status, body } = await accessOf(someoneElse, thing);
    expect([status, body.message]).toEqual([404, expect.stringContaining('GET things/ lists yours')]);
  }
});

test('422: a kind that no route needs a role on is unknown', async () => {
  const { status, body } = await accessOf(owner, thing, 'dataset');
  expect([status, Object.keys(body.errors)]).toEqual([422, ['objectType']]);
});
