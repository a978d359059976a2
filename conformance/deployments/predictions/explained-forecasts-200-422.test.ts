import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { autopilotDone, jobDone } from '../../projects/housing.ts';
import { shopsCsv, shopsProject } from '../../projects/shops.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { futureOfShops } from '../served.ts';

const CSV = { 'content-type': 'text/csv' };
/** The shops' data end on day 119; the forecast window has seven days. */
const LAST_KNOWN = '2022-04-30';
const COMPONENTS = /^(Level|Trend|Season \(.+\)|Recent values)$/;

interface Explained {
  readonly seriesId: string;
  readonly prediction: number;
  readonly predictionExplanations: readonly {
    readonly feature: string;
    readonly featureValue: string | number;
    readonly strength: number;
  }[];
}

const sumOf = ({ predictionExplanations: all }: Explained): number => all.reduce((sum, one) => sum + one.strength, 0);
/** Mean of the last sales of a shop in the data of the project. */
function meanSales(shop: string, cells: number): number {
  const sales = shopsCsv()
    .split('\n')
    .flatMap((line) => (line.split(',')[1] === shop ? [Number(line.split(',')[2])] : []));
  return sales.slice(-cells).reduce((sum, value) => sum + value, 0) / cells;
}
const lastOf = (path = ''): string => path.split('/').at(-2) ?? '';

