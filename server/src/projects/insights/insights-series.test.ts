import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, shopsCsv, upload } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let id: string;
/** On the leaderboard with all its backtests; and the one that was learned again on everything. */
let modelId: string;
let deployable: string;

const aim = {
  target: 'sales',
  mode: 'quick',
  datetimePartitionColumn: 'date',
  multiseriesIdColumns: ['store'],
  useTimeSeries: true,
  cvMethod: 'datetime',
  featureDerivationWindowStart: -14,
  featureDerivationWindowEnd: 0,
  forecastWindowStart: 1,
  forecastWindowEnd: 3,
  numberOfBacktests: 2,
  featureSettings: [{ featureName: 'promotion', knownInAdvance: true }],
};

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  id = await app.shops(key, shopsCsv(3, 100));
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await app.finished(await post('multiseriesProperties/', columns), key);
  await app.finished(await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key, body: aim }), key);
  await app.autopilotDone(id, key);
  deployable = (await get('recommendedModels/recommendedModel/')).body.modelId;
  const { data } = (await get('datetimeModels/')).body;
  type Model = { id: string; modelCategory: string; modelType: string; backtests: { score: number | null }[] };
  const recommended = (await get('recommendedModels/')).body.map((one: { modelId: string }) => one.modelId);
  const whole = (data as Model[]).filter(
    (one) => !recommended.includes(one.id) && one.backtests.every(({ score }) => score !== null),
  );
  modelId = (whole.find(({ modelType }) => /boost|tree/i.test(modelType)) ?? whole[0])?.id ?? '';
}, 300_000);
afterAll(() => app.stopWorker());

const at = (path: string) => `/api/v2/projects/${id}/${path}`;
const get = (path: string) => app.ask(`GET ${at(path)}`, { key });
const post = (path: string, body: object = {}) => app.ask(`POST ${at(path)}`, { key, body });
const getDated = (path: string) => get(`datetimeModels/${modelId}/${path}`);

test('lift and residuals of every backtest, the holdout once it is unlocked', async () => {
  const { charts } = (await get(`models/${modelId}/liftChart/`)).body;
  expect(charts.map(({ source }: { source: string }) => source)).toEqual(['validation', 'backtest_2', 'allBacktests']);
  const [first] = charts;
  expect(first.bins.at(-1).predicted).toBeGreaterThan(first.bins[0].predicted);
  expect((await get(`models/${modelId}/liftChart/holdout/`)).status).toBe(403);
  expect((await get(`models/${modelId}/liftChart/moon/`)).body.message).toContain('validation');
  expect((await get(`models/${modelId}/rocCurve/`)).status).toBe(422);
  const { residuals } = (await get(`models/${modelId}/residuals/validation/`)).body;
  expect(Object.keys(residuals)).toEqual(['validation']);
  expect(residuals.validation.coefficientOfDetermination).toBeGreaterThan(0.5);
  expect((await get(`models/${deployable}/residuals/`)).body.residuals.validation.data.length).toBeGreaterThan(0);
});

test('accuracy over time: the mean of all series, one of them, part of the time', async () => {
  const metadata = (await getDated('accuracyOverTimePlots/metadata/')).body;
  expect(metadata.backtestStatuses).toEqual([0, 1].map(() => ({ training: 'notSupported', validation: 'completed' })));
  expect(metadata.holdoutStatuses.validation).toBe('notSupported');
  const plot = (await getDated('accuracyOverTimePlots/?backtest=0&source=validation')).body;
  expect(plot.resolution).toBe('days');
  expect(plot.startDate).toBe(metadata.backtestMetadata[0].validation.startDate);
  expect(plot.bins[0].frequency).toBe(3);
  const one = (await getDated('accuracyOverTimePlots/?seriesId=shop%201')).body;
  expect(one.bins[0].frequency).toBe(1);
  expect(one.bins[0].actual).toBeGreaterThan(100);
  const part = (await getDated(`accuracyOverTimePlots/?startDate=${one.bins[1].startDate}&resolution=weeks`)).body;
  expect(part.bins.length).toBeLessThanOrEqual(one.bins.length);
  expect((await getDated('accuracyOverTimePlots/preview/')).body.bins).toHaveLength(plot.bins.length);
  const refused = async (query: string) => Object.keys((await getDated(`accuracyOverTimePlots/?${query}`)).body.errors);
  expect(await refused('seriesId=nobody')).toEqual(['seriesId']);
  expect(await refused('backtest=7')).toEqual(['backtest']);
  expect(await refused('resolution=hours')).toEqual(['resolution']);
  expect(await refused('forecastDistance=9')).toEqual(['forecastDistanceStart']);
  expect((await getDated('accuracyOverTimePlots/?backtest=holdout')).status).toBe(403);
});

