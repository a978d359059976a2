import { describe, expect, it } from 'vitest';
import { getRecorder } from '#deployments';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { packageStore } from '../../deployments/deployments.fixtures.ts';
import { aDeployment } from '../monitoring.fixtures.ts';
import { ingestSegments } from './ingest-segments.ts';

const { platform, ask, person } = await servedApp({ now: movableClock('2026-01-01T12:10:00.000Z') });
const ada = await person({ username: 'ada', organization: 'one' });
const eve = await person({ username: 'eve', organization: 'two' });

/** A deployment whose model answers elsewhere. */
async function external(kind: 'regression' | 'binary' | 'multiclass') {
  const made = await aDeployment(platform, ada, kind);
  await packageStore(platform.db.queries).change(made.row.id, { execution_type: 'external', bundle: null });
  return made;
}
const post = (id: string, path: string, data: unknown, key = ada.key) =>
  ask(`POST /api/v2/deployments/${id}/${path}/`, { key, body: { data } });
const get = async (id: string, path: string) =>
  (await ask(`GET /api/v2/deployments/${id}/${path}`, { key: ada.key })).body;
const ingestReports = async () => {
  await getRecorder(platform).settle();
  await ingestSegments(platform, ada.organizationId);
};
const timestamp = '2026-01-01 11:04:05.678+0000';

