import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectsApp, shopsCsv, upload } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let id: string;

/** The shops with columns that are wrong for one purpose or another. */
function oddShops(): string {
  const [head, ...rows] = shopsCsv(3, 60).trimEnd().split('\n');
  const odd = rows.map((row, i) => `${row},always,row ${i},${i % 7 === 0 ? '' : i},day ${i % 30}`);
  return `${[`${head},constant,ticket,gaps,notADate`, ...odd].join('\n')}\n`;
}

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  id = await app.shops(key, oddShops());
  const body = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await app.finished(await app.ask(`POST /api/v2/projects/${id}/multiseriesProperties/`, { key, body }), key);
  const rows = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['promotion'] };
  await app.finished(await app.ask(`POST /api/v2/projects/${id}/multiseriesProperties/`, { key, body: rows }), key);
}, 120_000);
afterAll(() => app.stopWorker());

const series = {
  target: 'sales',
  useTimeSeries: true,
  cvMethod: 'datetime',
  datetimePartitionColumn: 'date',
  multiseriesIdColumns: ['store'],
  forecastWindowStart: 1,
  forecastWindowEnd: 7,
};
const rows = { target: 'sales', mode: 'quick' };

const refusals: readonly (readonly [what: string, aim: object, field: string, sentence: RegExp])[] = [
  ['no target', {}, 'target', /required/],
  ['a target that is not there', { target: 'nothing' }, 'target', /no column "nothing"/],
  ['a target with one value', { target: 'constant' }, 'target', /one single value/],
  ['a target of free text', { target: 'ticket' }, 'target', /cannot be a target/],
  ['a target and no supervision', { target: 'sales', unsupervisedMode: true }, 'target', /no target/],
  ['a metric of another kind of target', { ...rows, metric: 'AUC' }, 'metric', /no metric for this target/],
  ['weights with gaps', { ...rows, weights: 'gaps' }, 'weights', /missing in \d+ rows/],
  ['a positive class of numbers', { ...rows, positiveClass: 1 }, 'positiveClass', /two classes/],
  ['quickrun with another mode', { ...rows, mode: 'manual', quickrun: true }, 'quickrun', /cannot go with mode manual/],
  ['an unknown mode', { target: 'sales', mode: 'fast' }, 'mode', /./],
  ['an unknown field', { ...rows, colour: 'red' }, 'colour', /./],
  ['what is not offered', { ...rows, quantileLevel: 0.5 }, 'quantileLevel', /not offered/],
  ['a feature list that is not there', { ...rows, featurelistId: 'abc' }, 'featurelistId', /no feature list abc/],
  [
    'a group column that is not there',
    { ...rows, cvMethod: 'group', partitionKeyCols: ['x'] },
    'partitionKeyCols',
    /no column/,
  ],
  [
    'no rows left to learn from',
    { ...rows, validationType: 'TVH', validationPct: 60, holdoutPct: 40 },
    'validationPct',
    /leave no rows/,
  ],
  ['dates without a partition by date', { ...rows, numberOfBacktests: 3 }, 'numberOfBacktests', /cvMethod datetime/],
  [
    'a date that does not parse',
    { ...series, datetimePartitionColumn: 'notADate' },
    'datetimePartitionColumn',
    /not Date/,
  ],
  ['windows without time series', { ...series, useTimeSeries: false }, 'forecastWindowEnd', /useTimeSeries/],
  [
    'a derivation window that ends before it starts',
    { ...series, featureDerivationWindowStart: -1, featureDerivationWindowEnd: -7 },
    'featureDerivationWindowStart',
    /start before it ends/,
  ],
  [
    'a derivation window after the forecast point',
    { ...series, featureDerivationWindowStart: 3 },
    'featureDerivationWindowStart',
    /./,
  ],
  [
    'a forecast window that ends before it starts',
    { ...series, forecastWindowStart: 8 },
    'forecastWindowEnd',
    /must not end before/,
  ],
  ['windows in another unit', { ...series, windowsBasisUnit: 'WEEK' }, 'windowsBasisUnit', /step of 1 DAY/],
  [
    'series that were not analysed',
    { ...series, multiseriesIdColumns: ['ticket'] },
    'multiseriesIdColumns',
    /multiseriesProperties/,
  ],
  [
    'series that are none',
    { ...series, multiseriesIdColumns: ['promotion'] },
    'multiseriesIdColumns',
    /more than once/,
  ],
  [
    'several columns',
    { ...series, multiseriesIdColumns: ['store', 'ticket'] },
    'multiseriesIdColumns',
    /these columns/,
  ],
  ['many series as one', { ...series, multiseriesIdColumns: [] }, 'datetimePartitionColumn', /multiseriesIdColumns/],
  [
    'a holdout without an end',
    { ...series, holdoutStartDate: '2022-02-01' },
    'holdoutStartDate',
    /holdoutDuration or holdoutEndDate/,
  ],
  [
    'a holdout that is switched off',
    { ...series, disableHoldout: true, holdoutDuration: 'P7D' },
    'holdoutDuration',
    /disableHoldout/,
  ],
  ['a duration that is none', { ...series, gapDuration: 'a week' }, 'gapDuration', /ISO 8601/],
  [
    'a target that is known in advance',
    { ...series, featureSettings: [{ featureName: 'sales', knownInAdvance: true }] },
    'featureSettings.0.featureName',
    /never known/,
  ],
];

