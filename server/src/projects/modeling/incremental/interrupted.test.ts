import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectBlobs, readBytes } from '../../engine/project-files.ts';
import { projectsApp, shopsCsv, upload } from '../../projects.fixtures.ts';
import { projectJobStore } from '../../queue/project-job.store.ts';
import { continueModel } from './continue-model.ts';
import { aChunkDefinition, billsCsv, FLAGS } from './incremental.fixtures.ts';
import { ContinueInput } from './incremental.schema.ts';
import { iterationStore } from './incremental.store.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let id: string;
let modelId: string;
let chunkDefinitionId: string;

beforeAll(async () => {
  app = await projectsApp({ ALMANAC_CHUNK_ROWS: '100' });
  key = (await app.person({ permissions: FLAGS })).key;
  chunkDefinitionId = await aChunkDefinition(app, key, billsCsv(250, 1000));
  const { body, headers } = upload({}, { name: 'bills.csv', content: billsCsv(200, 0) });
  id = (await app.finished(await app.ask('POST /api/v2/projects/', { key, body, headers }), key)).body.id;
  const path = `/api/v2/projects/${id}/`;
  const aim = { target: 'bill', mode: 'manual', incrementalLearningOnlyMode: true, chunkDefinitionId };
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: aim }), key);
  const [blueprint] = (await app.ask(`GET ${path}blueprints/`, { key })).body;
  const trained = await app.ask(`POST ${path}models/`, { key, body: { blueprintId: blueprint.id } });
  modelId = (await app.finished(trained, key)).body.id;
  // Nothing is dispatched from now on: this test is the worker.
  await app.ask(`PATCH ${path}`, { key, body: { workerCount: 0 } });
}, 120_000);
afterAll(() => app.stopWorker());

async function request(projectId = id, parent = modelId) {
  const path = `/api/v2/projects/${projectId}/incrementalLearningModels/fromSampleModel/`;
  const { body } = await app.ask(`POST ${path}`, { key, body: { modelId: parent } });
  const job = await projectJobStore(app.platform.db.queries).byId(Number(body.jobId));
  if (job === undefined) throw new Error(`Not asked for: ${JSON.stringify(body)}`);
  const input = ContinueInput.parse(job.input);
  const run = (progress: (done: number, note?: string) => Promise<void>) =>
    continueModel.run(app.platform, input, job, {
      jobId: 'test',
      attempt: 1,
      signal: new AbortController().signal,
      progress,
    } as never);
  return { id: input.modelId, run };
}

test('a worker that takes over goes on after the last finished chunk, to the same model', async () => {
  const whole = await request();
  await whole.run(async () => undefined);
  const broken = await request();
  const dies = broken.run(async (_, note) => {
    if (note?.includes('chunk 3')) throw new Error('the worker died');
  });
  await expect(dies).rejects.toThrow('the worker died');
  const iterations = iterationStore(app.platform.db.queries);
  const before = await iterations.of(broken.id);
  expect(before.map(({ number, rows }) => [number, rows])).toEqual([
    [1, 100],
    [2, 100],
  ]);
  const notes: (string | undefined)[] = [];
  await broken.run(async (_, note) => void notes.push(note));
  expect(notes).toEqual([expect.stringContaining('chunk 3 of 3')]);
  const after = await iterations.of(broken.id);
  expect(after.map(({ rows, chunk, model_key }) => [rows, chunk, model_key])).toEqual([
    [100, 0, null],
    [100, 1, null],
    [50, 2, null],
  ]);
  expect(after.slice(0, 2).map(({ ended_at }) => ended_at)).toEqual(before.map(({ ended_at }) => ended_at));
  const file = (of: string) => readBytes(app.platform, projectBlobs(id).artifact(of));
  expect(await file(broken.id)).toEqual(await file(whole.id));
  const left: string[] = [];
  for await (const blob of app.platform.blobs.list(`projects/${id}/models/${broken.id}/`)) left.push(blob);
  expect(left.map((blob) => blob.slice(blob.lastIndexOf('/') + 1)).sort()).toEqual([
    'fold_0.predictions',
    'holdout.predictions',
    'model',
  ]);
}, 120_000);

test('a forecaster that was interrupted goes on after its last finished chunk, to the same model', async () => {
  const shops = await app.shops(key, shopsCsv(3, 100));
  const path = `/api/v2/projects/${shops}/`;
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await app.finished(await app.ask(`POST ${path}multiseriesProperties/`, { key, body: columns }), key);
  const how = { partitionMethod: 'date', datetimePartitionColumn: 'date' };
  const chunks = await aChunkDefinition(app, key, shopsCsv(3, 190), how);
  const windows = {
    featureDerivationWindowStart: -14,
    forecastWindowStart: 1,
    forecastWindowEnd: 3,
    numberOfBacktests: 1,
  };
  const only = { mode: 'manual', incrementalLearningOnlyMode: true, chunkDefinitionId: chunks };
  const aim = { ...columns, ...windows, ...only, target: 'sales', useTimeSeries: true, cvMethod: 'datetime' };
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: aim }), key);
  const blueprints: { id: string; modelType: string }[] = (await app.ask(`GET ${path}blueprints/`, { key })).body;
  const blueprintId = blueprints.find(({ modelType }) => /boosted trees/i.test(modelType))?.id;
  const trained = await app.ask(`POST ${path}datetimeModels/`, { key, body: { blueprintId } });
  const parent = (await app.finished(trained, key)).body.id;
  await app.ask(`PATCH ${path}`, { key, body: { workerCount: 0 } });

  const whole = await request(shops, parent);
  await whole.run(async () => undefined);
  const broken = await request(shops, parent);
  const dies = broken.run(async (_, note) => {
    if (note?.includes('chunk 6')) throw new Error('the worker died');
  });
  await expect(dies).rejects.toThrow('the worker died');
  const iterations = iterationStore(app.platform.db.queries);
  // The first three chunks are days the project has; the fourth brings those after its end.
  expect((await iterations.of(broken.id)).map(({ chunk, rows }) => [chunk, rows])).toEqual([
    [3, 100],
    [4, 100],
  ]);
  await broken.run(async () => undefined);
  const rows = async (of: string) => (await iterations.of(of)).map((one) => [one.chunk, one.rows, one.scores]);
  expect(await rows(broken.id)).toEqual(await rows(whole.id));
  const file = (of: string) => readBytes(app.platform, projectBlobs(shops).artifact(of));
  expect(await file(broken.id)).toEqual(await file(whole.id));
  const left: string[] = [];
  for await (const blob of app.platform.blobs.list(`projects/${shops}/models/${broken.id}/`)) left.push(blob);
  expect(left.map((blob) => blob.slice(blob.lastIndexOf('/') + 1)).sort()).toEqual([
    'backtest_0.predictions',
    'holdout.predictions',
    'model',
    'model-learned',
  ]);
}, 120_000);
