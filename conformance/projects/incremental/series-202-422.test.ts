import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { autopilotDone, housingCsv, jobDone } from '../housing.ts';
import { shopsCsv, shopsProject, uploadProject } from '../shops.ts';

/** The four fields about incremental learning of the multiseries `aim`, and the route added in v2.33. */

const PATIENCE_MS = 600_000;
const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
const aim = {
  ...columns,
  target: 'sales',
  mode: 'quick',
  useTimeSeries: true,
  cvMethod: 'datetime',
  featureDerivationWindowStart: -14,
  featureDerivationWindowEnd: 0,
  forecastWindowStart: 1,
  forecastWindowEnd: 3,
  numberOfBacktests: 1,
};
let options: CallOptions;
const get = async (path: string) => (await call('GET', path, options)).body;
const post = (path: string, json: object = {}) => call('POST', path, { ...options, json });

beforeAll(async () => {
  const permissions = ['ENABLE_INCREMENTAL_LEARNING', 'ENABLE_DATA_CHUNKING_SERVICE'];
  options = { key: (await aPerson({ permissions })).token };
}, PATIENCE_MS);

async function chunks(how: object): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([shopsCsv(3, 150)]), 'later.csv');
  const begun = await call('POST', '/api/v2/datasets/fromFile/', { ...options, body: form });
  await follow(begun, options);
  const definition = (await post('/api/v2/datasetDefinitions/', { datasetId: begun.body.catalogId })).body.id;
  const path = `/api/v2/datasetDefinitions/${definition}/`;
  await post(`${path}analyze/`);
  const { id } = (await post(`${path}chunkDefinitions/`, how)).body;
  await follow(await post(`${path}chunkDefinitions/${id}/analyze/`), options);
  return id;
}

async function detected(): Promise<string> {
  const path = await shopsProject(options);
  await follow(await post(`${path}multiseriesProperties/`, columns), options);
  return path;
}

test(
  '202: forecasting models learn later days from chunks, and forecast from where these end',
  async () => {
    const chunkDefinitionId = await chunks({ partitionMethod: 'date', datetimePartitionColumn: 'date' });
    const project = await detected();
    const only = { incrementalLearningOnlyMode: true, chunkDefinitionId, incrementalLearningEarlyStoppingRounds: 1 };
    const begun = await call('PATCH', `${project}aim/`, { ...options, json: { ...aim, ...only } });
    expect(begun.status, begun.text).toBe(202);
    await follow(begun, options);
    await autopilotDone(project, options);
    expect((await get(project)).advancedOptions).toMatchObject(only);
    type Model = { id: string; modelType: string; parentModelId: string | null; trainingRowCount: number };
    const { data }: { data: Model[] } = await get(`${project}modelRecords/?limit=100`);
    const continued = data.filter(({ modelType }) => modelType.endsWith(', continued'));
    expect(continued.length).toBe(data.length / 2);
    const [best] = continued as [Model];
    const parent = data.find(({ id }) => id === best.parentModelId);
    // 30 days more of three shops than the project has.
    expect(best.trainingRowCount - (parent?.trainingRowCount ?? 0)).toBe(90);

    const scattered = { modelId: best.id, chunkDefinitionId: await chunks({}) };
    const disordered = await post(`${project}incrementalLearningModels/fromIncrementalModel/`, scattered);
    expect([refusalOf(disordered), disordered.body.message]).toEqual([
      '422 projects.wrong_chunk_order',
      expect.stringContaining('Make a chunk definition with partitionMethod date'),
    ]);

    const deployed = await post('/api/v2/deployments/fromLeaderboard/', { modelId: best.id, label: 'Over chunks' });
    const deployment = (await follow(deployed, options)).path?.split('/').at(-2);
    const body = 'date,store,sales,promotion\n2022-05-31,shop 0,,0\n2022-06-01,shop 0,,0\n2022-06-02,shop 0,,0\n';
    const headers = { 'content-type': 'text/csv' };
    const url = `/predApi/v1.0/deployments/${deployment}/predictions`;
    const answer = await call('POST', url, { ...options, body, headers });
    expect(answer.status, answer.text).toBe(200);
    const told = answer.body.data.map((one: { timestamp: string }) => one.timestamp.slice(0, 10));
    expect(told).toEqual(['2022-05-31', '2022-06-01', '2022-06-02']);
  },
  PATIENCE_MS,
);

test(
  '202: without chunks, the best model learns the project itself chunk by chunk',
  async () => {
    const project = await detected();
    const json = { ...aim, incrementalLearningOnBestModel: true, incrementalLearningEarlyStoppingRounds: 2 };
    await follow(await call('PATCH', `${project}aim/`, { ...options, json }), options);
    await autopilotDone(project, options);
    const types = async (path: string) =>
      (await get(`${path}modelRecords/?limit=100`)).data.map((one: { modelType: string }) => one.modelType);
    expect((await types(project)).filter((type: string) => type.endsWith(', continued'))).toHaveLength(1);
    expect((await get(project)).advancedOptions.chunkDefinitionId).toEqual(expect.any(String));

    const { path: table = '' } = await follow(await uploadProject(housingCsv(), 'Housing', options), options);
    const price = { target: 'price', mode: 'quick', incrementalLearningOnBestModel: true };
    await follow(await call('PATCH', `${table}aim/`, { ...options, json: price }), options);
    await autopilotDone(table, options);
    expect(await types(table)).toContainEqual(expect.stringMatching(/Gradient Boosted Trees Regressor.*, continued$/));
    expect((await get(table)).advancedOptions.chunkDefinitionId).toEqual(expect.any(String));
  },
  PATIENCE_MS,
);

test(
  '202: one model learns a data stage of later days; 422: chunks in no order of time',
  async () => {
    const project = await detected();
    const scattered = await chunks({});
    const wrong = { ...aim, incrementalLearningOnlyMode: true, chunkDefinitionId: scattered };
    const refused = await call('PATCH', `${project}aim/`, { ...options, json: wrong });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['chunkDefinitionId']]);
    await follow(await call('PATCH', `${project}aim/`, { ...options, json: { ...aim, mode: 'manual' } }), options);
    const [blueprint] = (await get(`${project}blueprints/`)).filter(({ modelType }: { modelType: string }) =>
      /boosted trees/i.test(modelType),
    );
    const begun = await post(`${project}datetimeModels/`, { blueprintId: blueprint.id });
    const modelId = (await jobDone(begun.headers.get('location'), options)).path?.split('/').at(-2);
    const sample = (json: object) => post(`${project}incrementalLearningModels/fromSampleModel/`, { modelId, ...json });
    expect(refusalOf(await sample({}))).toBe('422 projects.no_chunks');
    expect(refusalOf(await sample({ chunkDefinitionId: scattered }))).toBe('422 projects.wrong_chunk_order');
    const stage = (await post('/api/v2/dataStages/', { filename: 'later.csv' })).body.id;
    const form = new FormData();
    form.append('file', new Blob([shopsCsv(3, 140)]), 'part');
    await call('PUT', `/api/v2/dataStages/${stage}/parts/1/`, { ...options, body: form });
    await post(`/api/v2/dataStages/${stage}/finalize/`);
    const started = await post(`${project}incrementalLearningModels/fromModel/`, { modelId, dataStageId: stage });
    expect(started.status, started.text).toBe(202);
    const { path = '', message } = await jobDone(started.headers.get('location'), options);
    expect(message).toBeUndefined();
    expect((await get(path)).parentModelId).toBe(modelId);
  },
  PATIENCE_MS,
);
