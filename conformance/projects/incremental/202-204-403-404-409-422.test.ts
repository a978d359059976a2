import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { housingCsv, jobDone, modelledHousing } from '../housing.ts';
import { uploadProject } from '../shops.ts';

const PATIENCE_MS = 600_000;
let options: CallOptions;
let plain: CallOptions;
let friend: Person;
let definition: string;
let chunkDefinitionId: string;
let project: string;
let continuedId: string;

const post = (path: string, json: object = {}, as = options) => call('POST', path, { ...as, json });

beforeAll(async () => {
  const permissions = ['ENABLE_INCREMENTAL_LEARNING', 'ENABLE_DATA_CHUNKING_SERVICE'];
  options = { key: (await aPerson({ permissions })).token };
  plain = { key: (await aPerson()).token };
  friend = await aPerson({ permissions });
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
    continuedId = continued.id;
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

test(
  '202, 404, 422: a model goes on with the chunks of another definition, once they are written',
  async () => {
    const routes = `${project}incrementalLearningModels/`;
    const other = (await post(`${definition}chunkDefinitions/`)).body.id;
    const refused = async (route: string, json: object, as = options) =>
      refusalOf(await post(`${routes}${route}/`, json, as));
    const { data } = (await call('GET', `${project}modelRecords/`, options)).body;
    const parent = data.find(({ id }: { id: string }) => id === continuedId).parentModelId;
    const NOTHING = '65f000000000000000000001';
    for (const [route, json, refusal] of [
      ['fromIncrementalModel', { modelId: continuedId, chunkDefinitionId: other }, '422 data.chunks_not_analyzed'],
      ['fromSampleModel', { modelId: continuedId, chunkDefinitionId: other }, '422 data.chunks_not_analyzed'],
      [
        'fromIncrementalModel',
        { modelId: continuedId, chunkDefinitionId: NOTHING },
        '404 data.no_such_chunk_definition',
      ],
      ['fromSampleModel', { modelId: continuedId, chunkDefinitionId: NOTHING }, '404 data.no_such_chunk_definition'],
      ['fromIncrementalModel', { modelId: parent, chunkDefinitionId: other }, '422 projects.not_incremental'],
      ['fromIncrementalModel', { modelId: NOTHING, chunkDefinitionId: other }, '404 projects.no_such_model'],
      ['fromModel', { modelId: NOTHING, dataStageId: NOTHING }, '404 projects.no_such_model'],
      ['fromModel', { modelId: continuedId, dataStageId: NOTHING }, '404 data.no_such_stage'],
    ] as const)
      expect([route, json, await refused(route, json)]).toEqual([route, json, refusal]);
    await follow(await post(`${definition}chunkDefinitions/${other}/analyze/`), options);
    const json = { modelId: continuedId, chunkDefinitionId: other };
    const begun = await post(`${routes}fromIncrementalModel/`, json);
    expect(begun.status, begun.text).toBe(202);
    const { path = '' } = await jobDone(begun.headers.get('location'), options);
    expect((await call('GET', path, options)).body.parentModelId).toBe(continuedId);
    const ready = await post(`${project}deploymentReadyModels/`, { modelId: continuedId });
    expect([refusalOf(ready), ready.body.message]).toEqual([
      '422 projects.incremental_ready',
      expect.stringContaining('Deploy it as it is'),
    ]);
  },
  PATIENCE_MS,
);

test('403, 404: who may not change the project cannot go on with its models', async () => {
  const as = { key: friend.token };
  const asked = {
    fromModel: { modelId: continuedId, dataStageId: 'x' },
    fromSampleModel: { modelId: continuedId },
    fromIncrementalModel: { modelId: continuedId, chunkDefinitionId },
  };
  const told = async () => {
    const answers = Object.entries(asked).map(([route, json]) =>
      post(`${project}incrementalLearningModels/${route}/`, json, as),
    );
    return new Set((await Promise.all(answers)).map(refusalOf));
  };
  expect(await told()).toEqual(new Set(['404 sharing.no_such_thing']));
  const roles = [{ shareRecipientType: 'user', id: friend.id, role: 'CONSUMER' }];
  await call('PATCH', `${project}sharedRoles/`, { ...options, json: { operation: 'updateRoles', roles } });
  expect(await told()).toEqual(new Set(['403 sharing.role_too_small']));
});

test('403: a target is set without learning from chunks, or by somebody who may', async () => {
  const { path } = await follow(await uploadProject(housingCsv(), 'Housing', plain), plain);
  const json = { target: 'price', mode: 'quick', incrementalLearningOnBestModel: true };
  const refused = await call('PATCH', `${path}aim/`, { ...plain, json });
  expect([refusalOf(refused), refused.body.message]).toEqual([
    '403 projects.incremental_not_enabled',
    expect.stringContaining('ENABLE_INCREMENTAL_LEARNING'),
  ]);
});

test('404, 409: what is not there or not mine, and chunks a project uses', async () => {
  const outsider = { key: (await aPerson({ permissions: ['ENABLE_DATA_CHUNKING_SERVICE'] })).token };
  expect((await call('GET', definition, outsider)).status).toBe(404);
  expect((await post(`${project}incrementalLearningModels/fromSampleModel/`, { modelId: 'nothing' })).status).toBe(404);
  expect((await call('DELETE', `${definition}chunkDefinitions/${chunkDefinitionId}/`, options)).status).toBe(409);
  expect((await call('DELETE', definition, options)).status).toBe(409);
});
