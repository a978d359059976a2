import { beforeAll, expect, test } from 'vitest';
import { trained } from '../../deployments/served.ts';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { housingCsv, jobDone } from '../housing.ts';
import { modelledShop, uploadProject } from '../shops.ts';

let options: CallOptions;
const CHARTS = [
  'datasetLiftCharts',
  'datasetRocCurves',
  'datasetResidualsCharts',
  'datasetConfusionCharts',
  'datasetMulticlassLiftCharts',
];

/** The path of a housing project and of one model in it, and a dataset to test it on. */
async function housing(target: string) {
  const { path = '' } = await follow(await uploadProject(housingCsv(), 'Housing', options), options);
  const json = { target, mode: 'manual' };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json }), options);
  const modelId = await trained(path, 'models', /logistic|ridge|elastic|gradient/i, options);
  return { path, modelId, datasetId: await uploaded(path, housingCsv(60)) };
}

async function uploaded(path: string, content: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'test.csv');
  const sent = await call('POST', `${path}predictionDatasets/fileUploads/`, { ...options, body });
  return (await follow(sent, options)).path?.split('/').at(-2) ?? '';
}

let sold: Awaited<ReturnType<typeof housing>>;
let prices: Awaited<ReturnType<typeof housing>>;
let towns: Awaited<ReturnType<typeof housing>>;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  [sold, prices, towns] = [await housing('sold'), await housing('price'), await housing('town')];
}, 600_000);

const request = (path: string, json: object, by = options) => call('POST', `${path}externalScores/`, { ...by, json });
const charts = (of: { path: string; modelId: string }, name: string, query = '', by = options) =>
  call('GET', `${of.path}models/${of.modelId}/${name}/${query}`, by);

test('202 and 200: a model is scored on a dataset and charts are drawn of it', async () => {
  for (const one of [sold, prices, towns]) {
    const { path, ...body } = one;
    await jobDone((await request(path, body)).headers.get('location'), options);
    const [scores] = (await call('GET', `${path}externalScores/?datasetId=${body.datasetId}`, options)).body.data;
    expect(scores).toMatchObject(body);
    expect(scores.scores.length).toBeGreaterThan(2);
  }
  const drawn = async (of: typeof sold, name: string) => (await charts(of, name)).body.data[0];
  const total = (bins: readonly { binWeight: number }[]) => bins.reduce((sum, { binWeight }) => sum + binWeight, 0);
  expect(total((await drawn(sold, 'datasetLiftCharts')).bins)).toBe(60);
  expect((await drawn(sold, 'datasetRocCurves')).auc).toBeGreaterThan(0.5);
  expect((await drawn(prices, 'datasetResidualsCharts')).data).toHaveLength(60);
  expect((await drawn(towns, 'datasetMulticlassLiftCharts')).classBins).toHaveLength(3);
  const confusion = await drawn(towns, 'datasetConfusionCharts');
  const one = `datasetConfusionCharts/${towns.datasetId}`;
  expect((await charts(towns, one)).body).toEqual(confusion);
  expect((await charts(towns, `${one}/metadata`)).body.classNames).toEqual(confusion.data.classes);
}, 300_000);

test('422: charts of other tasks, datasets without the target, work that waits', async () => {
  const refused = async (of: typeof sold, ...names: string[]) => {
    for (const name of names) expect(refusalOf(await charts(of, name)), name).toBe('422 insights.not_for_task');
  };
  await refused(sold, 'datasetResidualsCharts', 'datasetMulticlassLiftCharts');
  await refused(prices, 'datasetRocCurves', 'datasetConfusionCharts', 'datasetConfusionCharts/x');
  await refused(prices, 'datasetConfusionCharts/x/metadata');
  await refused(towns, 'datasetLiftCharts');
  const { path, modelId } = sold;
  const bare = await uploaded(path, 'size,age,town,price\n1,2,Oslo,3\n2,3,Rome,4\n');
  expect(refusalOf(await request(path, { modelId, datasetId: bare }))).toBe('422 external.no_outcomes');
  const column = await request(path, { modelId, datasetId: bare, actualValueColumn: 'sold' });
  expect(Object.keys(column.body.errors)).toEqual(['actualValueColumn']);
  await call('PATCH', path, { ...options, json: { workerCount: 0 } });
  const waiting = await uploaded(path, housingCsv(40));
  expect((await request(path, { modelId, datasetId: waiting })).status).toBe(202);
  expect(refusalOf(await request(path, { modelId, datasetId: waiting }))).toBe('422 projects.job_already_added');
  await call('PATCH', path, { ...options, json: { workerCount: -1 } });
  const early = await follow(await uploadProject(housingCsv(), 'Early', options), options);
  const nothing = { modelId: 'nothing', datasetId: 'nothing' };
  expect(refusalOf(await request(early.path ?? '', nothing))).toBe('422 projects.no_target_yet');
  const shop = await modelledShop(options);
  const json = { modelId: shop.modelId, datasetId: 'any' };
  expect(refusalOf(await request(shop.path, json))).toBe('422 insights.not_for_task');
}, 300_000);

test('401, 403 and 404: nobody, those who may not use the data, and what is not there', async () => {
  const { path, modelId, datasetId } = sold;
  const body = { modelId, datasetId };
  expect(refusalOf(await request(path, { ...body, modelId: 'nothing' }))).toBe('404 projects.no_such_model');
  expect(refusalOf(await request(path, { ...body, datasetId: 'nothing' }))).toBe('404 predictions.no_such_dataset');
  const one = ['datasetConfusionCharts/nothing', 'datasetConfusionCharts/nothing/metadata'];
  for (const name of one) expect(refusalOf(await charts(sold, name))).toBe('404 insights.not_computed');
  const other = { key: (await aPerson()).token };
  for (const name of [...CHARTS, ...one]) {
    const unknown = { path, modelId: 'nothing' };
    expect(refusalOf(await charts(unknown, name)), name).toBe('404 projects.no_such_model');
    expect((await charts(sold, name, '', other)).status, name).toBe(404);
    expect((await charts(sold, name, '', { key: null })).status, name).toBe(401);
  }
  for (const name of CHARTS) expect((await charts(sold, name, '?limit=0')).status, name).toBe(422);
  expect((await request(path, body, { key: null })).status).toBe(401);
  expect((await request(path, body, other)).status).toBe(404);
  expect((await call('GET', `${path}externalScores/`, { key: null })).status).toBe(401);
  expect((await call('GET', `${path}externalScores/`, other)).status).toBe(404);
  expect((await call('GET', `${path}externalScores/?limit=0`, options)).status).toBe(422);
  const reader = await aPerson();
  const roles = [{ shareRecipientType: 'user', id: reader.id, role: 'CONSUMER', canUseData: false }];
  await call('PATCH', `${path}sharedRoles/`, { ...options, json: { operation: 'updateRoles', roles } });
  expect(refusalOf(await request(path, body, { key: reader.token }))).toBe('403 sharing.role_too_small');
});
