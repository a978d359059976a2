import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let rows: string;
let series: string;
let model: { id: string };

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  const aimed = async (aim: object) => {
    const path = `/api/v2/projects/${await app.shops(key)}/`;
    const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
    if ('useTimeSeries' in aim) {
      await app.finished(await app.ask(`POST ${path}multiseriesProperties/`, { key, body: columns }), key);
    }
    const body = { target: 'sales', mode: 'manual', ...aim, ...('useTimeSeries' in aim ? columns : {}) };
    const done = await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body }), key);
    expect(done.body, JSON.stringify(done.body)).toMatchObject({ stage: 'modeling' });
    return path;
  };
  rows = await aimed({ reps: 3 });
  series = await aimed({ useTimeSeries: true, cvMethod: 'datetime', forecastWindowStart: 1, forecastWindowEnd: 7 });
  const [blueprint] = (await app.ask(`GET ${rows}blueprints/`, { key })).body;
  const trained = await app.ask(`POST ${rows}models/`, { key, body: { blueprintId: blueprint.id } });
  model = (await app.finished(trained, key)).body;
}, 180_000);
afterAll(() => app.stopWorker());

const get = (path: string) => app.ask(`GET ${path}`, { key });

test('what a model is made of and what can be done with it', async () => {
  const one = `${rows}models/${model.id}/`;
  expect((await get(`${one}blueprintChart/`)).body.nodes[0]).toEqual({ id: '0', label: 'Data' });
  expect((await get(`${one}blueprintDocs/`)).body).toHaveLength(1);
  expect((await get(`${one}supportedCapabilities/`)).body).toMatchObject({
    supportsBlending: true,
    hasWordCloud: false,
  });
  expect((await get(`${rows}models/nothing/supportedCapabilities/`)).status).toBe(404);
});

test('404, 200, 422: scores fold by fold, once there are some', async () => {
  const one = `${rows}models/${model.id}/`;
  expect((await get(`${one}crossValidationScores/`)).status).toBe(404);
  await app.finished(await app.ask(`POST ${one}crossValidation/`, { key }), key);
  const { cvScores } = (await get(`${one}crossValidationScores/`)).body;
  expect(Object.keys(cvScores.RMSE)).toEqual(['0.0', '1.0', '2.0']);
  const scores = Object.values<number>(cvScores.RMSE);
  const { metrics } = (await get(one)).body;
  expect(metrics.RMSE.crossValidation).toBeCloseTo(scores.reduce((sum, score) => sum + score) / 3, 9);
  const some = (await get(`${one}crossValidationScores/?partition=1.0&metric=RMSE`)).body;
  expect(some).toEqual({ cvScores: { RMSE: { '1.0': cvScores.RMSE['1.0'] } } });
  expect((await get(`${one}crossValidationScores/?partition=7`)).status).toBe(422);
  expect((await get(`${one}crossValidationScores/?metric=Beauty`)).body.errors.metric).toContain('RMSE');
}, 60_000);

test('200, 422: how features were derived, in time series only', async () => {
  const log = (await get(`${series}timeSeriesFeatureLog/?limit=3`)).body;
  expect(log.featureLog.split('\n')).toEqual(['Time step: 1 DAY', expect.stringContaining('7 DAY'), expect.anything()]);
  expect([log.count, log.totalLogLines > 10]).toEqual([3, true]);
  const file = await get(`${series}timeSeriesFeatureLog/file/`);
  expect(file.text.trim().split('\n')).toHaveLength(log.totalLogLines);
  expect((await get(`${series}discardedFeatures/`)).body).toMatchObject({ count: 0, features: [] });
  expect((await get(`${rows}timeSeriesFeatureLog/`)).status).toBe(422);
});
