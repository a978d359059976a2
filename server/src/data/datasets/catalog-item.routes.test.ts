import { expect, test } from 'vitest';
import { catalogue } from './datasets.fixtures.ts';

const { ask, person, dataset } = await catalogue();
const owner = await person({ organization: 'One' });
const colleague = await person({ organization: 'One' });
const outsider = await person({ organization: 'Two' });
const PATH = '/api/v2/catalogItems/';
const { key } = owner;
const apples = await dataset(key, 'a\n1\n', 'apples.csv');
const pears = await dataset(key, 'a\n1\n', 'pears.csv');
await ask(`PATCH ${PATH}${pears}/`, { key, body: { description: 'Not apples', tags: ['fruit'] } });

const names = async (query: string, by = key) =>
  (await ask(`GET ${PATH}${query}`, { key: by })).body.data?.map((one: { catalogName: string }) => one.catalogName);

test('200: ordered and searched', async () => {
  expect(await names('')).toEqual(['pears.csv', 'apples.csv']);
  expect(await names('?orderBy=catalogName')).toEqual(['apples.csv', 'pears.csv']);
  expect(await names('?searchFor=APPLE&orderBy=-relevance')).toEqual(['apples.csv', 'pears.csv']);
  expect(await names('?searchFor=pear')).toEqual(['pears.csv']);
  expect(await names('?searchFor=%25')).toEqual([]);
  expect(await names('?tag=fruit')).toEqual(['pears.csv']);
  expect(await names('?type=dataset&limit=1')).toEqual(['pears.csv']);
  expect(await names('?type=user_blueprint')).toEqual([]);
  expect(await names('?limit=0')).toHaveLength(2);
  expect(await names(`?ownerUsername=${colleague.username}`)).toEqual([]);
});

test('200: by the way it is yours', async () => {
  const share = { operation: 'updateRoles', roles: [{ role: 'EDITOR', shareRecipientType: 'user', id: colleague.id }] };
  await ask(`PATCH /api/v2/datasets/${apples}/sharedRoles/`, { key, body: share });
  expect(await names('?accessType=shared', colleague.key)).toEqual(['apples.csv']);
  expect(await names('?accessType=created', colleague.key)).toEqual([]);
  expect(await names('?accessType=owner')).toHaveLength(2);
  expect(await names('', outsider.key)).toEqual([]);
});

test('200: read and changed', async () => {
  const body = { name: 'Pears', description: '', tags: ['a', 'a', 'b'] };
  const changed = await ask(`PATCH ${PATH}${pears}/`, { key, body });
  expect(changed.body).toMatchObject({
    catalogName: 'Pears',
    originalName: 'pears.csv',
    description: '',
    tags: ['a', 'b'],
  });
  expect((await ask(`GET ${PATH}${pears}/`, { key })).body).toEqual(changed.body);
});

test('401, 404, 422', async () => {
  expect((await ask(`GET ${PATH}`)).status).toBe(401);
  expect((await ask(`GET ${PATH}${pears}/`, { key: outsider.key })).status).toBe(404);
  expect((await ask(`PATCH ${PATH}${pears}/`, { key: colleague.key, body: { name: 'x' } })).status).toBe(404);
  for (const query of ['?orderBy=size', '?colour=red', '?accessType=mine', '?type=paint']) {
    expect([query, (await ask(`GET ${PATH}${query}`, { key })).status]).toEqual([query, 422]);
  }
  expect((await ask(`PATCH ${PATH}${pears}/`, { key, body: { tags: 'x', colour: 'red' } })).status).toBe(422);
});
