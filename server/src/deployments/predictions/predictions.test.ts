import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Asked, servedApp } from '../../../test/served-app.ts';
import { csvOf } from '../deployments.fixtures.ts';
import { type ADeployment, aDeployment } from './predictions.fixtures.ts';

const app = await servedApp();
const { platform, ask } = app;
const ada = await app.person();
const regression = await aDeployment(platform, ada, 'regression');
const binary = await aDeployment(platform, ada, 'binary');
const multiclass = await aDeployment(platform, ada, 'multiclass');

const CSV = { 'content-type': 'text/csv' };
const HOUSING = [
  { size: 100, colour: 'red', rooms: 3 },
  { size: 40, colour: 'blue', rooms: 1 },
];
const asCsv = 'size,colour,rooms,note\n100,red,3,"a, b"\n40,blue,1,\n';

const predict = (
  { line }: Pick<ADeployment, 'line'>,
  body: unknown = HOUSING,
  { query = '', headers = {}, key = ada.key }: { query?: string; headers?: Record<string, string>; key?: string } = {},
): Promise<Asked> => ask(`${line}${query}`, { key, body, headers: { 'content-type': 'application/json', ...headers } });

test('regression rows are answered in their order, as JSON and as CSV, the same', async () => {
  const json = await predict(regression);
  expect(json.status).toBe(200);
  expect(json.body.data).toEqual([
    {
      rowId: 0,
      prediction: json.body.data[0].prediction,
      predictionValues: [{ label: 'price', value: json.body.data[0].prediction }],
      deploymentApprovalStatus: 'APPROVED',
    },
    expect.objectContaining({ rowId: 1, prediction: json.body.data[1].prediction }),
  ]);
  // A red house of 100 costs about 120,000, a blue one of 40 about 40,000; twenty trees come near.
  expect(json.body.data[0].prediction).toBeGreaterThan(100_000);
  expect(json.body.data[1].prediction).toBeLessThan(60_000);
  const csv = await predict(regression, asCsv, { headers: { ...CSV, accept: 'text/csv' } });
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [first, second] = json.body.data;
  expect(csv.text).toBe(
    `price_PREDICTION,DEPLOYMENT_APPROVAL_STATUS\n${first.prediction},APPROVED\n${second.prediction},APPROVED\n`,
  );
});

test('headers say how long it took, which model answered and whether it was in memory', async () => {
  const { headers } = await predict(regression);
  expect(Number(headers['x-datarobot-execution-time'])).toBeGreaterThan(0);
  expect(Number(headers['x-almanac-overhead-time'])).toBeGreaterThanOrEqual(0);
  expect(headers).toMatchObject({
    'x-datarobot-model-cache-hit': 'true',
    'x-datarobot-model-id': regression.row.model_id,
    'x-datarobot-request-id': expect.stringMatching(/^[0-9a-f]{24}$/),
    'content-type': 'application/json',
  });
  const fresh = await aDeployment(platform, ada, 'regression');
  expect((await predict(fresh)).headers['x-datarobot-model-cache-hit']).toBe('false');
});

test('of two classes the positive one comes first, and the threshold decides', async () => {
  const { body } = await predict(binary);
  expect(body.data[0]).toMatchObject({ rowId: 0, predictionThreshold: 0.5, prediction: 'no' });
  expect(body.data[0].predictionValues.map(({ label }: { label: string }) => label)).toEqual(['yes', 'no']);
  const [yes, no] = body.data[0].predictionValues;
  expect(yes.value + no.value).toBeCloseTo(1);
  const { text } = await predict(binary, HOUSING, { headers: { accept: 'text/csv' } });
  expect(text.split('\n')[0]).toBe(
    'sold_yes_PREDICTION,sold_no_PREDICTION,sold_PREDICTION,THRESHOLD,POSITIVE_CLASS,DEPLOYMENT_APPROVAL_STATUS',
  );
});

test('several classes are all told', async () => {
  const { body } = await predict(multiclass);
  expect(body.data.map(({ prediction }: { prediction: string }) => prediction)).toEqual(['house', 'flat']);
  expect(body.data[0].predictionValues).toHaveLength(3);
  const { text } = await predict(multiclass, HOUSING, { headers: { accept: 'text/csv' } });
  expect(text.split('\n')[0]).toMatch(
    /^kind_flat_PREDICTION,kind_house_PREDICTION,kind_villa_PREDICTION,kind_PREDICTION,/,
  );
});

test('a blend answers with the mean of its members', async () => {
  const blend = await aDeployment(platform, ada, 'regression', { members: 2 });
  const { body } = await predict(blend, csvOf(blend.table, [0, 1]), { headers: CSV });
  expect(body.data.map(({ prediction }: { prediction: number }) => prediction)).toHaveLength(2);
});

test('the copy under /api/v2 answers the same, with and without its slash', async () => {
  const { body } = await predict(regression);
  for (const path of [
    `/api/v2/deployments/${regression.id}/predictions`,
    `/api/v2/deployments/${regression.id}/predictions/`,
  ]) {
    expect((await predict({ line: `POST ${path}` })).body).toEqual(body);
  }
});

