import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let id: string;
let modelId: string;

/** One bill a day, which decides its kind. */
function billsCsv(rows = 200): string {
  const lines = ['when,bill,visits,kind'];
  for (let i = 0; i < rows; i++) {
    const date = new Date(Date.UTC(2023, 0, 1 + i)).toISOString().slice(0, 10);
    const bill = (i * 53) % 101;
    lines.push(`${date},${bill},${(i * 37) % 20},${bill < 33 ? 'low' : bill < 66 ? 'middle' : 'high'}`);
  }
  return `${lines.join('\n')}\n`;
}

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
}, 60_000);
afterAll(() => app.stopWorker());

async function trainModels(target: string): Promise<void> {
  const file = upload({}, { name: 'bills.csv', content: billsCsv() });
  id = (await app.finished(await app.ask('POST /api/v2/projects/', { key, ...file }), key)).body.id;
  const body = {
    target,
    mode: 'quick',
    cvMethod: 'datetime',
    datetimePartitionColumn: 'when',
    numberOfBacktests: 2,
    validationDuration: 'P20D',
  };
  await app.finished(await app.ask(`PATCH ${at('aim/')}`, { key, body }), key);
  await app.autopilotDone(id, key);
  const { data } = (await get('datetimeModels/')).body;
  modelId = data.find((one: { modelCategory: string; isFrozen: boolean }) => !one.isFrozen).id;
}
const at = (path: string) => `/api/v2/projects/${id}/${path}`;
const get = (path: string) => app.ask(`GET ${at(path)}`, { key });
const post = (path: string, body: object = {}) => app.ask(`POST ${at(path)}`, { key, body });

test('several classes: a lift chart and a row of the confusion chart for each', async () => {
  await trainModels('kind');
  const [chart] = (await get(`models/${modelId}/multiclassLiftChart/`)).body.charts;
  expect(chart.classBins.map(({ targetClass }: { targetClass: string }) => targetClass)).toEqual([
    'high',
    'low',
    'middle',
  ]);
  const insights = await app.ask(
    `GET /api/v2/insights/liftChart/models/${modelId}/?source=validation&targetClass=low`,
    {
      key,
    },
  );
  expect(insights.body.data.map((one: { targetClass: string }) => one.targetClass)).toEqual(['low']);
  const confusion = (await get(`models/${modelId}/confusionCharts/validation/`)).body.data;
  expect(confusion.confusionMatrix.flat().reduce((a: number, b: number) => a + b)).toBe(20);
  expect((await get(`datetimeModels/${modelId}/accuracyOverTimePlots/`)).status).toBe(422);
  const subset = { modelId, dataSubset: 'allBacktests' };
  const rows = (await app.finished(await post('trainingPredictions/', subset), key)).body.data;
  expect(rows).toHaveLength(40);
  expect(rows[0].predictionValues).toHaveLength(3);
  expect(rows[0].timestamp).toMatch(/^2023-/);
  const path = `datetimeModels/${modelId}/multiclassFeatureEffects/`;
  expect((await get(`${path}?backtestIndex=0`)).body.message).toContain('No data found for model');
  const wanted = { backtestIndex: '0', topNFeatures: 1, rowCount: null };
  const effects = (await app.finished(await post(path, wanted), key)).body;
  expect(effects.data.map((one: { class: string }) => one.class)).toEqual(['high', 'low', 'middle']);
  const low = (await get(`${path}?class=low&source=validation&backtestIndex=0`)).body.data;
  expect(low).toHaveLength(1);
  expect((await get(`${path}?class=huge`)).status).toBe(422);
  expect((await post(path, { features: ['moon'] })).body.errors).toEqual({ features: expect.stringContaining('moon') });
  expect((await post(`datetimeModels/${modelId}/featureEffects/`, { backtestIndex: 0 })).status).toBe(422);
  const file = upload({}, { name: 'next.csv', content: 'when,bill,visits\n2023-08-01,10,3\n' });
  const uploads = await app.ask(`POST ${at('predictionDatasets/fileUploads/')}`, { key, ...file });
  const datasetId = (await app.finished(uploads, key)).body.id;
  const asked = { modelId, datasetId, maxExplanations: 1, classNames: ['low', 'high'] };
  const page = (await app.finished(await post('predictionExplanations/', asked), key)).body;
  const labels = page.data[0].predictionExplanations.map(({ label }: { label: string }) => label);
  expect(labels).toEqual(['low', 'high']);
}, 300_000);

test('numbers over time: plots once the times of rows are known, effects by backtest', async () => {
  await trainModels('bill');
  const path = `datetimeModels/${modelId}/accuracyOverTimePlots/`;
  const before = (await get(`${path}metadata/`)).body;
  expect([before.forecastDistance, before.backtestStatuses[1].validation]).toEqual([null, 'notCompleted']);
  expect((await get(path)).status).toBe(404);
  const computed = await app.finished(
    await post(`datetimeModels/${modelId}/datetimeTrendPlots/`, { backtest: 1 }),
    key,
  );
  expect(computed.body.backtestStatuses[1].validation).toBe('completed');
  const plot = (await get(`${path}?backtest=1&resolution=days`)).body;
  expect(plot.bins).toHaveLength(20);
  expect(plot.bins.every(({ frequency }: { frequency: number }) => frequency === 1)).toBe(true);
  expect((await get(`datetimeModels/${modelId}/forecastVsActualPlots/`)).status).toBe(422);
  expect((await get(`datetimeModels/${modelId}/multiseriesScores/`)).status).toBe(422);
  expect((await get(`models/${modelId}/residuals/backtest_2/`)).body.residuals.backtest_2.data).toHaveLength(20);
  const backtests = (await get(`datetimeModels/${modelId}/backtestStabilityPlot/`)).body.backtestPlotData;
  expect(backtests.map(({ score }: { score: number }) => typeof score)).toEqual(['number', 'number']);
  const effects = await app.finished(
    await post(`datetimeModels/${modelId}/featureEffects/`, { backtestIndex: '1' }),
    key,
  );
  expect(effects.body).toMatchObject({ backtestIndex: '1', source: 'training' });
  const impact = await app.finished(await post(`models/${modelId}/featureImpact/`, { backtest: 1 }), key);
  expect(impact.body).toMatchObject({ backtest: 1, rowCount: 20 });
}, 300_000);
