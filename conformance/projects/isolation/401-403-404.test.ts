import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { modelledHousing } from '../housing.ts';

let owner: CallOptions;
let reader: Person;
let path: string;
let model: string;
let outsider: string;

beforeAll(async () => {
  owner = { key: (await aPerson()).token };
  reader = await aPerson();
  outsider = (await aPerson()).token;
  path = await modelledHousing(owner);
  model = (await call('GET', `${path}modelRecords/`, owner)).body.data[0].id;
}, 600_000);

/** Every way into a project, with a body that would be fine. */
const routes = (): readonly (readonly [method: string, path: string, json?: object])[] => [
  ['GET', ''],
  ['PATCH', '', { projectName: 'x' }],
  ['DELETE', ''],
  ...[
    'status/',
    'options/',
    'features/',
    'features/size/',
    'featurelists/',
    'modelingFeatures/',
    'modelingFeaturelists/',
  ].map((rest) => ['GET', rest] as const),
  ...[
    'features/metrics/?featureName=price',
    'featureHistograms/size/',
    'models/',
    `models/${model}/`,
    'modelRecords/',
  ].map((rest) => ['GET', rest] as const),
  ...[
    'frozenModels/',
    'blenderModels/',
    'recommendedModels/',
    'recommendedModels/recommendedModel/',
    'blueprints/',
  ].map((rest) => ['GET', rest] as const),
  ...[
    'jobs/',
    'modelJobs/',
    'predictJobs/',
    'predictionDatasets/',
    'predictions/',
    'accessControl/',
    'sharedRoles/',
  ].map((rest) => ['GET', rest] as const),
  ['PATCH', 'aim/', { target: 'price' }],
  ['POST', 'multiseriesProperties/', { datetimePartitionColumn: 'size' }],
  ['POST', 'autopilot/', { command: 'stop' }],
  ['POST', 'featurelists/', { name: 'x', features: ['size'] }],
  ['PATCH', `models/${model}/`, { isStarred: true }],
  ['DELETE', `models/${model}/`],
  ['POST', 'models/', { blueprintId: 'x' }],
  ['POST', `models/${model}/featureImpact/`, { rowCount: 60 }],
  ['POST', 'predictions/', { modelId: model, datasetId: 'x' }],
  ['PATCH', 'options/', { holdoutPct: 10 }],
];

const ask = (options: CallOptions, [method, rest, json]: ReturnType<typeof routes>[number]) =>
  call(method, path + rest, { ...options, ...(json === undefined ? {} : { json }) });

test('404: a outsider sees nothing, whatever is asked', async () => {
  for (const one of routes()) expect((await ask({ key: outsider }, one)).status, one.join(' ')).toBe(404);
  expect((await call('GET', '/api/v2/projects/', { key: outsider })).body).toEqual([]);
  const clone = { json: { projectId: path.split('/')[4] }, key: outsider };
  expect((await call('POST', '/api/v2/projectClones/', clone)).status).toBe(404);
});

test('401: nobody', async () => {
  for (const one of routes()) expect((await ask({ key: null }, one)).status, one.join(' ')).toBe(401);
  for (const one of routes().slice(0, 3)) expect((await ask({ key: 'wrong' }, one)).status).toBe(401);
});

test('403: somebody who may only look may look and let models answer, and nothing else', async () => {
  const json = { data: [{ username: reader.username, role: 'READ_ONLY' }] };
  expect((await call('PATCH', `${path}accessControl/`, { ...owner, json })).status).toBe(204);
  for (const one of routes()) {
    const { status } = await ask({ key: reader.token }, one);
    if (/featureImpact|predictions/.test(one[1])) expect([200, 202, 404], one.join(' ')).toContain(status);
    else expect(status, one.join(' ')).toBe(one[0] === 'GET' ? 200 : 403);
  }
  const named = (await call('GET', '/api/v2/projects/', { key: reader.token })).body;
  expect(named.map(({ id }: { id: string }) => id)).toEqual([path.split('/')[4]]);
  const removed = { data: [{ username: reader.username, role: null }] };
  expect((await call('PATCH', `${path}accessControl/`, { ...owner, json: removed })).status).toBe(204);
  expect((await call('GET', path, { key: reader.token })).status).toBe(404);
});

test('409: the last owner stays', async () => {
  const { body } = await call('GET', `${path}accessControl/`, owner);
  const json = { data: [{ username: body.data[0].username, role: null }] };
  expect((await call('PATCH', `${path}accessControl/`, { ...owner, json })).status).toBe(409);
});