test('forecasts from every moment, once they are computed', async () => {
  const before = (await getDated('forecastVsActualPlots/metadata/')).body;
  expect(before.backtestStatuses[0].validation).toEqual({ notCompleted: [1, 2, 3] });
  expect((await getDated('forecastVsActualPlots/')).status).toBe(404);
  const asked = await post(`datetimeModels/${modelId}/datetimeTrendPlots/`, {
    backtest: 0,
    source: 'validation',
    forecastDistanceStart: null,
    forecastDistanceEnd: null,
  });
  const after = (await app.finished(asked, key)).body;
  expect(after.backtestStatuses[0].validation, JSON.stringify(after)).toEqual({ completed: [1, 2, 3] });
  const plot = (await getDated('forecastVsActualPlots/?seriesId=shop%202')).body;
  expect(plot.forecastDistances).toEqual([1, 2, 3]);
  expect(plot.bins[0].forecasts.filter((value: number | null) => value !== null)).toHaveLength(1);
  expect(plot.bins[2].forecasts.filter((value: number | null) => value !== null)).toHaveLength(3);
  const near = (await getDated('accuracyOverTimePlots/?forecastDistance=1&seriesId=shop%202')).body;
  expect(near.bins.map(({ predicted }: { predicted: number }) => predicted)).toEqual(
    plot.bins.map(({ forecasts }: { forecasts: number[] }) => forecasts[0]),
  );
}, 120_000);

test('accuracy by series, worst first, and by distance', async () => {
  expect((await getDated('multiseriesScores/')).status).toBe(404);
  const asked = await post(`datetimeModels/${modelId}/multiseriesScores/`);
  const { data, totalCount } = (await app.finished(asked, key)).body;
  expect(totalCount).toBe(3);
  const scores = data.map(({ validationScore }: { validationScore: number }) => validationScore);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(data[0]).toMatchObject({ rowCount: 100, startDate: '2022-01-01T00:00:00.000Z', holdoutScore: null });
  const named = (await getDated('multiseriesScores/?orderBy=multiseriesValue&metric=RMSE&limit=1')).body;
  expect(named.data[0].multiseriesValues).toEqual(['shop 0']);
  expect(named.next).toContain('offset=1');
  expect((await getDated('multiseriesScores/?metric=Beauty')).status).toBe(422);
  const stability = (await getDated('forecastDistanceStabilityPlot/?metricName=MAE')).body;
  expect(stability.forecastDistancePlotData.map((one: { forecastDistance: number }) => one.forecastDistance)).toEqual([
    1, 2, 3,
  ]);
  expect(stability.forecastDistancePlotData[0].backtestingScore).toBeGreaterThan(0);
  const backtests = (await getDated('backtestStabilityPlot/')).body.backtestPlotData;
  expect(backtests.map(({ score }: { score: number }) => score > 0)).toEqual([true, true]);
}, 120_000);

test('what the model owes to features, and how forecasts change with them', async () => {
  for (const model of [modelId, deployable]) {
    // The autopilot computes it for the models it recommends.
    const asked = model === deployable ? null : await post(`models/${model}/featureImpact/`);
    const path = `models/${model}/featureImpact/`;
    const impact = asked === null ? (await get(path)).body : (await app.finished(asked, key)).body;
    expect(impact.featureImpacts[0], JSON.stringify(impact)).toMatchObject({ impactNormalized: 1 });
    const again = await post(`models/${model}/featureImpact/`);
    expect([again.status, again.body.errorName, again.body.jobId]).toEqual([422, 'JobAlreadyAdded', null]);
  }
  const asked = await post(`datetimeModels/${modelId}/featureEffects/`, { backtestIndex: 0 });
  const effects = (await app.finished(asked, key)).body;
  expect(effects, JSON.stringify(effects)).toMatchObject({ modelId, source: 'training', backtestIndex: '0' });
  const [promotion] = effects.featureEffects;
  expect(promotion.featureName).toBe('promotion');
  expect(promotion.partialDependence.data.map(({ label }: { label: string }) => label)).toEqual(['0', '1']);
  const byName = await app.ask(`GET /api/v2/insights/featureEffects/models/${modelId}?source=backtest_0`, { key });
  expect(byName.body.data[0].data.featureEffects[0].featureName).toBe('promotion');
  const metadata = (await getDated('featureEffectsMetadata/')).body.data;
  expect(metadata.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'NOT_COMPLETED']);
}, 120_000);

