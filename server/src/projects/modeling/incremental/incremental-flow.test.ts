import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../../projects.fixtures.ts';
import { aChunkDefinition, billsCsv, FLAGS } from './incremental.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let chunkDefinitionId: string;

const get = async (path: string) => (await app.ask(`GET /api/v2/${path}`, { key })).body;
const post = (path: string, body: object, who = key) => app.ask(`POST /api/v2/${path}`, { key: who, body });

beforeAll(async () => {
  app = await projectsApp({ ALMANAC_CHUNK_ROWS: '150' });
  key = (await app.person({ permissions: FLAGS })).key;
  chunkDefinitionId = await aChunkDefinition(app, key, billsCsv(450, 1000));
}, 120_000);
afterAll(() => app.stopWorker());

async function aimProject(
  aim: object,
  who = key,
): Promise<{ id: string; status: number; errors: Record<string, string> }> {
  const { body, headers } = upload({}, { name: 'bills.csv', content: billsCsv(300, 0) });
  const made = await app.finished(await app.ask('POST /api/v2/projects/', { key: who, body, headers }), who);
  const id = made.body.id as string;
  const request = { target: 'bill', mode: 'quick', ...aim };
  const answer = await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key: who, body: request });
  if (answer.status !== 202) return { id, status: answer.status, errors: answer.body.errors ?? answer.body };
  const done = await app.finished(answer, who);
  expect(done.body, JSON.stringify(done.body)).toMatchObject({ stage: 'modeling' });
  await app.autopilotDone(id, who);
  return { id, status: 202, errors: {} };
}

async function stageRows(content: string): Promise<string> {
  const { id } = (await post('dataStages/', { filename: 'more.csv' })).body;
  await app.ask(`PUT /api/v2/dataStages/${id}/parts/1/`, { key, ...upload({}, { name: 'part', content }) });
  await post(`dataStages/${id}/finalize/`, {});
  return id;
}

test('only models that can, chunk by chunk; then data stages; then more chunks', async () => {
  const only = { incrementalLearningOnlyMode: true, chunkDefinitionId, incrementalLearningEarlyStoppingRounds: 2 };
  const { id } = await aimProject(only);
  const path = `projects/${id}/`;
  expect((await get(`${path}jobs/?status=error`)).jobs).toEqual([]);
  const { data } = await get(`${path}modelRecords/`);
  const types = new Set(data.map((one: { modelType: string }) => one.modelType.split(',')[0]));
  expect([...types].sort()).toEqual([
    'Light Gradient Boosted Trees Regressor',
    'eXtreme Gradient Boosted Trees Regressor (level-wise)',
  ]);
  const roots = data.filter(({ parentModelId }: { parentModelId: string | null }) => parentModelId === null);
  const continued = data.filter(({ parentModelId }: { parentModelId: string | null }) => parentModelId !== null);
  // Each goes on over the chunks; the better one once more, on all of its rows.
  expect([roots.length, continued.length]).toEqual([2, 3]);
  const plain = roots.find(({ id }: { id: string }) => id === continued[0].parentModelId);
  expect(continued[0].metrics.RMSE.validation).toBeLessThan(plain.metrics.RMSE.validation);
  expect(continued.map((one: { trainingRowCount: number }) => one.trainingRowCount - plain.trainingRowCount)).toContain(
    150,
  );
  const { modelId } = await get(`${path}recommendedModels/recommendedModel/`);
  expect(continued.map((one: { id: string }) => one.id)).toContain(modelId);
  expect((await get(path)).advancedOptions).toMatchObject({ incrementalLearningOnlyMode: true, chunkDefinitionId });

  const dataStageId = await stageRows(billsCsv(80, 5000));
  const from = `${path}incrementalLearningModels/`;
  const started = await post(`${from}fromModel/`, { modelId, dataStageId, dataStageDelimiter: ',' });
  expect(started.headers.location).toMatch(/modelJobs\/\d+\/$/);
  const staying = await app.finished(started, key);
  expect(staying.body).toMatchObject({
    parentModelId: modelId,
    modelType: 'Light Gradient Boosted Trees Regressor, continued',
  });
  const predicted = await get(`${path}models/${staying.body.id}/`);
  expect(predicted.metrics.RMSE.validation).toBeGreaterThan(0);

  const prepared = await post(`${path}deploymentReadyModels/`, { modelId });
  expect([prepared.status, prepared.body.message]).toEqual([422, expect.stringContaining('Deploy it as it is')]);

  const wrong = { modelId, dataStageId, dataStageDelimiter: ';' };
  const failed = await app.finished(await post(`${from}fromModel/`, wrong), key);
  expect(failed.body).toMatchObject({ status: 'ERROR' });

  const first = { modelId: plain.id, firstIterationOnly: true };
  const once = await app.finished(await post(`${from}fromSampleModel/`, first), key);
  expect(once.body.trainingRowCount - plain.trainingRowCount).toBe(150);
  const next = { modelId: once.body.id, chunkDefinitionId };
  const rest = await app.finished(await post(`${from}fromIncrementalModel/`, next), key);
  expect(rest.body.parentModelId).toBe(once.body.id);
  const again = await post(`${from}fromIncrementalModel/`, { modelId: plain.id, chunkDefinitionId });
  expect([again.status, again.body.message]).toEqual([422, expect.stringContaining('fromSampleModel')]);
}, 300_000);

