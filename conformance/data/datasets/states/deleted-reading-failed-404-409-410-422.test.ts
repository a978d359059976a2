import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, refusalOf } from '../../../support/call.ts';
import { aPerson } from '../../../support/people.ts';
import { type SilentServer, silentServer } from '../../../support/silent-server.ts';
import { aDataset, ended, form, PATH } from '../a-dataset.ts';

/** What may be asked of a dataset, and what it says while it cannot: where nothing is said, it answers. */
interface Asked {
  readonly what: string;
  readonly json?: object;
  readonly file?: true;
  /** While its only version is being read, and after that failed. */
  readonly reading?: string;
  readonly failed?: string;
}

const PROFILE = { reading: '409 data.still_reading', failed: '422 data.version_failed' };
const FILE = { reading: '409 data.still_reading', failed: '422 data.not_kept' };
const ROUTES: readonly Asked[] = [
  { what: 'GET ' },
  { what: 'PATCH ', json: { name: 'Other' } },
  { what: 'GET permissions/' },
  { what: 'GET projects/' },
  { what: 'GET versions/' },
  { what: 'GET featurelists/' },
  { what: 'GET file/', ...FILE },
  { what: 'GET allFeaturesDetails/', ...PROFILE },
  { what: 'GET featureHistograms/a/', ...PROFILE },
  { what: 'GET rows/', ...PROFILE },
  { what: 'POST featurelists/', json: { name: 'mine', features: ['a'] }, ...PROFILE },
  { what: 'POST versions/fromLatestVersion/', reading: '409 data.still_reading', failed: '409 data.latest_failed' },
  {
    what: 'POST versions/fromLatestVersion/',
    json: { useLatestSuccess: true },
    reading: '409 data.none_succeeded',
    failed: '409 data.none_succeeded',
  },
];
/** The same of one version: `V` is its id. */
const OF_VERSION: readonly Asked[] = [
  { what: 'GET versions/V/' },
  { what: 'GET versions/V/projects/' },
  { what: 'GET versions/V/featurelists/' },
  { what: 'GET versions/V/file/', ...FILE },
  { what: 'GET versions/V/allFeaturesDetails/', ...PROFILE },
  { what: 'GET versions/V/featureHistograms/a/', ...PROFILE },
  { what: 'GET versions/V/rows/', ...PROFILE },
  { what: 'POST versions/V/fromVersion/', reading: '409 data.still_reading', failed: '409 data.failed_version' },
];

const NOTHING = '65f000000000000000000001';
let key: string;
let silent: SilentServer;
beforeAll(async () => {
  key = (await aPerson()).token;
  silent = await silentServer();
});
afterAll(() => silent.stop());

function ask({ what, json, file }: Asked, id: string, versionId: string) {
  const [method = '', rest = ''] = what.split(' ');
  const body = file ? form('a\n1\n', 'next.csv') : json === undefined ? {} : { json };
  return call(method, `${PATH}${id}/${rest.replace('/V/', `/${versionId}/`)}`, { key, ...body });
}

test('410: a deleted dataset says how it comes back, whatever is asked of it', async () => {
  const { id, versionId } = await aDataset('a,b\n1,x\n2,y\n', 'gone.csv', key);
  const list = await call('POST', `${PATH}${id}/featurelists/`, { key, json: { name: 'One', features: ['a'] } });
  expect((await call('DELETE', `${PATH}${id}/`, { key })).status).toBe(204);
  const stage = (await call('POST', '/api/v2/dataStages/', { key, json: { filename: 'x.csv' } })).body.id;
  const one = `featurelists/${list.body.id}/`;
  for (const asked of [
    ...ROUTES,
    ...OF_VERSION,
    ...[{ what: `GET ${one}` }, { what: `PATCH ${one}`, json: { name: 'Two' } }, { what: `DELETE ${one}` }],
    ...[{ what: `GET versions/V/${one}` }, { what: 'DELETE versions/V/' }, { what: 'DELETE ' }],
    { what: 'POST versions/fromFile/', file: true as const },
    { what: 'POST versions/fromURL/', json: { url: 'https://files.example.org/a.csv' } },
    { what: 'POST versions/fromStage/', json: { stageId: stage } },
    { what: 'POST versions/fromRecipe/', json: { recipeId: NOTHING } },
  ]) {
    const refused = await ask(asked, id, versionId);
    expect([asked.what, refusalOf(refused)]).toEqual([asked.what, '410 data.dataset_deleted']);
    expect(refused.body.message).toContain(`PATCH datasets/${id}/deleted/ brings it back`);
  }
  expect((await call('PATCH', `${PATH}${id}/deleted/`, { key })).status).toBe(204);
  expect((await call('GET', `${PATH}${id}/`, { key })).status).toBe(200);
});

test('404: a version that the dataset does not have, and a column that its version does not have', async () => {
  const { id, versionId } = await aDataset('a,b\n1,x\n2,y\n', 'one.csv', key);
  const list = (await call('GET', `${PATH}${id}/featurelists/`, { key })).body.data[0].id;
  for (const asked of [
    ...OF_VERSION,
    { what: 'DELETE versions/V/' },
    { what: `GET versions/V/featurelists/${list}/` },
  ]) {
    const refused = await ask(asked, id, NOTHING);
    expect([asked.what, refusalOf(refused)]).toEqual([asked.what, '404 data.no_such_version']);
    expect(refused.body.message).toContain(`GET datasets/${id}/versions/ lists its versions`);
  }
  const column = await ask({ what: 'GET versions/V/featureHistograms/nothing/' }, id, versionId);
  expect(refusalOf(column)).toBe('404 data.no_such_feature');
});

test('409, 422: while its file is being read, and after it could not be', async () => {
  const json = { url: `http://${silent.host}/later.csv` };
  const begun = await call('POST', `${PATH}fromURL/`, { key, json });
  expect(begun.status, begun.text).toBe(202);
  const { catalogId: id, catalogVersionId: versionId } = begun.body;
  const check = async (state: 'reading' | 'failed') => {
    for (const asked of [...ROUTES, ...OF_VERSION]) {
      const answer = await ask(asked, id, versionId);
      const told = answer.status < 300 ? 'answers' : refusalOf(answer);
      expect([asked.what, told], answer.text).toEqual([asked.what, asked[state] ?? 'answers']);
    }
  };
  await check('reading');
  silent.stop();
  expect((await ended(begun, key)).body.status).toBe('ERROR');
  await check('failed');
});

test('409: a feature list takes no name that another one has', async () => {
  const { id } = await aDataset('a,b\n1,x\n2,y\n', 'lists.csv', key);
  const lists = `${PATH}${id}/featurelists/`;
  const make = (name: string) => call('POST', lists, { key, json: { name, features: ['a'] } });
  const [first] = [await make('First'), await make('Second')];
  const renamed = await call('PATCH', `${lists}${first.body.id}/`, { key, json: { name: 'Second' } });
  expect([refusalOf(renamed), renamed.body.message]).toEqual([
    '409 data.featurelist_name_taken',
    expect.stringContaining('"Second" already'),
  ]);
});
