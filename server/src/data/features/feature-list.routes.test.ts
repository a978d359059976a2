import { expect, test } from 'vitest';
import { catalogue } from '../datasets/datasets.fixtures.ts';

const { ask, person, dataset, upload, settled } = await catalogue();
const ann = await person();
const bob = await person();
const CSV = 'day,store,sales\n2021-01-01,a,1\n2021-01-02,b,2\n2021-01-03,a,3\n';

const fresh = async () => {
  const id = await dataset(ann.key, CSV);
  const base = `/api/v2/datasets/${id}`;
  const { versionId } = (await ask(`GET ${base}/`, { key: ann.key })).body;
  const make = (name: string, features = ['day'], description?: string) =>
    ask(`POST ${base}/featurelists/`, { key: ann.key, body: { name, features, description } });
  const get = (path: string, key = ann.key) => ask(`GET ${base}/${path}`, { key });
  return { id, base, versionId: versionId as string, make, get };
};
const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

test('a list of all columns comes with every version, and stays', async () => {
  const { id, base, versionId, get, make } = await fresh();
  const { status, body } = await get('featurelists/');
  expect(status).toBe(200);
  expect(body).toMatchObject({ count: 1, totalCount: 1, next: null, previous: null });
  expect(body.data[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: 'All Features',
    description: expect.any(String),
    features: ['day', 'store', 'sales'],
    datasetId: id,
    datasetVersionId: versionId,
    createdBy: ann.username,
    creationDate: expect.stringMatching(/Z$/),
    userCreated: false,
  });
  const one = `${base}/featurelists/${body.data[0].id}/`;
  expect((await ask(`PATCH ${one}`, { key: ann.key, body: { name: 'Mine' } })).status).toBe(409);
  expect((await ask(`DELETE ${one}`, { key: ann.key })).status).toBe(409);
  expect((await make('All Features')).status).toBe(409);
});

test('lists are made, read, renamed and deleted', async () => {
  const { id, base, make, get } = await fresh();
  const made = await make('  Two ', ['sales', 'day'], 'for the demo');
  expect(made.status).toBe(201);
  expect(made.headers.location).toMatch(new RegExp(`/api/v2/datasets/${id}/featurelists/${made.body.id}/$`));
  expect(made.body).toMatchObject({
    name: 'Two',
    features: ['sales', 'day'],
    description: 'for the demo',
    datasetVersionId: null,
    userCreated: true,
  });
  expect((await get(`featurelists/${made.body.id}/`)).body).toEqual(made.body);
  const one = `${base}/featurelists/${made.body.id}/`;
  const renamed = await ask(`PATCH ${one}`, { key: ann.key, body: { name: 'Pair' } });
  expect([renamed.status, renamed.body]).toEqual([200, { ...made.body, name: 'Pair' }]);
  expect((await ask(`PATCH ${one}`, { key: ann.key, body: {} })).status).toBe(200);
  expect((await ask(`DELETE ${one}`, { key: ann.key })).status).toBe(204);
  expect((await get(`featurelists/${made.body.id}/`)).status).toBe(404);
  expect((await ask(`DELETE ${one}`, { key: ann.key })).status).toBe(404);
});

test('names are unique in a dataset, and free in the next', async () => {
  const { base, make } = await fresh();
  await make('One');
  const again = await make('One');
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('"One"')]);
  const other = await make('Other');
  const clash = await ask(`PATCH ${base}/featurelists/${other.body.id}/`, { key: ann.key, body: { name: 'One' } });
  expect(clash.status).toBe(409);
  expect((await (await fresh()).make('One')).status).toBe(201);
});

test.each([
  ['features', { name: 'X', features: ['day', 'nothing', "x'; DROP TABLE"] }],
  ['features', { name: 'X', features: [] }],
  ['features', { name: 'X', features: ['day', 'day'] }],
  ['features', { name: 'X' }],
  ['name', { name: ' ', features: ['day'] }],
  ['name', { features: ['day'] }],
  ['colour', { name: 'X', features: ['day'], colour: 'red' }],
])('refuses a list with wrong %s: %j', async (field, body) => {
  const { base } = await fresh();
  const answer = await ask(`POST ${base}/featurelists/`, { key: ann.key, body });
  expect([answer.status, Object.keys(answer.body.errors)[0]]).toEqual([422, expect.stringContaining(field)]);
});