test('the best model of an autopilot goes on over the chunks', async () => {
  const { id } = await aimProject({ incrementalLearningOnBestModel: true, chunkDefinitionId });
  const { data } = await get(`projects/${id}/modelRecords/`);
  const types = new Set(data.map(({ modelType }: { modelType: string }) => modelType));
  expect(types.size).toBeGreaterThan(3);
  expect(types).toContain('Light Gradient Boosted Trees Regressor, continued');
  const linear = data.find(({ modelType }: { modelType: string }) => modelType.startsWith('Elastic-Net'));
  const refused = await post(`projects/${id}/incrementalLearningModels/fromSampleModel/`, { modelId: linear.id });
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('cannot go on learning')]);
  expect((await post(`projects/${id}/incrementalLearningModels/fromSampleModel/`, { modelId: 'none' })).status).toBe(
    404,
  );
}, 300_000);

test('without a chunk definition the best model goes on over chunks of the project itself', async () => {
  const { id } = await aimProject({ incrementalLearningOnBestModel: true, incrementalLearningEarlyStoppingRounds: 1 });
  const made = (await get(`projects/${id}/`)).advancedOptions.chunkDefinitionId;
  const definitions: { id: string; name: string }[] = (await get('datasetDefinitions/?limit=100')).data;
  const own = definitions.find(({ name }) => name.startsWith('Chunks of')) as { id: string };
  expect(await get(`datasetDefinitions/${own.id}/chunkDefinitions/${made}/`)).toMatchObject({
    partitionMethod: 'random',
    isReadonly: true,
    chunkDefinitionStats: { totalNumberOfChunks: 2 },
  });
  const { data } = await get(`projects/${id}/modelRecords/`);
  const types = data.map(({ modelType }: { modelType: string }) => modelType);
  expect(types).toContain('Light Gradient Boosted Trees Regressor, continued');
}, 300_000);

test('403, 404, 422: without the flags, without chunks, in no project', async () => {
  const plain = await app.person();
  const chunks = { incrementalLearningOnBestModel: true, chunkDefinitionId };
  expect((await aimProject(chunks, plain.key)).status).toBe(403);
  const missing = await aimProject({ incrementalLearningOnBestModel: true, chunkDefinitionId: 'nothing' });
  expect([missing.status, missing.errors.chunkDefinitionId]).toEqual([422, expect.stringContaining('nothing')]);
  const body = { modelId: 'x', dataStageId: 'y' };
  expect((await post('projects/nothing/incrementalLearningModels/fromModel/', body, plain.key)).status).toBe(403);
  expect((await post('projects/nothing/incrementalLearningModels/fromModel/', body)).status).toBe(404);
}, 120_000);
