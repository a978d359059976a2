import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, shopsCsv, upload } from '../../projects.fixtures.ts';
import { aChunkDefinition, FLAGS } from './incremental.fixtures.ts';
import { iterationStore } from './incremental.store.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let id: string;

interface Model {
  readonly id: string;
  readonly modelType: string;
  readonly parentModelId: string | null;
  readonly trainingRowCount: number;
  readonly metrics: Readonly<Record<string, { readonly validation: number | null }>>;
}

const get = async (path: string) => (await app.ask(`GET /api/v2/${path}`, { key })).body;
const post = (path: string, body: object = {}, who = key) => app.ask(`POST /api/v2/${path}`, { key: who, body });
const models = async (): Promise<Model[]> => (await get(`projects/${id}/modelRecords/?limit=100`)).data;
const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
const DAYS = 120;

beforeAll(async () => {
  app = await projectsApp({ ALMANAC_CHUNK_ROWS: '60' });
  key = (await app.person({ permissions: FLAGS })).key;
}, 120_000);
afterAll(() => app.stopWorker());

/** The shops from one day to another. */
const between = (from: number, to: number, shops = 3): string => {
  const day = (n: number) => new Date(Date.UTC(2022, 0, 1 + n)).toISOString().slice(0, 10);
  const lines = shopsCsv(shops, to).split('\n');
  return lines.filter((line) => line.startsWith('date') || (line >= day(from) && line < day(to))).join('\n');
};

async function aimProject(aim: object): Promise<{ status: number; errors: Record<string, string> }> {
  id = await app.shops(key, shopsCsv(3, DAYS));
  await app.finished(await post(`projects/${id}/multiseriesProperties/`, columns), key);
  const request = {
    ...columns,
    target: 'sales',
    useTimeSeries: true,
    cvMethod: 'datetime',
    featureDerivationWindowStart: -14,
    featureDerivationWindowEnd: 0,
    forecastWindowStart: 1,
    forecastWindowEnd: 3,
    numberOfBacktests: 1,
    ...aim,
  };
  const answer = await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key, body: request });
  if (answer.status !== 202) return { status: answer.status, errors: answer.body.errors };
  const done = await app.finished(answer, key);
  expect(done.body, JSON.stringify(done.body)).toMatchObject({ stage: 'modeling' });
  await app.autopilotDone(id, key);
  expect((await get(`projects/${id}/jobs/?status=error`)).jobs).toEqual([]);
  return { status: 202, errors: {} };
}

const chunksOf = (content: string, how: object): Promise<string> => aChunkDefinition(app, key, content, how);

async function forecast(modelId: string, content: string) {
  const file = upload({}, { name: 'next.csv', content });
  const sent = await app.ask(`POST /api/v2/projects/${id}/predictionDatasets/fileUploads/`, { key, ...file });
  const datasetId = (await app.finished(sent, key)).body.id;
  const asked = { modelId, datasetId, includePredictionIntervals: true, predictionIntervalsSize: 80 };
  return (await app.finished(await post(`projects/${id}/predictions/`, asked), key)).body.predictions;
}

test('the best model learns the project again chunk by chunk, over chunks that are made for it', async () => {
  await aimProject({ mode: 'quick', incrementalLearningOnBestModel: true });
  const board = await models();
  const continued = board.find(({ modelType }) => modelType.endsWith(', continued')) as Model;
  const parent = board.find((one) => one.id === continued.parentModelId) as Model;
  expect(continued.modelType).toBe(`${parent.modelType}, continued`);
  expect(continued.metrics.MASE?.validation).toBeGreaterThan(0);
  const { chunkDefinitionId } = (await get(`projects/${id}/`)).advancedOptions;
  const [definition] = (await get('datasetDefinitions/')).data;
  const chunks = await get(`datasetDefinitions/${definition.id}/chunkDefinitions/${chunkDefinitionId}/`);
  expect(chunks).toMatchObject({
    partitionMethod: 'date',
    isReadonly: true,
    rowsChunkDefinition: { datetimePartitionColumn: 'date', orderByColumns: ['store'] },
    chunkDefinitionStats: { totalNumberOfChunks: 6 },
  });
  const iterations = await iterationStore(app.platform.db.queries).of(continued.id);
  const rows = iterations.map((one) => one.rows);
  expect(rows.slice(0, 4)).toEqual([60, 60, 60, 60]);
  // The last days are those it is judged on: what is left before them is all it may learn from.
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(parent.trainingRowCount);
  expect(continued.trainingRowCount).toBeLessThanOrEqual(parent.trainingRowCount);
  const plots = `projects/${id}/datetimeModels/${continued.id}/`;
  await app.finished(await post(`${plots}datetimeTrendPlots/`, { backtest: 0, source: 'validation' }), key);
  const told = `${plots}forecastVsActualPlots/?backtest=0&source=validation&forecastDistanceStart=1&forecastDistanceEnd=1`;
  expect((await get(told)).bins.length).toBeGreaterThan(0);
  const made = await forecast(continued.id, between(100, 121));
  expect(made).toHaveLength(9);
  for (const { prediction, predictionIntervalLowerBound: low, predictionIntervalUpperBound: high } of made) {
    expect(prediction).toBeGreaterThan(40);
    expect(low).toBeLessThan(high);
  }
}, 300_000);

