import { expect, test } from 'vitest';
import type { RouteRecord } from '#platform/http/route.ts';
import { catalogue, form } from './datasets/datasets.fixtures.ts';
import { routes } from './index.ts';

const { ask, person, dataset } = await catalogue();
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const reader = await person({ organization: 'One' });
const outsider = await person({ organization: 'Two', role: 'admin' });

const datasetId = await dataset(ann.key);
const { versionId: datasetVersionId } = (await ask(`GET /api/v2/datasets/${datasetId}/`, { key: ann.key })).body;
const list = { name: 'both', features: ['a', 'b'] };
const lists = `/api/v2/datasets/${datasetId}/featurelists/`;
const { id: featurelistId } = (await ask(`POST ${lists}`, { key: ann.key, body: list })).body;
const { recipeId } = (await ask('POST /api/v2/recipes/fromDataset/', { key: ann.key, body: { datasetId } })).body;
const operations = [{ directive: 'dedupe-rows', arguments: {} }];
await ask(`PUT /api/v2/recipes/${recipeId}/operations/`, { key: ann.key, body: { operations } });
for (const path of [`datasets/${datasetId}`, `recipes/${recipeId}`]) {
  const roles = [{ role: 'CONSUMER', shareRecipientType: 'user', username: reader.username }];
  const body = { operation: 'updateRoles', roles };
  expect((await ask(`PATCH /api/v2/${path}/sharedRoles/`, { key: ann.key, body })).status).toBe(204);
}

const filled: Readonly<Record<string, string>> = {
  ...{ datasetId, datasetVersionId, featurelistId, recipeId, featureName: 'a', operationIndex: '0' },
};
const grant = { role: 'OWNER', username: bob.username };
/** What would be accepted from the owner. */
const bodies: Readonly<Record<string, unknown>> = {
  'versions/fromURL': { url: 'https://files.test/a.csv' },
  'versions/fromStage': { stageId: 'none' },
  'versions/fromRecipe': { recipeId },
  sharedRoles: { operation: 'updateRoles', roles: [{ ...grant, shareRecipientType: 'user' }] },
  accessControl: { data: [grant] },
  'datasets/{datasetId}': { name: 'mine now' },
  'recipes/{recipeId}': { name: 'mine now' },
  featurelists: { name: 'another', features: ['a'] },
  'featurelists/{featurelistId}': { name: 'mine now' },
  operations: { operations: [] },
  inputs: { inputs: [{ inputType: 'dataset', datasetId, datasetVersionId: null, snapshotPolicy: 'latest' }] },
  downsampling: { downsampling: null },
  settings: { target: null },
};

const about = routes.filter(({ path }) => /\/\{(datasetId|recipeId)\}\//.test(path));
const line = ({ method, path }: RouteRecord) =>
  `${method} ${path.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? 'unknown')}`;

async function statusOf(record: RouteRecord, key: string): Promise<number> {
  if (record.takes === 'form') {
    return (await ask(line(record), { key, ...form('a,b\n1,x\n', 'again.csv') })).status;
  }
  const ending = Object.keys(bodies).find((end) => record.path.endsWith(`/${end}/`));
  const body = ['GET', 'DELETE'].includes(record.method) || ending === undefined ? {} : { body: bodies[ending] };
  return (await ask(line(record), { key, ...body })).status;
}

test('there are routes to try', () => {
  expect(about.length).toBeGreaterThan(40);
});

test.each(about.map((record) => [`${record.method} ${record.path}`, record] as const))(
  'another organization, and a colleague without a role, find nothing at %s',
  async (_, record) => {
    expect([await statusOf(record, outsider.key), await statusOf(record, bob.key)]).toEqual([404, 404]);
  },
);

/** Looking at what a recipe would do changes nothing. */
const harmless = /^POST .*\/(preview|sql)\/$/;
const changing = about.filter((record) => record.method !== 'GET' && !harmless.test(line(record)));

test.each(changing.map((record) => [`${record.method} ${record.path}`, record] as const))(
  'a consumer may look, but is refused at %s',
  async (_, record) => {
    expect(await statusOf(record, reader.key)).toBe(403);
  },
);
