import { expect, test } from 'vitest';
import { aimOf, datedFields, duration, missing, windowsOf } from './aim-of.ts';
import { readDraft } from './draft.ts';

test('an address gives back what makes sense and nothing else', () => {
  const found = { target: 'sales', kind: 'series', mode: 'warp', backtests: 2.5, gap: 3, known: ['a', 4], evil: '<b>' };
  expect(readDraft(found)).toEqual({ target: 'sales', kind: 'series', gap: 3, known: ['a'] });
  expect(readDraft('nonsense')).toEqual({});
});

test('several columns are one series ID; an address with one column still says it', () => {
  expect(readDraft({ series: ['shop', 'item', 3] })).toEqual({ series: ['shop', 'item'] });
  expect(readDraft({ series: 'shop' })).toEqual({ series: ['shop'] });
  const draft = readDraft({ target: 'y', kind: 'series', date: 'day', series: ['shop', 'item'] });
  expect(aimOf(draft)).toMatchObject({ multiseriesIdColumns: ['shop', 'item'] });
});

test.each([
  [14, 'DAY', 'P14D'],
  [2, 'WEEK', 'P14D'],
  [1, 'QUARTER', 'P3M'],
  [6, 'HOUR', 'PT6H'],
  [0, 'DAY', undefined],
  [5, 'ROW', undefined],
])('%i of %s is %s', (count, unit, text) => {
  expect(duration(count, unit)).toBe(text);
});

test('a draft of time series says its windows, its series and what is known in advance', () => {
  const draft = {
    target: 'sales',
    kind: 'series',
    date: 'day',
    series: 'shop',
    unit: 'DAY',
    known: ['promo'],
    gap: 1,
    calendar: 'c',
  };
  expect(aimOf(readDraft(draft))).toEqual({
    target: 'sales',
    mode: 'quick',
    cvMethod: 'datetime',
    datetimePartitionColumn: 'day',
    useTimeSeries: true,
    multiseriesIdColumns: ['shop'],
    numberOfBacktests: 2,
    gapDuration: 'P1D',
    featureDerivationWindowStart: -28,
    featureDerivationWindowEnd: 0,
    forecastWindowStart: 1,
    forecastWindowEnd: 7,
    windowsBasisUnit: 'DAY',
    featureSettings: [{ featureName: 'promo', knownInAdvance: true }],
    calendarId: 'c',
  });
});

test('the usual windows are whole steps of the data', () => {
  expect(windowsOf({ step: 15 })).toEqual({ deriveFrom: -420, deriveTo: 0, forecastFrom: 15, forecastTo: 105 });
});

test('a draft of rows has folds and no dates', () => {
  const draft = { target: 'churn', kind: 'rows', method: 'group', group: 'household', folds: 4 } as const;
  expect(datedFields(draft)).toBeUndefined();
  expect(aimOf(draft)).toEqual({
    target: 'churn',
    mode: 'quick',
    cvMethod: 'group',
    partitionKeyCols: ['household'],
    validationType: 'CV',
    reps: 4,
  });
});

test.each([
  [{}, 'Choose a target first.'],
  [{ target: 'y' }, 'Say whether time matters first.'],
  [{ target: 'y', kind: 'series' }, 'Choose the date column first.'],
  [{ target: 'y', kind: 'rows', method: 'group' }, 'Choose the column of the groups first.'],
  [{ target: 'y', kind: 'rows' }, undefined],
] as const)('%o lacks: %s', (draft, sentence) => {
  expect(missing(draft)).toBe(sentence);
});
