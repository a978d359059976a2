import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { jobDone, modelledHousing } from '../housing.ts';

const NOTHING = '65f000000000000000000001';
let options: CallOptions;
let path: string;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  path = await modelledHousing(options);
}, 600_000);

const get = (rest: string) => call('GET', path + rest, options);
const post = (rest: string, json: object) => call('POST', path + rest, { ...options, json });
const records = async (query = '') => (await get(`modelRecords/${query}`)).body;

test('200: bare lists are bare, pages are pages', async () => {
  for (const list of ['models/', 'features/', 'featurelists/', 'blueprints/', 'modelJobs/', 'predictJobs/'])
    expect(Array.isArray((await get(list)).body), list).toBe(true);
  expect(Array.isArray((await get('recommendedModels/')).body)).toBe(true);
  for (const list of [
    'modelRecords/',
    'modelingFeatures/',
    'modelingFeaturelists/',
    'frozenModels/',
    'blenderModels/',
  ]) {
    const { body } = await get(list);
    expect([Array.isArray(body.data), body.next, body.previous], list).toEqual([true, null, null]);
  }
  expect((await get('jobs/')).body).toMatchObject({ count: 0, next: null, previous: null, jobs: [] });
});

test('200: records are paged, sorted, filtered', async () => {
  const all = await records();
  expect(all.totalCount).toBe(all.data.length);
  const first = await records('?limit=2');
  expect(first.data.map(({ id }: { id: string }) => id)).toEqual(
    all.data.slice(0, 2).map(({ id }: { id: string }) => id),
  );
  const next = await call('GET', new URL(first.next).pathname + new URL(first.next).search, options);
  expect(next.body.data[0].id).toBe(all.data[2].id);
  const scores = all.data.map(
    (one: { metrics: { RMSE: { validation: number | null } } }) => one.metrics.RMSE.validation,
  );
  const known = scores.filter((score: number | null) => score !== null);
  expect(known).toEqual([...known].sort((a, b) => a - b));
  expect(Object.keys((await records('?withMetric=MAE')).data[0].metrics)).toEqual(['MAE']);
  expect((await records('?searchTerm=nothing%20like%20it')).data).toEqual([]);
  expect((await records('?limit=250&labels=starred')).data).toEqual([]);
  expect((await records('?characteristics=frozen')).data).toHaveLength(1);
});

test('200 and 204: a model is read, starred, given a threshold', async () => {
  const { id } = (await records()).data[0];
  const model = await get(`models/${id}/`);
  expect(model.body).toMatchObject({ id, isStarred: false });
  expect((await call('PATCH', `${path}models/${id}/`, { ...options, json: { isStarred: true } })).status).toBe(204);
  expect((await records('?labels=starred')).data.map((one: { id: string }) => one.id)).toEqual([id]);
  const starred = await get('models/?isStarred=True');
  expect([starred.body.length, starred.headers.get('deprecation') !== null]).toEqual([1, true]);
  const refused = await call('PATCH', `${path}models/${id}/`, { ...options, json: { predictionThreshold: 2 } });
  expect(refused.body.errors.predictionThreshold).toBeDefined();
});

test('202: a model is trained, found by its job, and deleted', async () => {
  const [blueprint] = (await get('blueprints/')).body;
  const lists = (await get('featurelists/')).body;
  const raw = lists.find(({ name }: { name: string }) => name === 'Raw Features');
  const started = await post('models/', { blueprintId: blueprint.id, featurelistId: raw.id });
  expect([started.status, started.headers.get('location')]).toEqual([202, expect.stringMatching(/modelJobs\/\d+\/$/)]);
  const { path: made = '' } = await jobDone(started.headers.get('location'), options);
  expect((await call('GET', made, options)).body).toMatchObject({ blueprintId: blueprint.id, featurelistId: raw.id });
  expect((await call('DELETE', made, options)).status).toBe(204);
  expect((await call('GET', made, options)).status).toBe(404);
}, 300_000);

test('303 with the job in its body: clients read both', async () => {
  const { data } = await records();
  const started = await post(`models/${data[0].id}/featureImpact/`, { rowCount: 60 });
  expect(started.status, started.text).toBe(202);
  await jobDone(started.headers.get('location'), options);
  const at = `${path}jobs/${started.headers.get('location')?.split('/').at(-2)}/`;
  const ended = await call('GET', at, options);
  expect([ended.status, ended.body.status, new URL(ended.body.url).pathname]).toEqual([303, 'COMPLETED', at]);
}, 300_000);

test('404: things that are not there', async () => {
  for (const rest of [`models/${NOTHING}/`, `blueprints/${NOTHING}/`, `featurelists/${NOTHING}/`, 'jobs/999999/'])
    expect((await get(rest)).status, rest).toBe(404);
  for (const rest of [
    'features/nothing/',
    'modelJobs/999999/',
    `predictions/${NOTHING}/`,
    `predictionDatasets/${NOTHING}/`,
  ])
    expect((await get(rest)).status, rest).toBe(404);
  expect((await call('DELETE', `${path}models/${NOTHING}/`, options)).status).toBe(404);
  expect((await call('DELETE', `${path}jobs/999999/`, options)).status).toBe(404);
});

test('422: what was wrong is named', async () => {
  const wrong = async (rest: string, json: object, field: string) => {
    const refused = await post(rest, json);
    expect([refused.status, Object.keys(refused.body.errors ?? {})], refused.text).toEqual([422, [field]]);
  };
  await wrong('models/', {}, 'blueprintId');
  await wrong('blenderModels/', { modelIds: ['a'], blenderMethod: 'AVG' }, 'modelIds');
  await wrong('autopilot/', { command: 'dance' }, 'command');
  await wrong('featurelists/', { name: 'x', features: ['nothing'] }, 'features');
  for (const query of ['?limit=-1', '?sortByPartition=moon', '?colour=red', '?labels=loud'])
    expect((await get(`modelRecords/${query}`)).status, query).toBe(422);
  for (const query of ['modelJobs/?status=lazy', 'models/?colour=red']) expect((await get(query)).status).toBe(422);
});