test('multipart, gzip, charsets and text/plain are rows like any other', async () => {
  const { body } = await predict(regression);
  const edge = 'x-edge';
  const part = (head: string, content: string) =>
    `--${edge}\r\nContent-Disposition: form-data; name="note"\r\n\r\nno rows\r\n--${edge}\r\n${head}\r\n\r\n${content}\r\n--${edge}--\r\n`;
  const form = { 'content-type': `multipart/form-data; boundary=${edge}` };
  const csvPart = part('Content-Disposition: form-data; name="file"; filename="rows.csv"', asCsv);
  const jsonPart = part('Content-Disposition: form-data; name="file"; filename="rows.json"', JSON.stringify(HOUSING));
  const latin = Buffer.from('size,colour,rooms,note\n100,red,3,caf\u00e9\n40,blue,1,\n', 'latin1');
  const ways: [unknown, Record<string, string>][] = [
    [csvPart, form],
    [jsonPart, form],
    [gzipSync(asCsv), { ...CSV, 'content-encoding': 'gzip' }],
    [latin, { 'content-type': 'text/csv; charset=latin-1' }],
    [asCsv, { 'content-type': 'text/plain; charset=UTF-8' }],
    [JSON.stringify(HOUSING), { 'content-type': 'text/json' }],
  ];
  for (const [sent, headers] of ways) expect((await predict(regression, sent, { headers })).body).toEqual(body);
});

test('passthrough columns come back as they were sent', async () => {
  const one = await predict(regression, asCsv, {
    headers: CSV,
    query: '?passthroughColumns=note&passthroughColumns=size',
  });
  expect(one.body.data[0].passthroughValues).toEqual({ note: 'a, b', size: '100' });
  const all = await predict(regression, HOUSING, { query: '?passthroughColumnsSet=all' });
  expect(all.body.data[1].passthroughValues).toEqual({ size: 40, colour: 'blue', rooms: 1 });
  const csv = await predict(regression, asCsv, {
    headers: { ...CSV, accept: 'text/csv' },
    query: '?passthroughColumns=note',
  });
  expect(csv.text.split('\n')[0]).toBe('price_PREDICTION,DEPLOYMENT_APPROVAL_STATUS,note');
  expect(csv.text.split('\n')[1]).toMatch(/,APPROVED,"a, b"$/);
});

test('ten thousand columns are passed through', async () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `c${i}`);
  const wide = `size,colour,rooms,${names.join(',')}\n100,red,3,${names.map((_, i) => i).join(',')}\n`;
  const { status, body } = await predict(regression, wide, { headers: CSV, query: '?passthroughColumnsSet=all' });
  expect(status).toBe(200);
  expect(Object.keys(body.data[0].passthroughValues)).toHaveLength(10_003);
});

test('numbers are rounded where it is asked, and adjusted ones told', async () => {
  const { body } = await predict(binary, HOUSING, { query: '?decimalsNumber=2&excludeAdjustedPredictions=false' });
  const [{ predictionValues, adjustedPrediction, adjustedPredictionValues }] = body.data;
  for (const { value } of predictionValues) expect(value).toBe(Number(value.toFixed(2)));
  expect(adjustedPredictionValues).toEqual(predictionValues);
  expect(adjustedPrediction).toBe(body.data[0].prediction);
});

test('categories never seen, missing cells and extra columns are answered', async () => {
  const { status, body } = await predict(regression, [{ size: null, colour: 'ultraviolet', rooms: '', extra: [1] }]);
  expect(status).toBe(200);
  expect(body.data[0].prediction).toEqual(expect.any(Number));
});

test('unusual predictions are told where the deployment is set to', async () => {
  const predictionWarning = { enabled: true, customBoundaries: { lower: 60_000, upper: 200_000 } };
  const warned = await aDeployment(platform, ada, 'regression', { settings: { predictionWarning } });
  const { body } = await predict(warned, HOUSING, { query: '?predictionWarningEnabled=True' });
  expect(body.data.map(({ isOutlierPrediction }: { isOutlierPrediction: boolean }) => isOutlierPrediction)).toEqual([
    false,
    true,
  ]);
  expect((await predict(regression, HOUSING, { query: '?predictionWarningEnabled=true' })).status).toBe(422);
});

test('a quota holds predictions, and its headers are told', async () => {
  const limited = await aDeployment(platform, ada, 'regression');
  const rules = { defaultRules: [{ rule: 'requests', limit: 1, window: 'day' }] };
  const made = await ask('POST /api/v2/quotas/', {
    key: ada.key,
    body: { resourceId: limited.id, resourceType: 'deployment', policies: [], ...rules },
  });
  expect([200, 201]).toContain(made.status);
  expect((await predict(limited)).headers['ratelimit-remaining']).toBe('0');
  const second = await predict(limited);
  expect(second.status).toBe(429);
  expect(second.headers['retry-after']).toBeDefined();
});
