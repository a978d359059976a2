import { expect, test } from 'vitest';
import { columnOf, profileOfColumns, profileOfQuery } from './profile.fixtures.ts';
import { typedValue } from './typed-value.ts';

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const two = (n: number) => String(n).padStart(2, '0');
const cycle = (count: number, ...values: (string | number | null)[]) =>
  range(count).map((i) => values[i % values.length] ?? null);

const summaryOf = async (type: string, values: (string | number | boolean | null)[]) =>
  columnOf(await profileOfColumns({ column: [type, values] }), 'column').summary;

test.each([
  ['%d/%m/%Y', (i: number) => `${two((i % 28) + 1)}/${two((Math.floor(i / 28) % 12) + 1)}/2021`],
  ['%m/%d/%Y', (i: number) => `${two((Math.floor(i / 28) % 12) + 1)}/${two((i % 28) + 1)}/2021`],
  ['%d.%m.%Y', (i: number) => `${two((i % 28) + 1)}.${two((Math.floor(i / 28) % 12) + 1)}.2021`],
  ['%d-%b-%Y', (i: number) => `${(i % 28) + 1}-${['Jan', 'Feb', 'Mar'][Math.floor(i / 28)]}-2021`],
  ['%B %d, %Y', (i: number) => `${['January', 'February', 'March'][Math.floor(i / 28)]} ${(i % 28) + 1}, 2021`],
  ['%Y/%m/%d %H:%M', (i: number) => `2021/03/${two((i % 28) + 1)} ${two(i % 24)}:00`],
  ['%m/%d/%Y %I:%M:%S %p', (i: number) => `3/${(i % 28) + 1}/2021 ${(i % 12) + 1}:15:00 PM`],
  ['%Y-%m-%dT%H:%M:%S%z', (i: number) => `2021-03-${two((i % 28) + 1)}T10:00:00+02:00`],
  ['%Y-%m-%dT%H:%M:%S.%f', (i: number) => `2021-03-${two((i % 28) + 1)}T10:00:00.125`],
  ['%Y-%m', (i: number) => `${2000 + Math.floor(i / 12)}-${two((i % 12) + 1)}`],
])('texts in %s are dates', async (format, write) => {
  expect(await summaryOf('VARCHAR', range(60).map(write))).toMatchObject({ featureType: 'Date', dateFormat: format });
});

test('a word for missing among dates is missing', async () => {
  const values = [...range(20).map((i) => `${two(i + 1)}/01/2021`), 'NA', 'n/a'];
  expect(await summaryOf('VARCHAR', values)).toMatchObject({ featureType: 'Date', naCount: 2, dateFormat: '%d/%m/%Y' });
});

test('where day and month could change places, the even steps decide', async () => {
  const firsts = range(24).map((i) => `01/${two((i % 12) + 1)}/${2020 + Math.floor(i / 12)}`);
  expect(await summaryOf('VARCHAR', firsts)).toMatchObject({ dateFormat: '%d/%m/%Y', timeUnit: 'MONTH', timeStep: 1 });
});

test('mixed formats are named, not guessed', async () => {
  const values = range(40).map((i) => (i % 2 === 0 ? `2021-03-${two((i % 28) + 1)}` : `${two((i % 28) + 1)}.03.2021`));
  const summary = await summaryOf('VARCHAR', values);
  expect(summary).toMatchObject({
    featureType: 'Categorical',
    dateFormat: null,
    timeSeriesEligibilityReason: 'mixedDateFormats',
  });
  expect(summary.issues).toContainEqual(
    expect.objectContaining({ issue: 'mixedDateFormats', values: expect.arrayContaining(['%Y-%m-%d', '%d.%m.%Y']) }),
  );
});

test.each([
  ['Percentage', ['12.5%', '3%', '-1%', '12.50%'], { min: '-1%', max: '12.5%', uniqueCount: 3 }],
  ['Currency', ['$1,200.50', '$3', '($4)'], { min: -4, max: 1200.5 }],
  ['Length', [`5' 11"`, `6' 2"`, `5'`], { min: `5' 0"`, max: `6' 2"` }],
  ['Numeric', ['1,200', '35', '1,000,000.5'], { min: 35, max: 1_000_000.5 }],
  ['Categorical', ['007', '012', '100'], { min: null }],
  ['Categorical', ['12.5%', '3%', 'about 4%'], { min: null }],
])('%s: %j', async (featureType, values, figures) => {
  expect(await summaryOf('VARCHAR', values)).toMatchObject({ featureType, ...figures });
});