test('they are ordered, searched and paged', async () => {
  const { make, get, versionId } = await fresh();
  await make('beta', ['day', 'store'], 'second');
  await make('Alpha', ['day'], 'third');
  await make('gamma 50%', ['sales', 'day'], 'first');
  expect(names(await get('featurelists/'))).toEqual(['All Features', 'Alpha', 'beta', 'gamma 50%']);
  expect(names(await get('featurelists/?orderBy=-name'))).toEqual(['gamma 50%', 'beta', 'Alpha', 'All Features']);
  expect(names(await get('featurelists/?orderBy=description')).slice(1)).toEqual(['gamma 50%', 'beta', 'Alpha']);
  expect(names(await get('featurelists/?orderBy=-featuresNumber'))[0]).toBe('All Features');
  expect(names(await get('featurelists/?orderBy=featuresNumber'))[0]).toBe('Alpha');
  expect(names(await get('featurelists/?orderBy=userCreated'))[0]).toBe('All Features');
  expect(names(await get('featurelists/?orderBy=-userCreated')).at(-1)).toBe('All Features');
  expect(names(await get('featurelists/?orderBy=creationDate'))[0]).toBe('All Features');
  expect(names(await get('featurelists/?searchFor=AL'))).toEqual(['All Features', 'Alpha']);
  expect(names(await get('featurelists/?searchFor=%25'))).toEqual(['gamma 50%']);
  expect(names(await get(`versions/${versionId}/featurelists/?searchFor=beta`))).toEqual(['beta']);
  const page = await get('featurelists/?limit=2&offset=2&searchFor=a&orderBy=name');
  expect(page.body).toMatchObject({ count: 2, totalCount: 4, next: null });
  expect(page.body.previous).toMatch(/searchFor=a/);
});

test.each([
  'includePlot=true',
  'featurelistId=0123456789abcdef01234567',
  'includeDataQuality=true',
  'orderBy=featureType',
  'orderBy=-id',
  'orderBy=unique',
  'orderBy=dataQualityIssues',
  'orderBy=',
  'sortBy=name',
  'limit=0',
])('both routes refuse %s and name the parameter', async (query) => {
  const { get, versionId } = await fresh();
  for (const path of ['featurelists/', `versions/${versionId}/featurelists/`]) {
    const { status, body } = await get(`${path}?${query}`);
    expect([status, body.message, Object.keys(body.errors)]).toEqual([
      422,
      'Invalid field data',
      [query.split('=')[0]],
    ]);
  }
});

test('a list shows under the versions that have its columns', async () => {
  const { id, make, get, versionId } = await fresh();
  const list = await make('With sales', ['sales', 'day']);
  const begun = await upload(ann.key, 'day,price\n2021-01-01,4\n2021-01-02,5\n', { path: `${id}/versions/fromFile` });
  expect((await settled(ann.key, begun)).body.processingState).toBe('COMPLETED');
  const second = begun.body.catalogVersionId;
  expect(names(await get(`versions/${versionId}/featurelists/`))).toEqual(['All Features', 'With sales']);
  expect(names(await get(`versions/${second}/featurelists/`))).toEqual(['All Features']);
  const all = await get('featurelists/');
  expect(all.body.data.map((l: { features: string[] }) => l.features)).toEqual([
    ['day', 'price'],
    ['sales', 'day'],
  ]);
  expect((await get(`versions/${versionId}/featurelists/${list.body.id}/`)).status).toBe(200);
  expect((await get(`versions/${second}/featurelists/${list.body.id}/`)).status).toBe(404);
  expect((await make('Old column', ['sales'])).status).toBe(422);
});

test('outsiders get 404; those who may only read cannot change', async () => {
  const { base, make, get, versionId } = await fresh();
  const list = await make('Mine');
  for (const path of ['featurelists/', `featurelists/${list.body.id}/`, `versions/${versionId}/featurelists/`]) {
    expect((await get(path, bob.key)).status).toBe(404);
  }
  const share = {
    operation: 'updateRoles',
    roles: [{ role: 'CONSUMER', shareRecipientType: 'user', username: bob.username }],
  };
  expect((await ask(`PATCH ${base}/sharedRoles/`, { key: ann.key, body: share })).status).toBe(204);
  expect((await get('featurelists/', bob.key)).status).toBe(200);
  const one = `${base}/featurelists/${list.body.id}/`;
  const body = { name: 'Theirs', features: ['day'] };
  expect((await ask(`POST ${base}/featurelists/`, { key: bob.key, body })).status).toBe(403);
  expect((await ask(`PATCH ${one}`, { key: bob.key, body: { name: 'Theirs' } })).status).toBe(403);
  expect((await ask(`DELETE ${one}`, { key: bob.key })).status).toBe(403);
  expect((await get('featurelists/0123456789abcdef01234567/')).status).toBe(404);
});