describe('an aim is refused at once, by the field', () => {
  test.each(refusals)('%s', async (_what, aim, field, sentence) => {
    const { status, body } = await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key, body: aim });
    expect(status, JSON.stringify(body)).toBe(422);
    expect(body.errors[field], JSON.stringify(body)).toMatch(sentence);
  });

  test('and the project still has no target', async () => {
    expect((await app.ask(`GET /api/v2/projects/${id}/`, { key })).body).toMatchObject({ stage: 'aim', target: null });
  });
});

describe('what only the data can tell ends the status with a sentence', () => {
  test('more backtests than history: the project returns to stage aim', async () => {
    const started = await app.ask(`PATCH /api/v2/projects/${id}/aim/`, {
      key,
      body: { ...series, numberOfBacktests: 20 },
    });
    const { body } = await app.finished(started, key);
    expect(body).toMatchObject({ status: 'ERROR', code: 422 });
    expect(body.message).toMatch(/fewer backtests/);
    expect((await app.ask(`GET /api/v2/projects/${id}/`, { key })).body).toMatchObject({ stage: 'aim', target: null });
  }, 60_000);

  test('a positive class that never occurs', async () => {
    const started = await app.ask(`PATCH /api/v2/projects/${id}/aim/`, {
      key,
      body: { target: 'promotion', positiveClass: 'x' },
    });
    expect((await app.finished(started, key)).body.message).toMatch(/not a value of promotion/);
  }, 60_000);

  test('series of two rows', async () => {
    const short = 'date,store,sales\n2024-01-01,a,1\n2024-01-02,a,2\n2024-01-01,b,3\n2024-01-02,b,4\n';
    const { body, headers } = upload({}, { name: 'short.csv', content: short });
    const made = await app.finished(await app.ask('POST /api/v2/projects/', { key, body, headers }), key);
    const path = `/api/v2/projects/${made.body.id}`;
    const ids = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
    await app.finished(await app.ask(`POST ${path}/multiseriesProperties/`, { key, body: ids }), key);
    const ended = await app.finished(await app.ask(`PATCH ${path}/aim/`, { key, body: series }), key);
    expect(ended.body.message).toMatch(/2 time steps/);
  }, 60_000);
});

test('a file that cannot be read leaves no project behind', async () => {
  const { body, headers } = upload({}, { name: 'empty.csv', content: '' });
  const ended = await app.finished(await app.ask('POST /api/v2/projects/', { key, body, headers }), key);
  expect(ended.body.status).toBe('ERROR');
  const names = (await app.ask('GET /api/v2/projects/', { key })).body.map(
    ({ fileName }: { fileName: string }) => fileName,
  );
  expect(names).not.toContain('empty.csv');
}, 60_000);

test('options that change nothing here do not stop a script: they are taken, with a warning', async () => {
  const other = await app.shops(key);
  const switches = ['accuracyOptimizedMb', 'shapOnlyMode', 'scoringCodeOnly', 'smartDownsampled', 'useGpu'];
  const options = {
    ...Object.fromEntries(switches.map((name) => [name, true])),
    ...{ majorityDownsamplingRate: 50, responseCap: 0.9, blueprintThreshold: '3', minSecondaryValidationModelCount: 5 },
    ...{ protectedFeatures: ['store'], fairnessThreshold: 0.8, scaleoutModelingMode: 'disabled' },
  };
  const body = { target: 'sales', mode: 'manual', ...options };
  const aimed = await app.ask(`PATCH /api/v2/projects/${other}/aim/`, { key, body });
  expect(aimed.status, aimed.text).toBe(202);
  const warning = String(aimed.headers.warning);
  for (const name of switches) expect(warning).toContain(`${name} has no effect`);
  expect(warning).not.toContain('scaleoutModelingMode');
  expect((await app.finished(aimed, key)).body).toMatchObject({
    stage: 'modeling',
    advancedOptions: { shapOnlyMode: true },
  });
}, 60_000);

test('a cancelled aim is as if it had not been asked for', async () => {
  await app.stopWorker();
  const started = await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key, body: series });
  expect((await app.ask(`GET /api/v2/projects/${id}/status/`, { key })).body.stage).toBe('eda2');
  await app.ask(`DELETE ${new URL(String(started.headers.location)).pathname}`, { key });
  expect((await app.ask(`GET /api/v2/projects/${id}/status/`, { key })).body.stage).toBe('aim');
});

test('an aim waits for the analysis of the series', async () => {
  const body = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  expect((await app.ask(`POST /api/v2/projects/${id}/multiseriesProperties/`, { key, body })).status).toBe(202);
  const early = await app.ask(`PATCH /api/v2/projects/${id}/aim/`, { key, body: series });
  expect([early.status, early.body.message]).toEqual([422, expect.stringContaining('being analysed')]);
});