describe('forecasts of a quick time series project, explained', () => {
  let options: CallOptions;
  let project: string;
  let deploymentId: string;
  let recommended: string;

  beforeAll(async () => {
    options = { key: (await aPerson()).token };
    project = await shopsProject(options);
    const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
    await follow(await call('POST', `${project}multiseriesProperties/`, { ...options, json: columns }), options);
    const json = {
      ...columns,
      target: 'sales',
      mode: 'quick',
      useTimeSeries: true,
      cvMethod: 'datetime',
      featureDerivationWindowStart: -14,
      featureDerivationWindowEnd: 0,
      forecastWindowStart: 1,
      forecastWindowEnd: 7,
      numberOfBacktests: 1,
    };
    await follow(await call('PATCH', `${project}aim/`, { ...options, json }), options);
    await autopilotDone(project, options);
    const best = await call('GET', `${project}recommendedModels/recommendedModel/`, options);
    recommended = best.body.modelId;
    const made = await call('POST', '/api/v2/deployments/fromLeaderboard/', {
      ...options,
      json: { modelId: recommended, label: 'Explained' },
    });
    deploymentId = lastOf((await follow(made, options)).path);
  }, 600_000);

  const uploaded = async (content: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([content]), 'ahead.csv');
    const sent = await call('POST', `${project}predictionDatasets/fileUploads/`, { ...options, body: form });
    return lastOf((await follow(sent, options)).path);
  };
  const ask = (what: string, json: object) => call('POST', `${project}${what}/`, { ...options, json });
  const forecast = (body: string, query = '') =>
    call('POST', `/predApi/v1.0/deployments/${deploymentId}/predictions${query}`, { ...options, headers: CSV, body });
  const ended = async (id: string) => {
    for (;;) {
      const { body } = await call('GET', `/api/v2/batchPredictions/${id}/`, options);
      if (body.status !== 'INITIALIZING' && body.status !== 'RUNNING') return body;
      await pause(100);
    }
  };
  const batch = async (rows: string, more: object = {}) => {
    const json = { deploymentId, timeseriesSettings: { type: 'forecast' }, ...more };
    const { id } = (await call('POST', '/api/v2/batchPredictions/', { ...options, json })).body;
    const results = call('GET', `/api/v2/batchPredictions/${id}/download/`, options);
    await call('PUT', `/api/v2/batchPredictions/${id}/csvUpload/`, { ...options, headers: CSV, body: rows });
    return { text: (await results).text, job: await ended(id) };
  };

  test('202, then 200: every model of the leaderboard, in units of the target', async () => {
    const datasetId = await uploaded(futureOfShops(7));
    const { data: models } = (await call('GET', `${project}datetimeModels/`, options)).body;
    const ofComponents = new Set<string>();
    const ofMeans = new Set<string>();
    for (const { id: modelId, modelType } of models as { id: string; modelType: string }[]) {
      const started = await ask('predictionExplanations', { modelId, datasetId, maxExplanations: 50 });
      const { path = '', message } = await jobDone(started.headers.get('location'), options);
      const { data } = (await call('GET', path, options)).body;
      expect(data, `${modelType} ${message ?? ''}`).toHaveLength(21);
      for (const row of data as Explained[]) {
        expect(row.predictionExplanations.length, modelType).toBeGreaterThan(0);
        for (const { feature, featureValue } of row.predictionExplanations) {
          const cells = Number(/^sales \((\d+) cell mean\)$/.exec(feature)?.[1] ?? 0);
          if (cells === 0) continue;
          expect(featureValue, `${modelType} ${feature}`).toBeCloseTo(meanSales(row.seriesId, cells), 6);
          ofMeans.add(modelId);
        }
        if (!row.predictionExplanations.every(({ feature }) => COMPONENTS.test(feature))) continue;
        ofComponents.add(modelId);
        expect(sumOf(row), modelType).toBeCloseTo(row.prediction, 6);
      }
    }
    expect(ofComponents.size).toBeGreaterThan(3);
    expect(ofMeans.size).toBeGreaterThan(0);
    const shown = await ask(`models/${recommended}/predictionExplanationsInitialization`, {});
    const { path = '' } = await jobDone(shown.headers.get('location'), options);
    const sample = (await call('GET', path, options)).body.predictionExplanationsSample;
    for (const row of sample as Explained[]) expect(row.predictionExplanations.length).toBeGreaterThan(0);
  }, 300_000);

  test('200: the recommended model behind a deployment, base and strengths add up', async () => {
    const { status, body } = await forecast(futureOfShops(7), '?explanationAlgorithm=shap&maxExplanations=all');
    expect([status, body.data?.length]).toEqual([200, 21]);
    for (const row of body.data) {
      const { baseValue, remainingTotal } = row.shapExplanationsMetadata;
      expect(row.predictionExplanations.length).toBeGreaterThan(0);
      expect(baseValue + remainingTotal + sumOf(row)).toBeCloseTo(row.prediction, 6);
    }
    const { text, job } = await batch(futureOfShops(7), { maxExplanations: 3 });
    expect(job.status).toBe('COMPLETED');
    const [head = '', first = ''] = text.split('\n');
    const name = first.split(',')[head.split(',').indexOf('EXPLANATION_1_FEATURE_NAME')];
    expect(name).toMatch(/\w/);
  }, 120_000);

  const rowsAt = (date: string) => `date,store,sales,promotion\n${date},shop 0,,0\n`;

  test('200: a row without history is forecast at its true distance', async () => {
    const { status, body } = await forecast(rowsAt('2022-05-05'));
    expect(status).toBe(200);
    const row = body.data.find(({ rowId }: { rowId: number }) => rowId === 0);
    expect(row).toMatchObject({ forecastDistance: 5, forecastPoint: `${LAST_KNOWN}T00:00:00Z` });
  });

  test('422: a date eight years after the history, with the last date known', async () => {
    const said = expect.stringMatching(`2030-05-05T.*the last date known is ${LAST_KNOWN}T`);
    const { status, body } = await forecast(rowsAt('2030-05-05'));
    expect([status, body.message]).toEqual([422, said]);
    const { job } = await batch(rowsAt('2030-05-05'));
    expect([job.status, job.statusDetails]).toEqual(['FAILED', said]);
    const datasetId = await uploaded(rowsAt('2030-05-05'));
    for (const what of ['predictions', 'predictionExplanations']) {
      const started = await ask(what, { modelId: recommended, datasetId });
      expect(await jobDone(started.headers.get('location'), options)).toEqual({ message: said });
    }
  }, 120_000);

  test('422: dates at or before the last one known are not answered with others', async () => {
    for (const date of ['0001-01-01', '2022-02-01', LAST_KNOWN]) {
      const said = expect.stringMatching(`${date}T.*the last date known is ${LAST_KNOWN}T.*up to 2022-05-07T`);
      const { status, body } = await forecast(rowsAt(date));
      expect([status, body.message]).toEqual([422, said]);
      const { job } = await batch(rowsAt(date));
      expect([job.status, job.statusDetails]).toEqual(['FAILED', said]);
      const started = await ask('predictions', { modelId: recommended, datasetId: await uploaded(rowsAt(date)) });
      expect(await jobDone(started.headers.get('location'), options)).toEqual({ message: said });
    }
    const both = await forecast(`${rowsAt('2022-02-01')}2022-05-02,shop 0,,0\n`);
    expect(both.status).toBe(200);
  }, 120_000);

  test('200: history in the request moves the last date known', async () => {
    const recent = shopsCsv(1).replaceAll(/^2022-/gm, '2030-') + rowsAt('2030-05-05').split('\n')[1];
    const { status, body } = await forecast(`${recent}\n`);
    expect(status).toBe(200);
    expect(body.data.find(({ rowId }: { rowId: number }) => rowId === 120)).toMatchObject({
      forecastDistance: 5,
      forecastPoint: '2030-04-30T00:00:00Z',
    });
  });
});
