import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { housingCsv, jobDone, modelledHousing } from '../housing.ts';

const PATIENCE_MS = 600_000;
let options: CallOptions;
let plain: CallOptions;
let definition: string;
let chunkDefinitionId: string;
let project: string;

const post = (path: string, json: object = {}, as = options) => call('POST', path, { ...as, json });

beforeAll(async () => {
  const permissions = ['ENABLE_INCREMENTAL_LEARNING', 'ENABLE_DATA_CHUNKING_SERVICE'];
  options = { key: (await aPerson({ permissions })).token };
  plain = { key: (await aPerson()).token };
}, PATIENCE_MS);

test('201, 202, 204: a dataset is cut into chunks', async () => {
  const form = new FormData();
  form.append('file', new Blob([housingCsv(240)]), 'housing.csv');
  const begun = await call('POST', '/api/v2/datasets/fromFile/', { ...options, body: form });
  await follow(begun, options);
  const made = await post('/api/v2/datasetDefinitions/', { datasetId: begun.body.catalogId });
  expect(made.status).toBe(201);
  definition = `/api/v2/datasetDefinitions/${made.body.id}/`;
  expect((await post(`${definition}chunkDefinitions/`)).status).toBe(422);
  expect((await post(`${definition}analyze/`)).status).toBe(204);
  expect((await call('GET', definition, options)).body.datasetInfo).toMatchObject({ totalRows: 240 });
  const chunks = await post(`${definition}chunkDefinitions/`, { orderByColumns: ['age'] });
  expect(chunks.status).toBe(201);
  chunkDefinitionId = chunks.body.id;
  const one = `${definition}chunkDefinitions/${chunkDefinitionId}/`;
  await follow(await post(`${one}analyze/`), options);
  expect((await post(`${one}analyze/`)).status).toBe(204);
  expect((await call('GET', one, options)).body.chunkDefinitionStats).toMatchObject({ totalNumberOfChunks: 1 });
  expect((await call('PATCH', one, { ...options, json: { updates: { name: 'Other' } } })).status).toBe(409);
});

test(
  '202: an autopilot whose best model goes on, then a model that goes on with a data stage',
  async () => {
    project = await modelledHousing(options, { incrementalLearningOnBestModel: true, chunkDefinitionId });
    const { data } = (await call('GET', `${project}modelRecords/`, options)).body;
    const continued = data.find(({ modelType }: { modelType: string }) => modelType.endsWith(', continued'));
    expect(continued?.parentModelId).not.toBeNull();
    const stage = (await post('/api/v2/dataStages/', { filename: 'more.csv' })).body.id;
    const form = new FormData();
    form.append('file', new Blob([housingCsv(60)]), 'part');
    await call('PUT', `/api/v2/dataStages/${stage}/parts/1/`, { ...options, body: form });
    const body = { modelId: continued.id, dataStageId: stage };
    const routes = `${project}incrementalLearningModels/`;
    expect((await post(`${routes}fromModel/`, body)).status).toBe(422);
    await post(`/api/v2/dataStages/${stage}/finalize/`);
    const begun = await post(`${routes}fromModel/`, body);
    expect([begun.status, begun.headers.get('location')]).toEqual([202, expect.stringMatching(/modelJobs\/\d+\/$/)]);
    const { path = '' } = await jobDone(begun.headers.get('location'), options);
    expect((await call('GET', path, options)).body.parentModelId).toBe(continued.id);
    expect((await post(`${routes}fromIncrementalModel/`, { modelId: continued.id, chunkDefinitionId })).status).toBe(
      422,
    );
    const linear = data.find(({ modelType }: { modelType: string }) => modelType.startsWith('Elastic-Net'));
    expect((await post(`${routes}fromSampleModel/`, { modelId: linear.id })).status).toBe(422);
  },
  PATIENCE_MS,
);

test('403: without the feature flags', async () => {
  for (const [path, json] of [
    [`${project}incrementalLearningModels/fromModel/`, { modelId: 'x', dataStageId: 'y' }],
    [`${project}incrementalLearningModels/fromSampleModel/`, { modelId: 'x' }],
    ['/api/v2/datasetDefinitions/', { datasetId: 'x' }],
  ] as const) {
    const refused = await post(path, json, plain);
    expect([path, refused.status, refused.body.message]).toEqual([path, 403, expect.stringContaining('ENABLE_')]);
  }
});

test('404, 409: what is not there or not mine, and chunks a project uses', async () => {
  const outsider = { key: (await aPerson({ permissions: ['ENABLE_DATA_CHUNKING_SERVICE'] })).token };
  expect((await call('GET', definition, outsider)).status).toBe(404);
  expect((await post(`${project}incrementalLearningModels/fromSampleModel/`, { modelId: 'nothing' })).status).toBe(404);
  expect((await call('DELETE', `${definition}chunkDefinitions/${chunkDefinitionId}/`, options)).status).toBe(409);
  expect((await call('DELETE', definition, options)).status).toBe(409);
});
