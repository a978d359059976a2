import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Served, servedHousing } from '../deployments/served.ts';
import { type CallOptions, call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { aPerson } from '../support/people.ts';

const LONGEST_MS = 60_000;
let mine: CallOptions;
let served: Served;
beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  served = await servedHousing(mine, { target: 'price' });
}, 240_000);
const at = (more: string) => `/api/v2/deployments/${served.deploymentId}/${more}`;
const get = (more: string, who = mine) => call('GET', at(more), who);
const submit = (json: object, who = mine) => call('POST', at('actuals/fromJSON/'), { ...who, json });

async function until(more: string, isThere: (body: Awaited<ReturnType<typeof get>>['body']) => boolean) {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await pause(200)) {
    const { body } = await get(more);
    if (isThere(body)) return body;
  }
  throw new Error(`Never seen: ${more}`);
}

const ROUTES = ['accuracy/', 'accuracyOverTime/', 'accuracyOverBatch/', 'predictionResults/'];
const VERSUS = ['predictionsVsActualsOverTime/', 'predictionsVsActualsOverBatch/'];

describe('accuracy', () => {
  test('200 before anything happened, 401 without a key, 404 for others, 422 for what is not known', async () => {
    const others = { key: (await aPerson()).token };
    for (const path of [...ROUTES, ...VERSUS]) {
      const { status, text } = await get(path);
      expect([path, status], text).toEqual([path, 200]);
      expect([path, (await get(path, { key: null })).status]).toEqual([path, 401]);
      expect([path, (await get(path, others)).status]).toEqual([path, 404]);
      expect([path, (await get(`${path}?colour=red`)).status]).toEqual([path, 422]);
    }
    expect((await get('accuracyOverTime/?bucketSize=PT90M')).status).toBe(400);
    expect((await get('accuracy/?start=2026-01-01T10:30:00Z')).status).toBe(400);
    expect((await get('accuracy/?metric=AUC')).status).toBe(422);
  });

  test('422 without an association id; then 202, 303, and figures of what happened', async () => {
    const data = [{ associationId: '1', actualValue: 1 }];
    expect((await submit({ data })).status).toBe(422);
    const json = { associationId: { columnNames: ['id'] } };
    expect((await call('PATCH', at('settings/'), { ...mine, json })).status).toBeLessThan(300);
    const rows = Array.from({ length: 20 }, (_, n) => `${n},${n * 5},3,Rome,no`);
    const answer = await call('POST', `/predApi/v1.0/deployments/${served.deploymentId}/predictions`, {
      ...mine,
      body: `id,size,age,town,sold\n${rows.join('\n')}\n`,
      headers: { 'content-type': 'text/csv' },
    });
    expect(answer.status, answer.text).toBe(200);
    const predictions = (answer.body.data as { prediction: number }[]).map(({ prediction }) => prediction);
    // As agents write it: ids of digits, times with a space, everything that happened two more than was said.
    const told = predictions.slice(0, 18).map((prediction, n) => ({
      ...{ associationId: String(n), actualValue: prediction + 2, wasActedOn: n === 0 },
      timestamp: '2024-01-02 03:04:05.678+0000',
    }));
    const begun = await submit({ data: told, keepActualsWithoutPredictions: true });
    expect([begun.status, begun.headers.get('location')]).toEqual([202, expect.stringMatching(/\/status\/[-\w]+\/$/)]);
    expect((await follow(begun, mine)).path).toBe(at(''));
    const seen = await until('accuracy/', ({ rowCountWithActual }) => rowCountWithActual === 18);
    expect(seen.rowCountTotal).toBe(20);
    expect(seen.metrics.MAE.value).toBeCloseTo(2, 6);
    expect(seen.metrics.RMSE.baselineValue).toBeGreaterThan(0);
    const versus = (await get('predictionsVsActualsOverTime/?bucketSize=P7D')).body;
    expect(versus.summary).toEqual({ rowCountTotal: 20, rowCountWithActual: 18 });
    const [bucket] = versus.buckets;
    expect(bucket.meanActualValue - bucket.meanPredictedValue).toBeCloseTo(2, 6);
    const waiting = (await get('predictionResults/?actualsPresent=false')).body;
    expect(waiting.data.map(({ associationId }: { associationId: string }) => associationId)).toEqual(['18', '19']);
    // A correction is the last word.
    await follow(await submit({ data: [{ associationId: '0', actualValue: predictions[0] }] }), mine);
    const corrected = (await get('accuracy/?metric=MAE')).body;
    expect(corrected.data[0].value).toBeCloseTo((17 * 2) / 18, 6);
  });

  test('400, 413 and 422 for what cannot be taken', async () => {
    const line = at('actuals/fromJSON/');
    const headers = { 'content-type': 'application/json' };
    const nan = { ...mine, headers, body: '{"data": [{"associationId": "1", "actualValue": NaN}]}' };
    expect((await call('POST', line, nan)).status).toBe(400);
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ associationId: `${n}`, actualValue: n }));
    expect((await submit({ data: many(10_001) })).status).toBe(422);
    const million = await submit({ data: many(1_000_000) });
    expect([million.status, million.body.message]).toEqual([413, expect.stringContaining('fromDataset')]);
    const twice = await submit({ data: [...many(1), ...many(1)] });
    expect([twice.status, twice.body.message]).toEqual([422, expect.stringContaining('unique')]);
    expect((await submit({ data: [{ associationId: '1', actualValue: 'much' }] })).status).toBe(422);
    const dataset = { datasetId: '65f000000000000000000001', actualValueColumn: 'a', associationIdColumn: 'b' };
    expect((await call('POST', at('actuals/fromDataset/'), { ...mine, json: dataset })).status).toBe(404);
  });
});
