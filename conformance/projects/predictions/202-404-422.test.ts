import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { housingCsv, jobDone, modelledHousing } from '../housing.ts';

const NOTHING = '65f000000000000000000001';
let options: CallOptions;
let path: string;
let modelId: string;
let datasetId: string;

const upload = (content: string, fields: Readonly<Record<string, string>> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'ahead.csv');
  return call('POST', `${path}predictionDatasets/fileUploads/`, { ...options, body: form });
};
const ask = (json: object) => call('POST', `${path}predictions/`, { ...options, json });

beforeAll(async () => {
  options = { key: (await aPerson()).token };
  path = await modelledHousing(options, { target: 'sold', positiveClass: 'yes' });
  ({ modelId } = (await call('GET', `${path}recommendedModels/recommendedModel/`, options)).body);
  datasetId = ((await follow(await upload(housingCsv(12)), options)).path ?? '').split('/').at(-2) ?? '';
}, 600_000);

test('202, then 200: as JSON and as CSV, a row for every row', async () => {
  const started = await ask({ modelId, datasetId });
  expect([started.status, started.headers.get('location')]).toEqual([
    202,
    expect.stringMatching(/predictJobs\/\d+\/$/),
  ]);
  const { path: made = '' } = await jobDone(started.headers.get('location'), options);
  const { body } = await call('GET', made, options);
  expect(body).toMatchObject({ task: 'Binary', positiveClass: 'yes' });
  expect(body.predictions.map(({ rowId }: { rowId: number }) => rowId)).toEqual(
    Array.from({ length: 12 }, (_, i) => i),
  );
  for (const row of body.predictions) {
    expect(row.predictionValues.map(({ label }: { label: string }) => label).sort()).toEqual(['no', 'yes']);
    expect(row.positiveProbability).toBeGreaterThanOrEqual(0);
  }
  const csv = await call('GET', made, { ...options, headers: { accept: 'text/csv' } });
  expect([csv.headers.get('content-type'), csv.text.trim().split('\n').length]).toEqual([
    expect.stringContaining('text/csv'),
    13,
  ]);
  const listed = await call('GET', `${path}predictions/?modelId=${modelId}`, options);
  expect(listed.body.data).toHaveLength(1);
  expect((await call('GET', `${path}predictJobs/`, options)).body).toEqual([]);
});

test('the threshold decides which class is said', async () => {
  const classes = async (predictionThreshold: number) => {
    const started = await ask({ modelId, datasetId, predictionThreshold });
    const { path: made = '' } = await jobDone(started.headers.get('location'), options);
    const { body } = await call('GET', made, options);
    return new Set(body.predictions.map(({ prediction }: { prediction: string }) => prediction));
  };
  expect(await classes(0)).toEqual(new Set(['yes']));
  expect(await classes(1)).toEqual(new Set(['no']));
});

test('404 and 422: no model, no dataset, intervals without series, a threshold beyond one, an unknown field', async () => {
  expect([404, 422]).toContain((await ask({ modelId: NOTHING, datasetId })).status);
  expect([404, 422]).toContain((await ask({ modelId, datasetId: NOTHING })).status);
  for (const [json, field] of [
    [{ datasetId }, 'modelId'],
    [{ modelId, datasetId, predictionThreshold: 2 }, 'predictionThreshold'],
    [{ modelId, datasetId, predictionIntervalsSize: 101 }, 'predictionIntervalsSize'],
    [{ modelId, datasetId, colour: 'red' }, 'colour'],
  ] as const) {
    const refused = await ask(json);
    expect([refused.status, Object.keys(refused.body.errors ?? {})], refused.text).toEqual([422, [field]]);
  }
  expect((await ask({ modelId, datasetId, includePredictionIntervals: true })).status).toBe(422);
});

test('ERROR with a sentence: a file without the columns the model needs', async () => {
  const { path: made = '', failure } = await follow(await upload('colour\nred\nblue\n'), options);
  const started = await ask({ modelId, datasetId: made.split('/').at(-2) });
  const said =
    failure ??
    (started.status === 202 ? (await jobDone(started.headers.get('location'), options)).message : started.text);
  expect(said).toMatch(/size|age|town/);
});

test('204: a prediction dataset is deleted', async () => {
  const at = `${path}predictionDatasets/${datasetId}/`;
  expect((await call('GET', at, options)).body).toMatchObject({ numRows: 12, numColumns: 5 });
  expect((await call('DELETE', at, options)).status).toBe(204);
  expect((await call('GET', at, options)).status).toBe(404);
});