test('only models that can; chunks of newer days and of new series; data stages; then more chunks', async () => {
  const time = { partitionMethod: 'date', datetimePartitionColumn: 'date' };
  const chunkDefinitionId = await chunksOf(between(90, 160, 4), time);
  await aimProject({ mode: 'manual', incrementalLearningOnlyMode: true, chunkDefinitionId });
  const path = `projects/${id}/incrementalLearningModels/`;
  const blueprints: { id: string; modelType: string; supportsIncrementalLearning: boolean }[] = await get(
    `projects/${id}/blueprints/`,
  );
  expect(blueprints.length).toBeGreaterThan(2);
  expect(blueprints.filter((one) => !one.supportsIncrementalLearning)).toEqual([]);
  for (const wanted of [/boosted trees/i, /linear map/i, /theta/i]) {
    const blueprint = blueprints.find(({ modelType }) => wanted.test(modelType));
    const trained = await app.finished(
      await post(`projects/${id}/datetimeModels/`, { blueprintId: blueprint?.id }),
      key,
    );
    const first = await app.finished(
      await post(`${path}fromSampleModel/`, { modelId: trained.body.id, firstIterationOnly: true }),
      key,
    );
    // Of the first chunk only the new shop is not known yet: 15 days of it.
    expect([first.body.modelType, first.body.trainingRowCount - trained.body.trainingRowCount]).toEqual([
      `${blueprint?.modelType}, continued`,
      15,
    ]);
    const rest = await app.finished(
      await post(`${path}fromIncrementalModel/`, { modelId: first.body.id, chunkDefinitionId }),
      key,
    );
    expect(rest.body.parentModelId).toBe(first.body.id);
    const seen = await iterationStore(app.platform.db.queries).of(rest.body.id);
    expect(seen.reduce((sum, { rows }) => sum + rows, 0)).toBe(55 + 3 * 40);
    expect(seen.map(({ chunk }) => chunk)).toEqual([1, 2, 3, 4]);
    // It answers from the newest day it was given, without being sent any history, also for the new shop.
    const future = `date,store,sales,promotion\n${[0, 3].map((shop) => `2022-06-10,shop ${shop},,0`).join('\n')}\n`;
    const made: { seriesId: string; timestamp: string; prediction: number }[] = await forecast(rest.body.id, future);
    expect(made.map(({ seriesId, timestamp }) => [seriesId, timestamp.slice(0, 10)])).toEqual(
      [0, 3].flatMap((shop) => ['2022-06-10', '2022-06-11', '2022-06-12'].map((day) => [`shop ${shop}`, day])),
    );
    for (const { seriesId, prediction } of made) {
      expect(prediction / (100 * (1 + Number(seriesId.slice(5))))).toBeGreaterThan(0.5);
      expect(prediction / (100 * (1 + Number(seriesId.slice(5))))).toBeLessThan(2);
    }
    const stage = (await post('dataStages/', { filename: 'newest.csv' })).body.id;
    const part = upload({}, { name: 'part', content: between(160, 170) });
    await app.ask(`PUT /api/v2/dataStages/${stage}/parts/1/`, { key, ...part });
    await post(`dataStages/${stage}/finalize/`);
    const staged = await app.finished(
      await post(`${path}fromModel/`, { modelId: rest.body.id, dataStageId: stage }),
      key,
    );
    expect(staged.body.trainingRowCount - rest.body.trainingRowCount).toBe(30);
  }
}, 300_000);

test('every candidate learns the first chunk, the best goes on, and chunks without improvement end it', async () => {
  const series = { orderByColumns: ['store', 'date'] };
  const chunkDefinitionId = await chunksOf(between(120, 200), series);
  await aimProject({
    mode: 'quick',
    incrementalLearningOnlyMode: true,
    chunkDefinitionId,
    incrementalLearningEarlyStoppingRounds: 1,
  });
  const board = await models();
  const plain = board.filter(({ parentModelId }) => parentModelId === null);
  const compared = board.filter(({ parentModelId }) => plain.some((one) => one.id === parentModelId));
  expect(compared).toHaveLength(plain.length);
  const best = board.filter(({ parentModelId }) => compared.some((one) => one.id === parentModelId));
  expect(best).toHaveLength(1);
  const seen = await iterationStore(app.platform.db.queries).of(best[0]?.id ?? '');
  const scores = seen.map((one) => one.scores.MASE as number);
  expect(scores.length).toBeLessThanOrEqual(3);
  // It ended with all chunks learned, or with one that brought nothing better.
  if (scores.length < 3) expect(scores.at(-1)).toBeGreaterThanOrEqual(Math.min(...scores.slice(0, -1)));
}, 300_000);

test('422: chunks in no order, rows without a time step, and nothing to choose a best model from', async () => {
  const scattered = await chunksOf(between(100, 130), {});
  const refused = await aimProject({ incrementalLearningOnlyMode: true, chunkDefinitionId: scattered });
  expect([refused.status, refused.errors.chunkDefinitionId]).toEqual([
    422,
    expect.stringContaining('orderByColumns store, date'),
  ]);
  const numbered = await aimProject({ incrementalLearningOnBestModel: true, windowsBasisUnit: 'ROW' });
  expect([numbered.status, numbered.errors.incrementalLearningOnBestModel]).toEqual([
    422,
    expect.stringContaining('unit of time'),
  ]);
  const manual = await aimProject({ mode: 'manual', incrementalLearningOnBestModel: true });
  expect([manual.status, Object.keys(manual.errors)]).toEqual([422, ['incrementalLearningOnBestModel']]);
}, 120_000);
