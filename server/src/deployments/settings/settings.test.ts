import { describe, expect, test } from 'vitest';
import { aPackage } from '../deployments.fixtures.ts';
import { DEFAULT_SETTINGS } from '../records/deployment-settings.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';

const app = await deploymentsApp();
const ada = await app.person();
const { key } = ada;
const kinds = ['regression', 'binary', 'series'] as const;
const made = await Promise.all(
  kinds.map(async (kind) => {
    const { row } = await aPackage(app.platform, ada, kind);
    const body = { modelPackageId: row.id, label: kind };
    return [kind, (await app.ask('POST /api/v2/deployments/fromModelPackage/', { key, body })).body.id] as const;
  }),
);
const ids = Object.fromEntries(made) as Record<(typeof kinds)[number], string>;
const at = (kind: (typeof kinds)[number], more: string) => `/api/v2/deployments/${ids[kind]}/${more}`;
const settings = async (kind: (typeof kinds)[number]) => (await app.ask(`GET ${at(kind, 'settings/')}`, { key })).body;
const patch = (kind: (typeof kinds)[number], body: object) => app.ask(`PATCH ${at(kind, 'settings/')}`, { key, body });

describe('settings', () => {
  test('begin as documented, with every group', async () => {
    expect(await settings('regression')).toMatchObject({ ...DEFAULT_SETTINGS, segmentAnalysis: { enabled: false } });
  });

  test('an empty change is a change; the status leads back to the deployment', async () => {
    const begun = await patch('regression', {});
    expect([begun.status, begun.text]).toEqual([202, '']);
    expect((await app.finished(begun, key)).body.id).toBe(ids.regression);
  });

  test('two slashes are one', async () => {
    const path = `/api/v2/deployments//${ids.regression}/settings/`;
    expect((await app.ask(`GET ${path}`, { key })).status).toBe(200);
    expect((await app.ask(`PATCH ${path}`, { key, body: { targetDrift: { enabled: true } } })).status).toBe(202);
  });

  test.each([
    ['regression', { associationId: { columnNames: ['id'], requiredInPredictionRequests: true } }],
    ['regression', { featureDrift: { enabled: true, featureSelection: 'manual', trackedFeatures: ['size'] } }],
    ['regression', { segmentAnalysis: { enabled: true, attributes: ['colour'] } }],
    ['regression', { predictionsDataCollection: { enabled: true }, challengerModels: { enabled: true } }],
    ['regression', { predictionsSettings: { minComputes: 1, maxComputes: 3 } }],
    ['regression', { batchMonitoring: { enabled: true }, humility: { enabled: false } }],
    ['series', { predictionIntervals: { enabled: true, percentiles: [90] } }],
    ['series', { predictionsByForecastDate: { enabled: true, columnName: 'date', datetimeFormat: '%Y-%m-%d' } }],
    ['series', { automaticActuals: { enabled: true }, associationId: { columnNames: ['store'] } }],
    ['series', { automaticActuals: { enabled: false }, associationId: { columnNames: null } }],
    [
      'series',
      { predictionsByForecastDate: { enabled: true, columnName: 'date (actual)', datetimeFormat: '%Y-%m-%d' } },
    ],
    [
      'binary',
      {
        biasAndFairness: {
          protectedFeatures: ['colour'],
          preferableTargetValue: 'yes',
          fairnessMetricsSet: 'equalParity',
          fairnessThreshold: 0.8,
        },
      },
    ],
  ] as const)('%s keeps %j', async (kind, change) => {
    const answer = await patch(kind, change);
    expect(answer.status, answer.text).toBe(202);
    expect(await settings(kind)).toMatchObject(change);
  });

  test('bounds of warnings may be named either way, and be taken away', async () => {
    const set = (customBoundaries: object | null) =>
      patch('regression', { predictionWarning: { enabled: true, customBoundaries } });
    await set({ lowerBoundary: 1, upperBoundary: 5 });
    const bounds = { lower: 1, upper: 5, lowerBoundary: 1, upperBoundary: 5 };
    expect((await settings('regression')).predictionWarning.customBoundaries).toEqual(bounds);
    expect((await set({ lower: 9, upper: 2 })).body.errors).toHaveProperty(['predictionWarning.customBoundaries']);
    await set(null);
    expect((await settings('regression')).predictionWarning.customBoundaries).toBeNull();
  });

  test('intervals that are switched on without a percentile have the default one', async () => {
    await patch('series', { predictionIntervals: { enabled: false, percentiles: [] } });
    await patch('series', { predictionIntervals: { enabled: true } });
    expect((await settings('series')).predictionIntervals).toEqual({ enabled: true, percentiles: [80] });
  });

  test.each([
    ['regression', { predictionIntervals: { enabled: true, percentiles: [80] } }, 'predictionIntervals.enabled'],
    ['series', { predictionIntervals: { enabled: true, percentiles: [80, 90] } }, 'predictionIntervals.percentiles'],
    ['binary', { predictionWarning: { enabled: true } }, 'predictionWarning.enabled'],
    ['regression', { segmentAnalysis: { enabled: true, attributes: ['garden'] } }, 'segmentAnalysis.attributes'],
    ['regression', { segmentAnalysis: { enabled: true, attributes: ['price'] } }, 'segmentAnalysis.attributes'],
    ['regression', { associationId: { columnNames: ['price'] } }, 'associationId.columnNames'],
    ['series', { associationId: { requiredInPredictionRequests: true } }, 'associationId.requiredInPredictionRequests'],
    ['regression', { humility: { enabled: true } }, 'humility.enabled'],
    ['regression', { automaticActuals: { enabled: true } }, 'automaticActuals.enabled'],
    ['series', { automaticActuals: { enabled: true } }, 'automaticActuals.enabled'],
    [
      'series',
      { predictionsByForecastDate: { enabled: true, columnName: 'date', datetimeFormat: 'soon' } },
      'predictionsByForecastDate.datetimeFormat',
    ],
    ['regression', { featureDrift: { trackedFeatures: ['garden'] } }, 'featureDrift.trackedFeatures'],
    ['regression', { predictionsSettings: { minComputes: 3, maxComputes: 1 } }, 'predictionsSettings.minComputes'],
    [
      'series',
      { predictionsByForecastDate: { enabled: true, columnName: 'day', datetimeFormat: '%Y' } },
      'predictionsByForecastDate.columnName',
    ],
    ['regression', { colours: { enabled: true } }, 'colours'],
  ] as const)('%s refuses %j', async (kind, change, field) => {
    const before = await settings(kind);
    const { status, body } = await patch(kind, change);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toContain(field);
    expect(await settings(kind)).toEqual(before);
  });
});

