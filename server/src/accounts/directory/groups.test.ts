import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';

const { ask, person } = await servedApp();
const admin = await person({ role: 'admin', organization: 'One' });
const plain = await person({ organization: 'One' });
const outsider = await person({ role: 'admin', organization: 'Two' });
const PATH = '/api/v2/groups/';

const create = async (name: string, more: object = {}) =>
  (await ask(`POST ${PATH}`, { key: admin.key, body: { name, ...more } })).body;
const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

test('201: an administrator makes a group; everybody of the organization sees it', async () => {
  const body = { name: 'Analysts', description: 'They count', email: 'analysts@example.org' };
  const made = await ask(`POST ${PATH}`, { key: admin.key, body });
  expect(made.status).toBe(201);
  expect(made.headers.location).toMatch(new RegExp(`/api/v2/groups/${made.body.id}/$`));
  expect(made.body).toMatchObject({ ...body, orgId: admin.organizationId, accessRoleId: null, membersCount: 0 });
  expect((await ask(`GET ${PATH}${made.body.id}/`, { key: plain.key })).body).toEqual(made.body);
  expect((await ask(`GET ${PATH}${made.body.id}/`, { key: outsider.key })).status).toBe(404);
});

test('200: members come and go', async () => {
  const { id } = await create('Team');
  const members = `${PATH}${id}/users/`;
  const added = await ask(`POST ${members}`, {
    key: admin.key,
    body: { users: [{ username: plain.username.toUpperCase() }, { userId: admin.id }] },
  });
  expect(added.status).toBe(200);
  expect(added.body.users.map((user: { userId: string }) => user.userId).sort()).toEqual([admin.id, plain.id].sort());
  await ask(`POST ${members}`, { key: admin.key, body: { users: [{ userId: plain.id }] } });
  expect((await ask(`GET ${members}`, { key: plain.key })).body).toMatchObject({ totalCount: 2, count: 2 });
  expect((await ask(`GET ${PATH}${id}/`, { key: plain.key })).body.membersCount).toBe(2);
  const removed = await ask(`DELETE ${members}`, { key: admin.key, body: { users: [{ userId: plain.id }] } });
  expect(removed.status).toBe(204);
  expect((await ask(`GET ${members}`, { key: plain.key })).body.data).toMatchObject([{ userId: admin.id }]);
});

test('422: a member nobody knows is named, and nobody is added', async () => {
  const { id } = await create('Strict');
  const users = [{ userId: plain.id }, { username: outsider.username }];
  const answer = await ask(`POST ${PATH}${id}/users/`, { key: admin.key, body: { users } });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['users.1']);
  expect((await ask(`GET ${PATH}${id}/`, { key: admin.key })).body.membersCount).toBe(0);
  for (const wrong of [{ users: [] }, { users: [{}] }, { users: [{ userId: 'a', username: 'b' }] }]) {
    expect((await ask(`POST ${PATH}${id}/users/`, { key: admin.key, body: wrong })).status).toBe(422);
  }
});

test('200: the list is filtered by name, id and membership, and ordered', async () => {
  const red = await create('Filter Red');
  const blue = await create('Filter Blue');
  await ask(`POST ${PATH}${red.id}/users/`, { key: admin.key, body: { users: [{ userId: plain.id }] } });
  const list = (query: string) => ask(`GET ${PATH}?namePart=fILTER&${query}`, { key: plain.key });
  expect(names(await list(''))).toEqual(['Filter Blue', 'Filter Red']);
  expect(names(await list('orderBy=-name'))).toEqual(['Filter Red', 'Filter Blue']);
  expect(names(await list(`userId=${plain.id}`))).toEqual(['Filter Red']);
  expect(names(await list(`userId=${plain.id}&excludeUserMembership=True`))).toEqual(['Filter Blue']);
  expect(names(await list(`groupIds=${blue.id}`))).toEqual(['Filter Blue']);
  expect(names(await list('limit=1&offset=1'))).toEqual(['Filter Red']);
  expect((await list(`orgId=${outsider.organizationId}`)).status).toBe(404);
  expect((await list('orderBy=size')).status).toBe(422);
  expect(names(await ask(`GET ${PATH}?namePart=%25`, { key: plain.key }))).toEqual([]);
});

test('200, 204: renamed, described, deleted', async () => {
  const { id } = await create('Before', { description: 'x' });
  const changed = await ask(`PATCH ${PATH}${id}/`, { key: admin.key, body: { name: 'After', description: null } });
  expect(changed.body).toMatchObject({ name: 'After', description: null });
  expect((await ask(`GET ${PATH}${id}/`, { key: admin.key })).body).toEqual(changed.body);
  expect((await ask(`DELETE ${PATH}${id}/`, { key: admin.key })).status).toBe(204);
  expect((await ask(`DELETE ${PATH}${id}/`, { key: admin.key })).status).toBe(404);
});

test('409: a name the organization has already, in any case; another organization may have it', async () => {
  await create('Unique');
  const again = await ask(`POST ${PATH}`, { key: admin.key, body: { name: 'UNIQUE' } });
  expect(again.status).toBe(409);
  const { id } = await create('Nearly');
  expect((await ask(`PATCH ${PATH}${id}/`, { key: admin.key, body: { name: 'unique' } })).status).toBe(409);
  expect((await ask(`POST ${PATH}`, { key: outsider.key, body: { name: 'Unique' } })).status).toBe(201);
});

test('401, 403, 404, 422: who may not, what is not there, what is wrong', async () => {
  const { id } = await create('Guarded');
  expect((await ask(`GET ${PATH}`)).status).toBe(401);
  for (const line of [`POST ${PATH}`, `PATCH ${PATH}${id}/`]) {
    expect((await ask(line, { key: plain.key, body: { name: 'x' } })).status).toBe(403);
  }
  expect((await ask(`DELETE ${PATH}${id}/`, { key: plain.key })).status).toBe(403);
  expect((await ask(`PATCH ${PATH}${id}/`, { key: outsider.key, body: { name: 'x' } })).status).toBe(404);
  expect((await ask(`GET ${PATH}${id}/users/`, { key: outsider.key })).status).toBe(404);
  for (const body of [{}, { name: '' }, { name: 'x', accessRoleId: 'r' }, { name: 'x', colour: 'red' }]) {
    expect((await ask(`POST ${PATH}`, { key: admin.key, body })).status).toBe(422);
  }
  const elsewhere = { name: 'x', orgId: outsider.organizationId };
  expect((await ask(`POST ${PATH}`, { key: admin.key, body: elsewhere })).status).toBe(404);
});
