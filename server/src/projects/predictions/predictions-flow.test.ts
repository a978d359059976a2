import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, shopsCsv, upload } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let id: string;
let modelId: string;

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
  numberOfBacktests: 1,
};

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  id = await app.shops(key, shopsCsv(2, 100));
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await app.finished(await app.ask(`POST ${at()}multiseriesProperties/`, { key, body: columns }), key);
  await app.finished(await app.ask(`PATCH ${at()}aim/`, { key, body: aim }), key);
  await app.autopilotDone(id, key);
  modelId = (await app.ask(`GET ${at()}recommendedModels/recommendedModel/`, { key })).body.modelId;
}, 300_000);
afterAll(() => app.stopWorker());

const at = () => `/api/v2/projects/${id}/`;
const send = (content: string, fields: Record<string, string> = {}) =>
  app.ask(`POST ${at()}predictionDatasets/fileUploads/`, { key, ...upload(fields, { name: 'next.csv', content }) });
const predict = (datasetId: string, more: object = {}) =>
  app.ask(`POST ${at()}predictions/`, { key, body: { modelId, datasetId, ...more } });
/** History of ten days, as a client would send it: the last row of the training data is 2022-04-10. */
const recent = shopsCsv(2, 104)
  .split('\n')
  .filter((line) => line.startsWith('date') || line >= '2022-04-05')
  .join('\n');

test('202 → 200: a file is read, looked at, and forecast from with intervals', async () => {
  const dataset = await app.finished(await send(recent), key);
  expect(dataset.body).toMatchObject({
    projectId: id,
    name: 'next.csv',
    numRows: 20,
    numColumns: 4,
    dataEndDate: '2022-04-14T00:00:00.000Z',
    maxForecastDate: '2022-04-17T00:00:00.000Z',
    containsTargetValues: true,
    dataQualityWarnings: { hasKiaMissingValuesInForecastWindow: false },
  });
  // The size alone asks for intervals too.
  const asked = { predictionIntervalsSize: 90 };
  const made = await app.finished(await predict(dataset.body.id, asked), key);
  expect(made.body).toMatchObject({
    task: 'Regression',
    includesPredictionIntervals: true,
    predictionIntervalsSize: 90,
  });
  expect(made.body.predictions).toHaveLength(6);
  const [first] = made.body.predictions;
  expect(first).toMatchObject({
    rowId: 20,
    seriesId: 'shop 0',
    forecastPoint: '2022-04-14T00:00:00.000Z',
    timestamp: '2022-04-15T00:00:00.000Z',
    forecastDistance: 1,
  });
  expect(first.prediction).toBeGreaterThan(50);
  expect(first.predictionIntervalLowerBound).toBeLessThanOrEqual(first.prediction);
  expect(first.predictionIntervalUpperBound).toBeGreaterThanOrEqual(first.prediction);
}, 120_000);

test('a moment of the past, a range of moments, CSV, and the lists of what was made', async () => {
  const fields = { forecastPoint: '2022-04-10T00:00:00Z' };
  const dataset = (await app.finished(await send(recent, fields), key)).body;
  const past = (await app.finished(await predict(dataset.id), key)).body.predictions;
  expect(past.map(({ rowId }: { rowId: number }) => rowId)).toEqual([6, 7, 8, 16, 17, 18]);
  const range = { predictionsStartDate: '2022-04-10T00:00:00Z', predictionsEndDate: '2022-04-12T00:00:00Z' };
  const many = (await app.finished(await predict(dataset.id, range), key)).body.predictions;
  expect(many).toHaveLength(3 * 6);
  expect(many.slice(0, 6)).toEqual(past);
  const listed = (await app.ask(`GET ${at()}predictions/?datasetId=${dataset.id}`, { key })).body;
  expect(listed.totalCount).toBe(2);
  const one = listed.data[0];
  expect((await app.ask(`GET ${at()}predictionsMetadata/${one.id}/`, { key })).body).toEqual(one);
  const path = new URL(one.url).pathname;
  const csv = await app.ask(`GET ${path}`, { key, headers: { accept: 'text/csv' } });
  expect(csv.headers['content-type']).toBe('text/csv');
  expect(csv.text.split('\n')[0]).toBe(
    'rowId,prediction,timestamp,originalFormatTimestamp,forecastPoint,forecastDistance,seriesId',
  );
  expect(csv.text.trim().split('\n')).toHaveLength(19);
}, 120_000);