describe('health settings', () => {
  const health = at('regression', 'healthSettings/');
  const change = (body: object, path = health) => app.ask(`PATCH ${path}`, { key, body });

  test('begin with the defaults of the model', async () => {
    const now = (await app.ask(`GET ${health}`, { key })).body;
    expect(now).toEqual((await app.ask(`GET ${health}defaults/`, { key })).body);
    expect(now.accuracy).toEqual({
      batchCount: 1,
      metric: 'RMSE',
      measurement: 'percent',
      warningThreshold: 5,
      failingThreshold: 10,
    });
    expect((await app.ask(`GET ${at('binary', 'healthSettings/')}`, { key })).body.accuracy.metric).toBe('LogLoss');
  });

  test('a section changes field by field; another metric begins without thresholds', async () => {
    const first = await change({ dataDrift: { driftThreshold: 0.3, highImportanceFailingCount: null } });
    expect(first.body.dataDrift).toMatchObject({
      driftThreshold: 0.3,
      highImportanceFailingCount: null,
      batchCount: 1,
    });
    const second = await change({ accuracy: { metric: 'MAE' }, service: { batchCount: 50 } });
    expect(second.body.accuracy).toMatchObject({ metric: 'MAE', warningThreshold: null, failingThreshold: null });
    expect(second.body).toMatchObject({ service: { batchCount: 50 }, dataDrift: { driftThreshold: 0.3 } });
    expect((await app.ask(`GET ${health}defaults/`, { key })).body.service.batchCount).toBe(1);
  });

  test.each([
    [{}, 'body'],
    [{ service: { batchCount: 3 } }, 'service.batchCount'],
    [{ dataDrift: { timeInterval: 'P2D' } }, 'dataDrift.timeInterval'],
    [{ dataDrift: { excludedFeatures: ['garden'] } }, 'dataDrift.excludedFeatures'],
    [{ dataDrift: { excludedFeatures: ['size'], starredFeatures: ['size'] } }, 'dataDrift.starredFeatures'],
    [{ accuracy: { metric: 'Luck' } }, 'accuracy.metric'],
    [
      { predictionsTimeliness: { enabled: true, expectedFrequency: 'PT30M' } },
      'predictionsTimeliness.expectedFrequency',
    ],
  ])('%j is refused', async (body, field) => {
    expect(Object.keys((await change(body)).body.errors)).toContain(field);
  });

  test('actuals can be late only where they can be matched', async () => {
    const path = at('binary', 'healthSettings/');
    const late = { actualsTimeliness: { enabled: true } };
    expect((await change(late, path)).body.errors).toHaveProperty(['actualsTimeliness.enabled']);
    await patch('binary', { associationId: { columnNames: ['id'] } });
    expect((await change(late, path)).body.actualsTimeliness).toEqual({ enabled: true, expectedFrequency: 'P1D' });
  });
});

test('replay needs challengers and a schedule, and stops with them', async () => {
  const path = at('binary', 'challengerReplaySettings/');
  const schedule = { minute: [0], hour: [3], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };
  const set = (body: object) => app.ask(`PATCH ${path}`, { key, body });
  expect((await app.ask(`GET ${path}`, { key })).body).toEqual({ enabled: false });
  expect((await set({ enabled: true, schedule })).body.errors).toHaveProperty('enabled');
  await patch('binary', { challengerModels: { enabled: true } });
  expect((await set({ enabled: true })).body.errors).toHaveProperty('schedule');
  expect((await set({ enabled: true, schedule: { ...schedule, hour: [24] } })).status).toBe(422);
  expect((await set({ enabled: true, schedule })).body).toEqual({ enabled: true, schedule });
  const due = async () =>
    (await app.platform.db.pool.query(`SELECT count(*)::int AS n FROM scheduled_work WHERE subject = $1`, [ids.binary]))
      .rows[0].n;
  expect(await due()).toBe(1);
  await patch('binary', { challengerModels: { enabled: false } });
  expect((await app.ask(`GET ${path}`, { key })).body).toEqual({ enabled: false, schedule });
  expect(await due()).toBe(0);
});
