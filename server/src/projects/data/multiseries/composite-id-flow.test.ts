import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let id: string;
let modelId: string;

/** Values that make the same text when they are joined without escaping. */
const PAIRS = [
  ['north', 'bread'],
  ['north', 'milk'],
  ['south', 'bread'],
  ['south | bread', 'x'],
  ['south', 'bread | x'],
] as const;
const IDS = ['north | bread', 'north | milk', 'south | bread', 'south \\| bread | x', 'south | bread \\| x'];
interface Row {
  readonly rowId: number;
  readonly timestamp: string;
  readonly forecastDistance: number;
  readonly seriesId: string;
  readonly seriesColumns: Readonly<Record<string, string>>;
  readonly prediction: number;
}
const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['shop', 'item'] };

function salesCsv(from: number, to: number, known = to): string {
  const lines = ['date,shop,item,sales'];
  for (const [place, [shop, item]] of PAIRS.entries()) {
    for (let day = from; day < to; day++) {
      const date = new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10);
      const noise = ((day * 7919 + place * 104_729) % 100) / 10;
      const sales = (100 * (place + 1) + 30 * Math.sin((2 * Math.PI * day) / 7) + noise).toFixed(1);
      lines.push(`${date},${shop},${item},${day < known ? sales : ''}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

const at = (path: string) => `/api/v2/projects/${id}/${path}`;
const get = async (path: string) => (await app.ask(`GET ${at(path)}`, { key })).body;
const post = (path: string, body: object = {}) => app.ask(`POST ${at(path)}`, { key, body });

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  id = await app.shops(key, salesCsv(0, 90));
}, 120_000);
afterAll(() => app.stopWorker());

test('an aim names several columns once they were analysed together', async () => {
  const aim = {
    ...columns,
    target: 'sales',
    mode: 'manual',
    useTimeSeries: true,
    cvMethod: 'datetime',
    featureDerivationWindowStart: -14,
    featureDerivationWindowEnd: 0,
    forecastWindowStart: 1,
    forecastWindowEnd: 3,
    numberOfBacktests: 1,
    useCrossSeriesFeatures: true,
    crossSeriesGroupByColumns: ['shop'],
  };
  const refused = await app.ask(`PATCH ${at('aim/')}`, { key, body: aim });
  expect([refused.status, refused.body.errors.multiseriesIdColumns]).toEqual([
    422,
    expect.stringContaining('multiseriesProperties/ with these columns'),
  ]);
  const found = await app.finished(await post('multiseriesProperties/', columns), key);
  expect(found.body.detectedMultiseriesIdColumns).toEqual([
    { multiseriesIdColumns: ['shop', 'item'], timeUnit: 'DAY', timeStep: 1 },
  ]);
  const twice = { ...aim, multiseriesIdColumns: ['shop', 'shop'] };
  expect((await app.ask(`PATCH ${at('aim/')}`, { key, body: twice })).body.errors.multiseriesIdColumns).toContain(
    'shop is there twice',
  );
  const groups = { datetimePartitionColumn: 'date', multiseriesIdColumn: 'shop | item' };
  const grouped = await app.finished(await post('crossSeriesProperties/', groups), key);
  expect(grouped.body).toEqual({
    multiseriesId: 'shop | item',
    crossSeriesGroupByColumns: [
      { name: 'item', eligibility: 'suitable', isEligible: true },
      { name: 'shop', eligibility: 'suitable', isEligible: true },
    ],
  });
  const done = await app.finished(await app.ask(`PATCH ${at('aim/')}`, { key, body: aim }), key);
  expect(done.body, JSON.stringify(done.body)).toMatchObject({ stage: 'modeling' });
  expect((await get('datetimePartitioning/')).multiseriesIdColumns).toEqual(['shop', 'item']);
  expect((await get('multiseriesNames/')).data.items.toSorted()).toEqual(IDS.toSorted());
}, 120_000);

test('models see one series for each pair of values, and derive features over the series of a shop', async () => {
  const blueprints: { id: string; modelType: string }[] = await get('blueprints/');
  const linear = blueprints.find(({ modelType }) => /ridge|linear/i.test(modelType)) ?? blueprints[0];
  const made = await app.finished(await post('datetimeModels/', { blueprintId: linear?.id }), key);
  modelId = made.body.id;
  expect(made.body.metrics.MASE.validation, JSON.stringify(made.body)).toBeGreaterThan(0);
  const derived: { name: string }[] = (await get('modelingFeatures/?limit=1000')).data;
  expect(derived.map(({ name }) => name)).toContain('shop');
}, 120_000);

test('accuracy by series tells the values of each column', async () => {
  await app.finished(await post(`datetimeModels/${modelId}/multiseriesScores/`), key);
  const { data } = await get(`datetimeModels/${modelId}/multiseriesScores/?orderBy=multiseriesValue`);
  const told = data.map((one: { multiseriesValues: string[] }) => one.multiseriesValues);
  expect(told).toHaveLength(5);
  expect(told).toEqual(expect.arrayContaining(PAIRS.map((pair) => [...pair])));
  const plot = await get(
    `datetimeModels/${modelId}/accuracyOverTimePlots/?seriesId=${encodeURIComponent(IDS[3] ?? '')}`,
  );
  expect(plot.bins[0].frequency).toBe(1);
  expect(plot.bins[0].actual).toBeGreaterThan(350);
}, 120_000);

test('predictions and training predictions name the series and its columns', async () => {
  const file = upload({}, { name: 'next.csv', content: salesCsv(80, 92) });
  const dataset = await app.finished(
    await app.ask(`POST ${at('predictionDatasets/fileUploads/')}`, { key, ...file }),
    key,
  );
  const made = await app.finished(await post('predictions/', { modelId, datasetId: dataset.body.id }), key);
  const rows: { seriesId: string; seriesColumns: Record<string, string>; prediction: number }[] = made.body.predictions;
  expect(rows).toHaveLength(15);
  expect([...new Set(rows.map(({ seriesId }) => seriesId))]).toEqual(IDS);
  PAIRS.forEach(([shop, item], place) => {
    const own = rows.filter(({ seriesColumns }) => seriesColumns.shop === shop && seriesColumns.item === item);
    expect(own).toHaveLength(3);
    // Each series has a level of its own, so a mixed-up ID would show.
    for (const { prediction } of own) expect(Math.abs(prediction - 100 * (place + 1))).toBeLessThan(50);
  });
  const [listed] = (await get('predictions/')).data;
  const csv = await app.ask(`GET ${at(`predictions/${listed.id}/`)}`, { key, headers: { accept: 'text/csv' } });
  expect(csv.text.split('\n')[0]).toMatch(/seriesId,.*shop,item/);
  const training = await app.finished(await post('trainingPredictions/', { modelId, dataSubset: 'allBacktests' }), key);
  expect(training.body.data.length).toBeGreaterThan(0);
  for (const row of training.body.data) {
    expect(row.rowId).toBeGreaterThanOrEqual(0);
    expect(IDS).toContain(row.seriesId);
    expect(Object.keys(row.seriesColumns)).toEqual(['shop', 'item']);
  }
}, 120_000);

test('explanations of forecasts have the row IDs, series and columns of the predictions', async () => {
  const file = upload({}, { name: 'ahead.csv', content: salesCsv(80, 94, 92) });
  const dataset = await app.finished(
    await app.ask(`POST ${at('predictionDatasets/fileUploads/')}`, { key, ...file }),
    key,
  );
  const asked = { modelId, datasetId: dataset.body.id };
  const { predictions } = (await app.finished(await post('predictions/', asked), key)).body;
  const { data } = (await app.finished(await post('predictionExplanations/', asked), key)).body;
  const joinedOn = ({ rowId, timestamp, forecastDistance, seriesId, seriesColumns, prediction }: Row) => ({
    rowId,
    timestamp,
    forecastDistance,
    seriesId,
    seriesColumns,
    prediction,
  });
  expect(data).toHaveLength(15);
  expect(data.map(joinedOn)).toEqual(predictions.map(joinedOn));
  // Two rows of each series are in the file; the third is numbered on after its last one.
  expect(data.slice(0, 6).map(({ rowId }: Row) => rowId)).toEqual([12, 13, 70, 26, 27, 71]);
  expect(data[3].seriesColumns).toEqual({ shop: 'north', item: 'milk' });
}, 120_000);