test('422: what contradicts itself or the project, named', async () => {
  const places = async (fields: Record<string, string>) => Object.keys((await send(recent, fields)).body.errors ?? {});
  expect(await places({ forecastPoint: 'soon' })).toEqual(['forecastPoint']);
  expect(await places({ predictionsStartDate: '2022-01-01' })).toEqual(['predictionsEndDate']);
  const both = { forecastPoint: '2022-01-01', predictionsStartDate: '2022-01-01', predictionsEndDate: '2022-01-02' };
  expect(await places(both)).toEqual(['forecastPoint']);
  expect((await predict('nothing')).status).toBe(404);
  const dataset = (await app.finished(await send(recent), key)).body;
  const wrong = await app.ask(`POST ${at()}predictions/`, { key, body: { modelId: 'none', datasetId: dataset.id } });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['modelId']]);
  expect((await predict(dataset.id, { maxExplanations: 3 })).status).toBe(422);
  const early = await predict(dataset.id, { forecastPoint: '2001-01-01T00:00:00Z' });
  expect((await app.finished(early, key)).body.message).toMatch(/at or before the forecast point 2001/);
}, 120_000);

test('rows are forecast at their true distance; what no forecast reaches is refused with the last date known', async () => {
  const rowsOf = (...days: string[]) =>
    `date,store,sales,promotion\n${days.map((day) => `${day},shop 0,,0\n`).join('')}`;
  const near = (await app.finished(await send(rowsOf('2022-04-12')), key)).body;
  expect(near).toMatchObject({ containsTargetValues: false, maxForecastDate: '2022-04-13T00:00:00.000Z' });
  const { predictions } = (await app.finished(await predict(near.id), key)).body;
  expect(predictions.find(({ rowId }: { rowId: number }) => rowId === 0)).toMatchObject({
    timestamp: '2022-04-12T00:00:00.000Z',
    forecastDistance: 2,
  });
  const far = (await app.finished(await send(rowsOf('2030-04-12')), key)).body;
  const refused = (await app.finished(await predict(far.id), key)).body;
  expect(refused.message).toMatch(/2030-04-12T.* out of reach: the last date known is 2022-04-10T/);
  const why = await app.ask(`POST ${at()}predictionExplanations/`, { key, body: { modelId, datasetId: far.id } });
  expect((await app.finished(why, key)).body.message).toMatch(/out of reach: the last date known is 2022-04-10T/);
  const late = { forecastPoint: '2030-04-11T00:00:00Z' };
  expect((await app.finished(await predict(far.id, late), key)).body.message).toMatch(
    /forecast point 2030-04-11T.* out of reach: the last date known is 2022-04-10T/,
  );
  const moved = (await app.finished(await send(recent.replaceAll('2022-', '2030-')), key)).body;
  const [first] = (await app.finished(await predict(moved.id), key)).body.predictions;
  expect(first).toMatchObject({ forecastPoint: '2030-04-14T00:00:00.000Z', forecastDistance: 1 });
  for (const one of [near, far, moved]) await app.ask(`DELETE ${at()}predictionDatasets/${one.id}/`, { key });
}, 120_000);

test('data that cannot be used end in a sentence, and leave no dataset', async () => {
  const saying = async (content: string) => (await app.finished(await send(content), key)).body.message;
  expect(await saying('date,sales\n2022-04-11,5\n')).toMatch(/no column store/);
  expect(await saying('date,store,sales\n2022-04-11,shop 0,cheap\n')).toMatch(/"sales" must hold a number/);
  const { totalCount } = (await app.ask(`GET ${at()}predictionDatasets/?limit=0`, { key })).body;
  expect(totalCount).toBe(3);
  const [{ id: last }] = (await app.ask(`GET ${at()}predictionDatasets/`, { key })).body.data;
  expect((await app.ask(`DELETE ${at()}predictionDatasets/${last}/`, { key })).status).toBe(204);
  expect((await app.ask(`GET ${at()}predictionDatasets/${last}/`, { key })).status).toBe(404);
}, 120_000);

test('a model whose file is damaged or gone answers with its name and what to do, once', async () => {
  const dataset = (await app.finished(await send(recent), key)).body;
  const { blobs } = app.platform;
  const file = `projects/${id}/models/${modelId}/model`;
  const bytes = await buffer(await blobs.read(file));
  const said = async () => (await app.finished(await predict(dataset.id), key)).body.message;
  await blobs.write(file, Readable.from([bytes.subarray(0, bytes.length - 10)], { objectMode: false }));
  expect(await said()).toMatch(
    `The file of model ${modelId} is damaged, so the model cannot be used. Restore the file`,
  );
  await blobs.delete(file);
  expect(await said()).toMatch(`The file of model ${modelId} is missing`);
  await blobs.write(file, Readable.from([bytes], { objectMode: false }));
  expect((await app.finished(await predict(dataset.id), key)).body.predictions).toHaveLength(6);
}, 120_000);
