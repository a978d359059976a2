import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';

let owner: Person;
let friend: Person;
let store: string;
let path: string;

beforeAll(async () => {
  [owner, friend] = [await aPerson(), await aPerson()];
  const key = owner.token;
  const drivers = await call('GET', '/api/v2/externalDataDrivers/', { key });
  const params = { driverId: drivers.body.data[0].id, jdbcUrl: 'jdbc:postgresql://db.example.org/sales' };
  const json = { type: 'jdbc', canonicalName: 'Shared', params };
  store = `/api/v2/externalDataStores/${(await call('POST', '/api/v2/externalDataStores/', { key, json })).body.id}/`;
  path = `${store}sharedRoles/`;
});

const give = (as: Person, ...roles: object[]) =>
  call('PATCH', path, { key: as.token, json: { operation: 'updateRoles', roles } });
const to = (person: Person, role: string, more: object = {}) => ({
  shareRecipientType: 'user',
  username: person.username,
  role,
  ...more,
});

test('204, 200: what is shared with a person, a group and everybody is seen, and listed with its roles', async () => {
  expect((await call('GET', store, { key: friend.token })).status).toBe(404);
  const group = (await call('POST', '/api/v2/groups/', { json: { name: `team ${randomBytes(4).toString('hex')}` } }))
    .body;
  const { orgId } = (await call('GET', '/api/v2/account/info/', { key: owner.token })).body;
  const everybody = { shareRecipientType: 'organization', id: orgId, role: 'CONSUMER' };
  const team = { shareRecipientType: 'group', id: group.id, role: 'EDITOR' };
  expect((await give(owner, to(friend, 'CONSUMER'), team, everybody)).status).toBe(204);
  expect((await call('GET', store, { key: friend.token })).body.role).toBe('CONSUMER');
  const { body } = await call('GET', path, { key: friend.token });
  const shown = body.data.map((one: { shareRecipientType: string; role: string }) => [
    one.shareRecipientType,
    one.role,
  ]);
  expect(shown.slice(2)).toEqual([
    ['group', 'EDITOR'],
    ['organization', 'CONSUMER'],
  ]);
  expect(body).toMatchObject({ count: 4, totalCount: 4, next: null });
  const gone = [to(friend, 'NO_ROLE'), { ...team, role: 'NO_ROLE' }, { ...everybody, role: 'NO_ROLE' }];
  expect((await give(owner, ...gone)).status).toBe(204);
  expect((await call('GET', store, { key: friend.token })).status).toBe(404);
});

test('403, 404: who may not share, and who may not see', async () => {
  expect((await give(friend, to(friend, 'OWNER'))).status).toBe(404);
  await give(owner, to(friend, 'EDITOR'));
  expect((await give(friend, to(owner, 'NO_ROLE'))).status).toBe(403);
  expect((await call('DELETE', store, { key: friend.token })).status).toBe(403);
  await give(owner, to(friend, 'NO_ROLE'));
});

test('409: the last person who owns it cannot go', async () => {
  expect((await give(owner, to(owner, 'NO_ROLE'))).status).toBe(409);
});

test('401, 422: no key, wrong words', async () => {
  expect((await call('GET', path, { key: null })).status).toBe(401);
  const wrong = await give(owner, to(friend, 'KING'), {
    shareRecipientType: 'user',
    username: 'nobody-at-all',
    role: 'OWNER',
  });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors)).toEqual(['roles.0', 'roles.1']);
  expect((await call('PATCH', path, { key: owner.token, json: { operation: 'dance', roles: [] } })).status).toBe(422);
});