test('what cannot be learnt from is said with the reason', async () => {
  const rows = range(40);
  const profile = await profileOfColumns({
    row: ['BIGINT', rows],
    customer_id: ['BIGINT', rows.map((i) => i * 977 + 13)],
    weight: ['BIGINT', rows.map((i) => i * 977 + 13)],
    code: ['VARCHAR', rows.map((i) => `c${i}`)],
    same: ['BIGINT', rows.map(() => 7)],
    nothing: ['VARCHAR', rows.map(() => null)],
    height: ['DOUBLE', rows.map((i) => i / 3)],
    copy: ['DOUBLE', rows.map((i) => i / 3)],
    alike: ['DOUBLE', rows.map((i) => (39 - i) / 3)],
  });
  const reasons = profile.columns.map(({ name, summary }) => [name, summary.lowInformationReason, summary.duplicateOf]);
  expect(reasons).toEqual([
    ['row', 'identifier', null],
    ['customer_id', 'identifier', null],
    ['weight', 'duplicate', 'customer_id'],
    ['code', 'identifier', null],
    ['same', 'constant', null],
    ['nothing', 'empty', null],
    ['height', null, null],
    ['copy', 'duplicate', 'height'],
    ['alike', null, null],
  ]);
});

test('what looks wrong is named', async () => {
  const zeros = await summaryOf(
    'BIGINT',
    range(100).map((i) => (i % 4 === 0 ? i : 0)),
  );
  expect(zeros).toMatchObject({ isZeroInflated: true, issues: [{ issue: 'excessZeros', count: 76 }] });
  const ages = await summaryOf('BIGINT', cycle(200, 31, 44, 27, 58, 63, 39, 22, 71, -999));
  expect(ages.issues).toContainEqual({ issue: 'disguisedMissing', count: 22, values: ['-999'] });
  const words = await summaryOf('VARCHAR', cycle(90, 'north', 'south', 'unknown'));
  expect(words.issues).toEqual([{ issue: 'disguisedMissing', count: 30, values: ['unknown'] }]);
  const far = await summaryOf('DOUBLE', [...range(100), 100_000]);
  expect(far.issues).toEqual([{ issue: 'outliers', count: 1 }]);
});

test.each([
  ['notUnique', ['2021-01-01', '2021-01-01', '2021-01-02', '2021-01-03']],
  ['missingDates', ['2021-01-01', null, '2021-01-02', '2021-01-03']],
  ['tooFewDates', ['2021-01-01', '2021-01-02']],
  ['irregular', ['2021-01-01', '2021-01-03', '2021-01-08', '2021-02-15', '2021-02-16', '2021-05-01']],
])('a date column that is no time axis says why: %s', async (reason, values) => {
  expect(await summaryOf('DATE', values)).toMatchObject({
    timeSeriesEligible: false,
    timeSeriesEligibilityReason: reason,
    timeStep: null,
    timeUnit: null,
  });
});

test('a time axis of several series fits once rows of one time are put together', async () => {
  const { aggregated } = await summaryOf(
    'DATE',
    range(30).map((i) => `2021-01-${two(Math.floor(i / 2) + 1)}`),
  );
  expect(aggregated).toEqual({
    timeSeriesEligible: true,
    timeSeriesEligibilityReason: 'suitable',
    timeStep: 1,
    timeUnit: 'DAY',
  });
});

test('not-a-number and infinity are missing', async () => {
  expect(await summaryOf('DOUBLE', ['nan', 'inf', '-inf', '1', '3'])).toMatchObject({
    naCount: 3,
    min: 1,
    max: 3,
    mean: 2,
  });
});

test('nested values, times and blobs are categories', async () => {
  const profile =
    await profileOfQuery(`SELECT [i, i + 1] AS list, {'a': i} AS struct, TIME '10:00:00' + to_minutes(i % 3) AS time,
    encode('x' || (i % 2)) AS blob FROM range(10) t(i)`);
  expect(profile.columns.map(({ summary }) => summary.featureType)).toEqual(range(4).map(() => 'Categorical'));
});

test('the typed value reads what the profile says', () => {
  expect(typedValue({ featureType: 'Date', storedAs: 'VARCHAR', dateFormat: '%d/%m/%Y' }, 'c')).toContain("'%d/%m/%Y'");
  expect(typedValue({ featureType: 'Numeric', storedAs: 'BIGINT', dateFormat: null }, 'c')).toBe('c::DOUBLE');
  expect(typedValue({ featureType: 'Categorical', storedAs: 'VARCHAR', dateFormat: null }, 'c')).toBe('c::VARCHAR');
});
