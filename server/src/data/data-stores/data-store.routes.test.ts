import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';

const { ask, person } = await servedApp();
const owner = await person({ organization: 'One' });
const friend = await person({ organization: 'One' });
const outsider = await person({ organization: 'Two', role: 'admin' });
const PATH = '/api/v2/externalDataStores/';
const driverId = (await ask('GET /api/v2/externalDataDrivers/', { key: owner.key })).body.data[0].id;
const body = (canonicalName: string, jdbcUrl = 'jdbc:postgresql://db.example.org/sales') => ({
  type: 'jdbc',
  canonicalName,
  params: { driverId, jdbcUrl },
});
const create = async (name: string) =>
  (await ask(`POST ${PATH}`, { key: owner.key, body: body(name) })).body.id as string;
const names = async (query: string, key = owner.key) =>
  (await ask(`GET ${PATH}?${query}`, { key })).body.data.map((one: { canonicalName: string }) => one.canonicalName);

test('200, 404: the driver of PostgreSQL ships', async () => {
  const list = await ask('GET /api/v2/externalDataDrivers/?type=jdbc', { key: owner.key });
  expect(list.body.data).toMatchObject([{ canonicalName: 'PostgreSQL', type: 'jdbc' }]);
  expect((await ask(`GET /api/v2/externalDataDrivers/${driverId}/`, { key: owner.key })).body).toEqual(
    list.body.data[0],
  );
  expect((await ask('GET /api/v2/externalDataDrivers/x/', { key: owner.key })).status).toBe(404);
  expect((await ask('GET /api/v2/externalDataDrivers/?type=dr-database-v1', { key: owner.key })).body.data).toEqual([]);
});

test('201, 200, 204: made, read, changed, deleted', async () => {
  const made = await ask(`POST ${PATH}`, { key: owner.key, body: body('Warehouse') });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ canonicalName: 'Warehouse', type: 'jdbc', role: 'OWNER', creator: owner.id });
  const one = `${PATH}${made.body.id}/`;
  expect((await ask(`GET ${one}?substituteUrlParameters=True`, { key: owner.key })).body).toEqual(made.body);
  const changed = await ask(`PATCH ${one}`, {
    key: owner.key,
    body: { canonicalName: 'Depot', params: { jdbcUrl: 'jdbc:postgresql://db/other' } },
  });
  expect(changed.body).toMatchObject({
    canonicalName: 'Depot',
    params: { driverId, jdbcUrl: 'jdbc:postgresql://db/other' },
  });
  expect((await ask(`DELETE ${one}`, { key: owner.key })).status).toBe(204);
  expect((await ask(`GET ${one}`, { key: owner.key })).status).toBe(404);
});

test('200: the list has what one may see, by name, filtered', async () => {
  const id = await create('List beta');
  await create('List Alpha');
  expect(await names('name=LIST')).toEqual(['List Alpha', 'List beta']);
  expect(await names('name=list&limit=1&offset=1')).toEqual(['List beta']);
  expect([await names('type=dr-connector-v1'), await names('dataType=unstructured')]).toEqual([[], []]);
  expect([await names('', friend.key), await names('', outsider.key)]).toEqual([[], []]);
  const roles = [{ shareRecipientType: 'user', id: friend.id, role: 'CONSUMER' }];
  await ask(`PATCH ${PATH}${id}/sharedRoles/`, { key: owner.key, body: { operation: 'updateRoles', roles } });
  expect((await ask(`GET ${PATH}`, { key: friend.key })).body.data).toMatchObject([{ id, role: 'CONSUMER' }]);
});

test('403, 404: what a role does not allow, and what is not there for others', async () => {
  const id = await create('Guarded');
  const roles = [{ shareRecipientType: 'user', id: friend.id, role: 'EDITOR' }];
  await ask(`PATCH ${PATH}${id}/sharedRoles/`, { key: owner.key, body: { operation: 'updateRoles', roles } });
  expect((await ask(`PATCH ${PATH}${id}/`, { key: friend.key, body: { canonicalName: 'Mine' } })).status).toBe(200);
  expect((await ask(`DELETE ${PATH}${id}/`, { key: friend.key })).status).toBe(403);
  for (const line of [
    `GET ${PATH}${id}/`,
    `DELETE ${PATH}${id}/`,
    `GET ${PATH}${id}/sharedRoles/`,
    `GET ${PATH}${id}/credentials/`,
  ]) {
    expect([line, (await ask(line, { key: outsider.key })).status]).toEqual([line, 404]);
  }
  expect((await ask(`POST ${PATH}${id}/test/`, { key: outsider.key })).status).toBe(404);
  expect((await ask(`GET ${PATH}`)).status).toBe(401);
});

test.each([
  [{ ...body('x'), type: 'dr-database-v1' }, 'type'],
  [{ ...body(' ') }, 'canonicalName'],
  [body('x', 'jdbc:mysql://db/sales'), 'params.jdbcUrl'],
  [body('x', 'jdbc:postgresql://me:secret@db/sales'), 'params.jdbcUrl'],
  [{ ...body('x'), params: { driverId: 'x', jdbcUrl: 'jdbc:postgresql://db/sales' } }, 'params.driverId'],
  [{ ...body('x'), colour: 'red' }, 'colour'],
])('422: %j names %s', async (wrong, field) => {
  const answer = await ask(`POST ${PATH}`, { key: owner.key, body: wrong });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  expect(JSON.stringify(answer.body)).not.toContain('secret');
});
