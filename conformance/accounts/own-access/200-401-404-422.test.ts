import { beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';

let owner: Person;
let friend: Person;
let useCase: string;

const accessOf = (key: string | null, query: string) => call('GET', `/api/v2/account/access/?${query}`, { key });
const toUseCase = () => `objectType=useCase&objectId=${useCase}`;

beforeAll(async () => {
  [owner, friend] = [await aPerson(), await aPerson()];
  useCase = (await call('POST', '/api/v2/useCases/', { key: owner.token, json: { name: 'Spring' } })).body.id;
});

test('404, then 200: nobody is told of what they cannot see; a role opens what it allows, and no more', async () => {
  expect((await accessOf(friend.token, toUseCase())).status).toBe(404);
  const role = { shareRecipientType: 'user', username: friend.username, role: 'EDITOR' };
  const json = { operation: 'updateRoles', roles: [role] };
  await call('PATCH', `/api/v2/useCases/${useCase}/sharedRoles/`, { key: owner.token, json });
  const about = { objectType: 'useCase', objectId: useCase };
  const mine = await accessOf(friend.token, toUseCase());
  expect(mine).toMatchObject({ status: 200, body: { ...about, role: 'EDITOR', needs: ['read', 'use', 'write'] } });
  expect((await call('DELETE', `/api/v2/useCases/${useCase}/`, { key: friend.token })).status).toBe(403);
  const everything = ['read', 'use', 'write', 'share', 'own'];
  expect((await accessOf(owner.token, toUseCase())).body).toEqual({ ...about, role: 'OWNER', needs: everything });
});

test('401: without a key', async () => {
  expect((await accessOf(null, toUseCase())).status).toBe(401);
});

test.each([
  ['objectType', 'objectType=teapot&objectId=1'],
  ['objectType', 'objectId=1'],
  ['objectId', 'objectType=useCase'],
])('422: a wrong or missing %s is named (%s)', async (field, query) => {
  const { status, body } = await accessOf(owner.token, query);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});
