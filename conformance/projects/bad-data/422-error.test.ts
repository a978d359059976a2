import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { aim, detect, projectOf, series, seriesCsv } from './tables.ts';

let options: CallOptions;
let path: string;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  const odd = {
    constant: () => 'always',
    ticket: (i: number) => `t${i}`,
    when: (i: number) => `day ${i % 30}`,
    mixed: (i: number) => (i % 9 === 0 ? 'soon' : `2022-01-${String((i % 28) + 1).padStart(2, '0')}`),
  };
  path = await projectOf(seriesCsv(3, 60, 2, odd), options);
  await follow(await detect(path, 'store', options), options);
});

const refusals: readonly (readonly [what: string, json: object, field: string, sentence: RegExp])[] = [
  ['no target', { mode: 'quick' }, 'target', /required/],
  ['a target that is no column', { target: 'profit' }, 'target', /no column "profit"/],
  ['a target with one value', { target: 'constant' }, 'target', /one single value/],
  ['dates that do not parse', { ...series, datetimePartitionColumn: 'when' }, 'datetimePartitionColumn', /not Date/],
  ['dates of which some parse', { ...series, datetimePartitionColumn: 'mixed' }, 'datetimePartitionColumn', /not Date/],
  ['a window that is no multiple of the step', { ...series, forecastWindowStart: 2 }, 'forecastWindowEnd', /2/],
  [
    'a derivation window that is no multiple of the step',
    { ...series, forecastWindowStart: 2, forecastWindowEnd: 8, featureDerivationWindowStart: -7 },
    'featureDerivationWindowStart',
    /2/,
  ],
  [
    'a forecast window before the derivation window',
    { ...series, forecastWindowStart: -30 },
    'forecastWindowStart',
    /./,
  ],
  [
    'a forecast window that is turned around',
    { ...series, forecastWindowStart: 8, forecastWindowEnd: 2 },
    'forecastWindowEnd',
    /must not end before/,
  ],
  [
    'an id that was not analysed',
    { ...series, multiseriesIdColumns: ['ticket'] },
    'multiseriesIdColumns',
    /POST multi/,
  ],
];

test.each(refusals)('422: %s', async (_what, json, field, sentence) => {
  const refused = await aim(path, json, options);
  expect(refused.status, refused.text).toBe(422);
  expect(refused.body.errors[field], refused.text).toMatch(sentence);
});

test('422: detection on dates that do not parse, on columns that are not there, with nothing', async () => {
  const at = `${path}multiseriesProperties/`;
  const wrong = await call('POST', at, { ...options, json: { datetimePartitionColumn: 'when' } });
  expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringContaining('not Date')]);
  const nowhere = await call('POST', at, { ...options, json: { datetimePartitionColumn: 'x' } });
  expect([nowhere.status, nowhere.body.errors.datetimePartitionColumn]).toEqual([422, expect.stringContaining('x')]);
  expect((await call('POST', at, { ...options, json: {} })).status).toBe(422);
});

test('an id with one value per row is found unsuitable, and the aim says why', async () => {
  await follow(await detect(path, 'ticket', options), options);
  const { body } = await call('GET', `${path}features/date/multiseriesProperties/`, options);
  expect(body.detectedMultiseriesIdColumns.map((one: object) => Object.values(one)[0])).toEqual([['store']]);
  const refused = await aim(path, { ...series, multiseriesIdColumns: ['ticket'] }, options);
  expect([refused.status, refused.body.errors.multiseriesIdColumns.length > 20]).toEqual([422, true]);
});

test('ERROR with a sentence: more backtests than the data can hold; the project has no target again', async () => {
  const json = { ...series, forecastWindowStart: 2, forecastWindowEnd: 14, numberOfBacktests: 20 };
  const { failure } = await follow(await aim(path, json, options), options);
  expect(failure).toMatch(/backtests/);
  expect((await call('GET', path, options)).body).toMatchObject({ stage: 'aim', target: null });
});

test('ERROR with a sentence: series of two rows', async () => {
  const short = await projectOf(seriesCsv(4, 2), options);
  const { failure: none } = await follow(await detect(short, 'store', options), options);
  expect(none).toBeUndefined();
  const answer = await aim(short, series, options);
  const said = answer.status === 202 ? (await follow(answer, options)).failure : JSON.stringify(answer.body.errors);
  expect(said).toMatch(/2 time steps|rows/);
});

test('422: aimed twice, also at the same moment', async () => {
  const twice = await projectOf(seriesCsv(2, 60), options);
  await follow(await detect(twice, 'store', options), options);
  const answers = await Promise.all([1, 2, 3, 4].map(() => aim(twice, { ...series, mode: 'manual' }, options)));
  const [accepted, ...more] = answers.filter(({ status }) => status === 202);
  expect([accepted !== undefined, more.length]).toEqual([true, 0]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body.message).toContain('set already');
  if (accepted) await follow(accepted, options);
  expect((await aim(twice, series, options)).status).toBe(422);
});