interface Explained {
  readonly prediction: number;
  readonly predictionExplanations: readonly { readonly feature: string; readonly strength: number }[];
}

test('forecasts of every model explained, and what was forecast of the training data', async () => {
  const local = new Set<string>();
  const file = upload({}, { name: 'next.csv', content: shopsCsv(2, 104) });
  const uploads = await app.ask(`POST ${at('predictionDatasets/fileUploads/')}`, { key, ...file });
  const datasetId = (await app.finished(uploads, key)).body.id;
  const explained = await app.finished(await post('predictionExplanations/', { modelId, datasetId }), key);
  expect(explained.body.data, JSON.stringify(explained.body)).toHaveLength(6);
  expect(explained.body.data[0]).toMatchObject({ seriesId: 'shop 0', forecastDistance: 1, rowId: 208 });
  const { data: models } = (await get('datetimeModels/')).body;
  for (const one of models as { id: string; modelType: string; modelCategory: string }[]) {
    const asked = { modelId: one.id, datasetId, maxExplanations: 50 };
    const rows = (await app.finished(await post('predictionExplanations/', asked), key)).body.data;
    expect(rows, one.modelType).toHaveLength(6);
    for (const { prediction, predictionExplanations } of rows as Explained[]) {
      const names = predictionExplanations.map(({ feature }) => feature);
      expect(names.length, one.modelType).toBeGreaterThan(0);
      // Models of one series at a time tell components only, and these are all of the forecast.
      if (names.some((name) => name.includes('sales') || name.includes('forecast distance'))) continue;
      expect(names, one.modelType).toContain('Level');
      const sum = predictionExplanations.reduce((total, { strength }) => total + strength, 0);
      expect(sum, one.modelType).toBeCloseTo(prediction, 6);
      local.add(one.modelType);
    }
  }
  expect(local.size).toBeGreaterThan(3);
  const subset = { modelId, dataSubset: 'allBacktests' };
  const { data } = (await app.finished(await post('trainingPredictions/', subset), key)).body;
  const first = data.find((row: { seriesId: string }) => row.seriesId === 'shop 1');
  const day = Math.round((Date.parse(first.timestamp) - Date.UTC(2022, 0, 1)) / 86_400_000);
  expect(first.rowId).toBe(100 + day);
  expect(Date.parse(first.timestamp) - Date.parse(first.forecastPoint)).toBe(first.forecastDistance * 86_400_000);
}, 120_000);

test('the holdout, unlocked', async () => {
  expect((await getDated('multiseriesScores/?orderBy=holdoutScore')).status).toBe(403);
  await app.ask(`PATCH /api/v2/projects/${id}/`, { key, body: { holdoutUnlocked: true } });
  expect((await get(`models/${modelId}/liftChart/holdout/`)).body.bins.length).toBeGreaterThan(0);
  expect((await getDated('accuracyOverTimePlots/?backtest=holdout')).body.bins.length).toBeGreaterThan(0);
  expect((await getDated('multiseriesScores/')).body.data[0].holdoutScore).toBeGreaterThan(0);
});

test('another organization sees nothing of it', async () => {
  const outsider = (await app.person({ organization: 'Elsewhere' })).key;
  const paths = [
    at(`models/${modelId}/liftChart/`),
    at(`models/${modelId}/featureImpact/`),
    at(`datetimeModels/${modelId}/accuracyOverTimePlots/`),
    at(`datetimeModels/${modelId}/multiseriesScores/`),
    `/api/v2/insights/liftChart/models/${modelId}/`,
  ];
  for (const path of paths) expect((await app.ask(`GET ${path}`, { key: outsider })).status, path).toBe(404);
});

test('202, 200: sizes of prediction intervals are computed, also twice, and listed widest first', async () => {
  const path = `models/${modelId}/predictionIntervals/`;
  expect((await get(path)).body).toMatchObject({ count: 0, data: [] });
  for (const size of [80, 95, 80]) await app.finished(await post(path, { percentiles: [size] }), key);
  expect((await get(path)).body).toMatchObject({ count: 2, next: null, data: [95, 80] });
  expect((await get(`${path}?limit=1&offset=1`)).body.data).toEqual([80]);
  expect((await post(path, { percentiles: [] })).status).toBe(422);
  expect((await post(path, { percentiles: [101] })).body.errors).toHaveProperty(['percentiles.0']);
  expect((await post('models/nothing/predictionIntervals/', { percentiles: [80] })).status).toBe(404);
}, 60_000);
