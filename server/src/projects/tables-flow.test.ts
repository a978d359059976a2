import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from './projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
}, 120_000);
afterAll(() => app.stopWorker());

/** Customers who leave: more likely the fewer visits and the older the bill. */
function customersCsv(rows = 400): string {
  const lines = ['when,region,visits,bill,part,left,amount,kind'];
  for (let i = 0; i < rows; i++) {
    const date = new Date(Date.UTC(2023, 0, 1) + i * 12 * 3_600_000).toISOString();
    const visits = (i * 37) % 20;
    const bill = (i * 53) % 101;
    const left = visits < 8 && bill > 30 ? 'yes' : 'no';
    const kind = bill < 33 ? 'low' : bill < 66 ? 'middle' : 'high';
    lines.push(
      `${date},${['north', 'south', 'west'][i % 3]},${visits},${bill},${i % 4},${left},${(bill * 2 + visits).toFixed(1)},${kind}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

async function trainModels(aim: Readonly<Record<string, unknown>>): Promise<string> {
  const { body, headers } = upload({}, { name: 'customers.csv', content: customersCsv() });
  const made = await app.finished(await app.ask('POST /api/v2/projects/', { key, body, headers }), key);
  const id = made.body.id as string;
  expect(made.body.projectName).toBe('customers.csv');
  const aimed = await app.finished(await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key, body: aim }), key);
  expect(aimed.body, JSON.stringify(aimed.body)).toMatchObject({ stage: 'modeling' });
  await app.autopilotDone(id, key);
  expect((await app.ask(`GET /api/v2/projects/${id}/jobs/?status=error`, { key })).body.jobs).toEqual([]);
  return id;
}

const get = (id: string, path: string) => app.ask(`GET /api/v2/projects/${id}/${path}`, { key });

test('two classes: probabilities by folds, a blend, a recommended model', async () => {
  const id = await trainModels({ target: 'left', mode: 'quick', positiveClass: 'yes' });
  expect((await get(id, '')).body).toMatchObject({
    targetType: 'Binary',
    metric: 'LogLoss',
    positiveClass: 'yes',
    maxTrainPct: 64,
  });
  const { data } = (await get(id, 'modelRecords/?sortByPartition=crossValidation')).body;
  expect(data[0].metrics.AUC.crossValidation).toBeGreaterThan(0.95);
  expect(data[0].samplePct).not.toBeNull();
  const recommended = (await get(id, 'recommendedModels/recommendedModel/')).body;
  expect((await get(id, `models/${recommended.modelId}/`)).body.samplePct).toBe(100);
  const all: { recommendationType: string; modelId: string }[] = (await get(id, 'recommendedModels/')).body;
  const named = Object.fromEntries(all.map(({ recommendationType, modelId }) => [recommendationType, modelId]));
  expect(Object.keys(named)).toHaveLength(4);
  expect(named['Prepared for Deployment']).toBe(recommended.modelId);
  expect(named['Recommended for Deployment']).toBe(recommended.modelId);
  type Ranked = { id: string; modelCategory: string; isFrozen: boolean; samplePct: number };
  const single = (data as Ranked[]).find(
    ({ modelCategory, samplePct }) => modelCategory === 'model' && samplePct < 100,
  );
  expect(named['Fast & Accurate']).toBe(single?.id);
  expect((await get(id, 'datetimeModels/')).status).toBe(404);
}, 300_000);

test('numbers, with rows shared out by a column of the user', async () => {
  const id = await trainModels({
    target: 'amount',
    mode: 'quick',
    cvMethod: 'user',
    validationType: 'CV',
    userPartitionCol: 'part',
    cvHoldoutLevel: 3,
  });
  expect((await get(id, '')).body).toMatchObject({ targetType: 'Regression', metric: 'RMSE' });
  const { data } = (await get(id, 'modelRecords/?sortByPartition=crossValidation&withMetric=R%20Squared')).body;
  expect(data[0].metrics['R Squared'].crossValidation).toBeGreaterThan(0.9);
  const seen = (await get(id, 'blueprints/')).body;
  expect((await get(id, `blueprints/${seen[0].id}/blueprintChart/`)).body.nodes[0]).toEqual({ id: '0', label: 'Data' });
}, 300_000);

test('several classes over time: backtests by date', async () => {
  const id = await trainModels({
    target: 'kind',
    mode: 'quick',
    cvMethod: 'datetime',
    datetimePartitionColumn: 'when',
    numberOfBacktests: 2,
    validationDuration: 'P30D',
  });
  expect((await get(id, '')).body).toMatchObject({
    targetType: 'Multiclass',
    partition: { cvMethod: 'datetime', useTimeSeries: false },
  });
  const { data } = (await get(id, 'datetimeModels/')).body;
  expect(data[0].backtests.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'COMPLETED']);
  expect(data[0].trainingStartDate).toBe('2023-01-01T00:00:00.000Z');
}, 300_000);

test('anomalies need no target', async () => {
  const id = await trainModels({ unsupervisedMode: true, mode: 'quick' });
  expect((await get(id, '')).body).toMatchObject({ unsupervisedMode: true, targetType: 'Anomaly', target: null });
  const { data } = (await get(id, 'modelRecords/')).body;
  const scores = data.map(
    (one: { metrics: Record<string, { validation: number }> }) => one.metrics['Synthetic AUC']?.validation,
  );
  expect(scores.length).toBeGreaterThan(0);
  expect(scores).not.toContain(undefined);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
}, 300_000);
