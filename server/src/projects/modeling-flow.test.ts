import { openForecaster } from '@almanac/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBytes } from './engine/project-files.ts';
import { projectsApp } from './projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let id: string;

const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
const aim = {
  target: 'sales',
  mode: 'quick',
  featureDerivationWindowStart: -28,
  featureDerivationWindowEnd: 0,
  forecastWindowStart: 1,
  forecastWindowEnd: 7,
  numberOfBacktests: 2,
  useTimeSeries: true,
  cvMethod: 'datetime',
  blendBestModels: true,
  ...columns,
};

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  id = await app.shops(key);
}, 120_000);
afterAll(() => app.stopWorker());

const get = (path: string) => app.ask(`GET /api/v2/projects/${id}/${path}`, { key });

test('a file becomes a project without a target', async () => {
  expect((await get('')).body).toMatchObject({ id, stage: 'aim', projectName: 'Shops', fileName: 'shops.csv' });
  expect((await get('status/')).body).toMatchObject({ stage: 'aim', autopilotDone: false });
  const features = (await get('features/')).body;
  expect(features.map(({ name, featureType }: Record<string, string>) => [name, featureType])).toEqual([
    ['date', 'Date'],
    ['store', 'Categorical'],
    ['sales', 'Numeric'],
    ['promotion', 'Numeric'],
  ]);
  expect((await get('featurelists/')).body.map(({ name }: { name: string }) => name)).toEqual([
    'Informative Features',
    'Raw Features',
  ]);
});

test('series are told apart before a target may use them', async () => {
  const early = await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key, body: aim });
  expect(early.status).toBe(422);
  expect(early.body.errors.multiseriesIdColumns).toContain('POST multiseriesProperties/');
  expect((await get('features/date/multiseriesProperties/')).body.detectedMultiseriesIdColumns).toEqual([]);
  const started = await app.ask(`POST /api/v2/projects/${id}/multiseriesProperties/`, { key, body: columns });
  const detected = await app.finished(started, key);
  expect(detected.body.detectedMultiseriesIdColumns).toEqual([
    { multiseriesIdColumns: ['store'], timeUnit: 'DAY', timeStep: 1 },
  ]);
}, 120_000);

test('a partitioning is previewed without reading the data', async () => {
  const { cvMethod: _, mode: __, blendBestModels: ___, ...request } = aim;
  const preview = await app.ask(`POST /api/v2/projects/${id}/datetimePartitioning/`, { key, body: request });
  expect(preview.status, JSON.stringify(preview.body)).toBe(200);
  expect(preview.body).toMatchObject({ numberOfBacktests: 2, holdoutDuration: 'P0Y0M7D', windowsBasisUnit: 'DAY' });
  expect(preview.body.holdoutEndDate).toBe('2022-05-01T00:00:00.000Z');
  expect(preview.body.backtests[0]).toMatchObject({ index: 0, validationEndDate: '2022-04-24T00:00:00.000Z' });
  expect((await get('datetimePartitioning/')).status).toBe(422);
});

test('the target starts the autopilot, which fills a leaderboard and recommends a model', async () => {
  expect((await app.ask(`PATCH /api/v2/projects/${id}/`, { key, body: { workerCount: 2 } })).status).toBe(200);
  const started = await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key, body: aim });
  expect((await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key, body: aim })).status).toBe(422);
  const aimed = await app.finished(started, key);
  expect(aimed.body).toMatchObject({ id, stage: 'modeling', target: 'sales', autopilotMode: 3, metric: 'MASE' });
  await app.autopilotDone(id, key);
  expect((await get('modelJobs/')).body).toEqual([]);
  expect((await get('jobs/?status=error')).body.jobs).toEqual([]);

  const final = (await get('datetimePartitioning/')).body;
  expect(final).toMatchObject({ holdoutEndDate: '2022-05-01T00:00:00.000Z', holdoutRowCount: 21, totalRowCount: 360 });
  expect(final.backtests[0]).toMatchObject({ validationEndDate: '2022-04-24T00:00:00.000Z', validationRowCount: 21 });

  const records = (await get('modelRecords/?limit=100&offset=0&sortByPartition=backtesting')).body;
  expect(records.totalCount).toBeGreaterThan(7);
  const scores = records.data.map(
    (one: { metrics: Record<string, { backtesting: number | null }> }) => one.metrics.MASE?.backtesting,
  );
  const known = scores.filter((score: number | null) => score !== null);
  expect(known).toEqual([...known].sort((a, b) => a - b));
  expect(records.data[0].metrics.MASE.holdout).toBeNull();
  expect(records.data.some((one: { modelCategory: string }) => one.modelCategory === 'blend')).toBe(true);

  const recommended = (await get('recommendedModels/recommendedModel/')).body;
  expect(recommended).toMatchObject({ projectId: id, recommendationType: 'Recommended for Deployment' });
  const winner = (await get(`datetimeModels/${recommended.modelId}/`)).body;
  expect(winner).toMatchObject({ isTrainedIntoHoldout: true, forecastWindowStart: 1, forecastWindowEnd: 7 });
  expect(winner.backtests).toHaveLength(2);
}, 300_000);

test('the old list of models says what replaces it', async () => {
  const models = await get('models/?orderBy=-metric');
  expect(models.status).toBe(200);
  expect(models.headers.deprecation).toBeDefined();
  expect(models.body.length).toBeGreaterThan(7);
});

test('the holdout is seen once it is unlocked, and stays so', async () => {
  await app.ask(`PATCH /api/v2/projects/${id}/`, { key, body: { holdoutUnlocked: true } });
  const { data } = (await get('modelRecords/?sortByPartition=holdout')).body;
  expect(data[0].metrics.MASE.holdout).toBeGreaterThan(0);
  expect((await app.ask(`PATCH /api/v2/projects/${id}/`, { key, body: { holdoutUnlocked: false } })).status).toBe(422);
});

test('the recommended model answers from its file', async () => {
  const { modelId } = (await get('recommendedModels/recommendedModel/')).body;
  const row = await app.platform.db.queries
    .selectFrom('models')
    .select('artifact')
    .where('id', '=', modelId)
    .executeTakeFirstOrThrow();
  if (row.artifact?.kind !== 'forecaster') throw new Error('not a forecaster');
  const rows = openForecaster(await readBytes(app.platform, row.artifact.key)).forecast({
    series: ['shop 1'],
    coverages: [0.8],
  });
  expect(rows).toHaveLength(7);
  expect(new Date(rows[0]?.time ?? 0).toISOString()).toBe('2022-05-01T00:00:00.000Z');
});

test('another organization sees nothing of it', async () => {
  const outsider = await app.person({ organization: 'Elsewhere' });
  for (const path of ['', 'status/', 'features/', 'modelRecords/', 'models/', 'jobs/', 'blueprints/']) {
    expect((await app.ask(`GET /api/v2/projects/${id}/${path}`, { key: outsider.key })).status, path).toBe(404);
  }
  expect((await app.ask('GET /api/v2/projects/', { key: outsider.key })).body).toEqual([]);
});