describe('reports of agents', () => {
  it('count requests and rows, each once, in the hour they say', async () => {
    const { id, row } = await external('regression');
    const sent = await post(id, 'predictionRequests/fromJSON', [
      { timestamp, numPredictions: 3, executionTime: 12.5, modelId: row.model_id },
      { timestamp: '2026-01-01T11:30:00Z', numPredictions: 0, executionTime: 1, userError: true, agentVersion: '9.1' },
    ]);
    expect([sent.status, sent.body]).toEqual([202, { message: 'ok' }]);
    const features = [
      { name: 'size', values: [1, 2, null] },
      { name: 'colour', values: ['red', 'red', 'blue'] },
    ];
    const rows = {
      timestamp,
      modelId: row.model_id,
      features,
      predictions: [10, 20, 30],
      associationIds: ['a', 'b', 'c'],
    };
    expect((await post(id, 'predictionInputs/fromJSON', [rows])).status).toBe(202);
    await ingestReports();
    const { metrics } = await get(id, 'serviceStats/');
    expect(metrics).toMatchObject({ totalPredictions: 3, totalRequests: 2, userErrorRate: 0.5 });
    const over = await get(id, 'predictionsOverTime/?start=2026-01-01T11:00:00Z&end=2026-01-01T12:00:00Z');
    expect(over.buckets[0]).toMatchObject({ rowCount: 3, meanPredictedValue: 20 });
    const drift = await get(id, 'featureDrift/');
    expect(drift.data).toEqual([
      { name: 'colour', driftScore: null, featureImpact: null, sampleSize: 3, baselineSampleSize: null },
      { name: 'size', driftScore: null, featureImpact: null, sampleSize: 3, baselineSampleSize: null },
    ]);
    expect(
      (await post(id, 'predictionInputs/fromJSON', [{ timestamp, features: [{ name: 'new', values: [1] }] }])).status,
    ).toBe(202);
    await ingestReports();
    expect((await get(id, 'featureDrift/')).data.map(({ name }: { name: string }) => name)).toContain('new');
  });

  it('know classes by their names, in any order', async () => {
    const two = await external('binary');
    await post(two.id, 'predictionInputs/fromJSON', [
      {
        timestamp,
        classNames: ['yes', 'no'],
        predictions: [
          [0.9, 0.1],
          [0.2, 0.8],
        ],
      },
      { timestamp, predictions: [[0.4, 0.6], 0.5] },
    ]);
    const three = await external('multiclass');
    await post(three.id, 'predictionInputs/fromJSON', [
      { timestamp, classNames: ['villa', 'flat', 'house'], predictions: [[0.2, 0.7, 0.1]] },
    ]);
    await ingestReports();
    const hour = 'predictionsOverTime/?start=2026-01-01T11:00:00Z&end=2026-01-01T12:00:00Z';
    const [chance] = (await get(two.id, hour)).buckets[0].meanProbabilities;
    expect(chance.value).toBeCloseTo((0.9 + 0.2 + 0.6 + 0.5) / 4, 12);
    expect((await get(three.id, hour)).buckets[0].meanProbabilities).toEqual([
      { className: 'flat', value: 0.7 },
      { className: 'house', value: 0.1 },
      { className: 'villa', value: 0.2 },
    ]);
  });

  it('add rows that were summed up elsewhere, also to columns with a reference', async () => {
    const { id } = await aDeployment(platform, ada, 'regression');
    const stats = {
      numericAggregateMap: {
        size: {
          count: 40,
          missingCount: 10,
          histogram: [
            { value: 100, count: 30 },
            { value: 9000, count: 10 },
          ],
        },
      },
      categoricalAggregateMap: { colour: { categoryCounts: { red: 25, pink: 25 } } },
    };
    expect((await post(id, 'predictionStats/fromJSON', [{ timestamp, ...stats }])).status).toBe(202);
    const { data } = await get(id, 'featureDrift/');
    const of = (name: string) => data.find((row: { name: string }) => row.name === name);
    expect(of('size')).toMatchObject({ sampleSize: 50, baselineSampleSize: 300 });
    expect(of('size').driftScore).toBeGreaterThan(0.25);
    expect(of('colour').driftScore).toBeGreaterThan(0.25);
  });

  it.each([
    ['predictionRequests', [], 422],
    ['predictionRequests', [{ timestamp, numPredictions: -1, executionTime: 1 }], 422],
    ['predictionRequests', [{ timestamp: 'soon', numPredictions: 1, executionTime: 1 }], 422],
    [
      'predictionRequests',
      [{ timestamp, numPredictions: 1, executionTime: 1, modelId: '0123456789abcdef01234567' }],
      422,
    ],
    ['predictionInputs', [{ timestamp }], 422],
    ['predictionInputs', [{ timestamp, predictions: ['NaN'] }], 422],
    ['predictionInputs', [{ timestamp, predictions: [null] }], 422],
    ['predictionInputs', [{ timestamp, predictions: [1, 2], features: [{ name: 'a', values: [1] }] }], 422],
    ['predictionStats', [{ timestamp, numericAggregateMap: { a: { count: -1 } } }], 422],
  ])('refuse %s of %j with %i', async (kind, data, status) => {
    const { id } = await external('regression');
    expect((await post(id, `${kind}/fromJSON`, data)).status).toBe(status);
  });

  it('hold at most ten thousand rows, together', async () => {
    const { id } = await external('regression');
    const rows = (count: number) => ({ timestamp, predictions: new Array(count).fill(1) });
    expect((await post(id, 'predictionInputs/fromJSON', [rows(10_001)])).status).toBe(422);
    const refused = await post(id, 'predictionInputs/fromJSON', [rows(6000), rows(6000)]);
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain('12000 rows');
    expect((await post(id, 'predictionInputs/fromJSON', [rows(10_000)])).status).toBe(202);
  });

  it('are of a deployment one may use, and from a dataset of an external one only', async () => {
    const ours = await aDeployment(platform, ada, 'regression');
    const entry = [{ timestamp, numPredictions: 1, executionTime: 1 }];
    expect((await post(ours.id, 'predictionRequests/fromJSON', entry, eve.key)).status).toBe(404);
    const from = (id: string) => `POST /api/v2/deployments/${id}/predictionInputs/fromDataset/`;
    const body = { datasetId: '0123456789abcdef01234567' };
    expect((await ask(from(ours.id), { key: ada.key, body })).status).toBe(405);
    const elsewhere = await external('regression');
    expect((await ask(from(elsewhere.id), { key: ada.key, body })).status).toBe(404);
    expect((await ask(from(elsewhere.id), { key: ada.key, body: {} })).status).toBe(422);
  });
});
