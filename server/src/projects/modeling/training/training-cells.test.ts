import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, shopsCsv, upload } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let path: string;
let usual: string;

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  path = `/api/v2/projects/${await app.shops(key)}/`;
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await app.finished(await app.ask(`POST ${path}multiseriesProperties/`, { key, body: columns }), key);
  const aim = {
    ...{ target: 'sales', mode: 'manual', useTimeSeries: true, cvMethod: 'datetime', numberOfBacktests: 2 },
    ...{ featureDerivationWindowStart: -14, forecastWindowStart: 1, forecastWindowEnd: 7, ...columns },
  };
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: aim }), key);
  const model = await train('datetimeModels', { blueprintId: await recipe() });
  usual = model.body.id;
}, 120_000);
afterAll(() => app.stopWorker());

const post = (what: string, body: object) => app.ask(`POST ${path}${what}/`, { key, body });
const train = async (what: string, body: object) => app.finished(await post(what, body), key);
const recipe = async () =>
  (await app.ask(`GET ${path}blueprints/`, { key })).body.find(
    (one: { modelType: string }) => one.modelType === 'Autoregression on selected lags',
  ).id;
const statuses = (model: { backtests: { status: string }[] }) => model.backtests.map(({ status }) => status);

test('a shorter time before every validation', async () => {
  const { body } = await train('datetimeModels', { blueprintId: await recipe(), trainingDuration: 'P56D' });
  expect(body).toMatchObject({
    dataSelectionMethod: 'duration',
    trainingDuration: 'P56D',
    trainingRowCount: 3 * 56,
    isFrozen: false,
    isTrainedIntoValidation: false,
    holdoutStatus: 'COMPLETED',
  });
  expect(statuses(body)).toEqual(['COMPLETED', 'NOT_COMPLETED']);
  expect(Date.parse(body.trainingEndDate) - Date.parse(body.trainingStartDate)).toBe(56 * 86_400_000);
  const evaluated = await app.finished(await app.ask(`POST ${path}datetimeModels/${body.id}/backtests/`, { key }), key);
  expect(statuses(evaluated.body)).toEqual(['COMPLETED', 'COMPLETED']);
  expect(evaluated.body.backtests[1].trainingRowCount).toBe(3 * 56);
}, 60_000);

test('the newest rows, frozen, without the parts that have fewer before them', async () => {
  const whole = (await app.ask(`GET ${path}datetimeModels/${usual}/`, { key })).body.trainingRowCount;
  const { body } = await train('frozenDatetimeModels', { modelId: usual, trainingRowCount: whole });
  expect(body).toMatchObject({
    ...{ isFrozen: true, parentModelId: usual, dataSelectionMethod: 'rowCount', samplingMethod: 'latest' },
    trainingRowCount: whole,
  });
  expect(statuses(body)).toEqual(['COMPLETED', 'BOUNDARIES_EXCEEDED']);
  const again = await app.ask(`POST ${path}datetimeModels/${body.id}/backtests/`, { key });
  expect(again.status).toBe(202);
  expect((await post('datetimeModels', { blueprintId: await recipe(), trainingRowCount: whole + 1 })).status).toBe(422);
}, 60_000);

test('a time range up to the end leaves nothing to evaluate, and forecasts', async () => {
  const dates = { trainingStartDate: '2022-02-01T00:00:00Z', trainingEndDate: '2022-05-01T00:00:00Z' };
  const { body } = await train('frozenDatetimeModels', { modelId: usual, ...dates });
  expect(body).toMatchObject({
    ...{ dataSelectionMethod: 'selectedDateRange', isTrainedIntoValidation: true, isTrainedIntoHoldout: true },
    ...{ trainingStartDate: '2022-02-01T00:00:00.000Z', trainingEndDate: '2022-05-01T00:00:00.000Z' },
    ...{ holdoutStatus: 'HOLDOUT_BOUNDARIES_EXCEEDED', trainingRowCount: 3 * 89 },
  });
  expect(statuses(body)).toEqual(['BOUNDARIES_EXCEEDED', 'BOUNDARIES_EXCEEDED']);
  expect(body.metrics.MASE.validation).toBeNull();
  const { body: form, headers } = upload({}, { name: 'next.csv', content: shopsCsv(3, 120) });
  const sent = await app.ask(`POST ${path}predictionDatasets/fileUploads/`, { key, body: form, headers });
  const dataset = await app.finished(sent, key);
  const request = { modelId: body.id, datasetId: dataset.body.id, includePredictionIntervals: true };
  const made = await train('predictions', request);
  expect(made.body.predictions).toHaveLength(3 * 7);
  expect(made.body.predictions[0].predictionIntervalUpperBound).toBeGreaterThan(made.body.predictions[0].prediction);
  const rows = { ...dates, trainingEndDate: '2022-03-15T00:00:00Z', modelId: usual };
  const early = await train('datetimeModels/fromModel', rows);
  expect(early.body).toMatchObject({ isFrozen: false, isTrainedIntoValidation: false, trainingRowCount: 3 * 42 });
  expect(statuses(early.body)[0]).toBe('COMPLETED');
}, 60_000);
