import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';
import { csvOf } from '../deployments.fixtures.ts';
import { aDeployment } from './predictions.fixtures.ts';

const { platform, ask, person } = await servedApp();
const ada = await person();
const predictionIntervals = { enabled: true, percentiles: [80, 95] };
const shops = await aDeployment(platform, ada, 'series', { settings: { predictionIntervals } });

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);
const dayOf = (day: number) => new Date(START + day * DAY).toISOString().slice(0, 10);
/** The last 30 days of shop 1, and the week after with what is known of it. */
const history = Array.from({ length: 30 }, (_, i) => 90 + 60 + i);
const week = Array.from({ length: 7 }, (_, i) => `${dayOf(90 + i)},shop 1,${(90 + i) % 11 === 0 ? 1 : 0},\n`).join('');
const rows = csvOf(shops.table, history) + week;

const forecast = (body: string = rows, query = '', headers: Record<string, string> = {}) =>
  ask(`${shops.line}${query}`, { key: ada.key, body, headers: { 'content-type': 'text/csv', ...headers } });

test('a week is forecast from the last day with a target, with intervals, found again among the rows sent', async () => {
  const { status, body } = await forecast();
  expect(status).toBe(200);
  expect(body.data).toHaveLength(7);
  expect(body.data[0]).toMatchObject({
    rowId: 30,
    seriesId: 'shop 1',
    forecastPoint: `${dayOf(89)}T00:00:00Z`,
    timestamp: `${dayOf(90)}T00:00:00.000000Z`,
    forecastDistance: 1,
    originalFormatTimestamp: dayOf(90),
    predictionValues: [{ label: 'sales (actual)', value: body.data[0].prediction }],
  });
  const { predictionIntervals: told, prediction } = body.data[3];
  expect(told['95'].low).toBeLessThan(told['80'].low);
  expect(told['80'].low).toBeLessThan(prediction);
  expect(told['80'].high).toBeGreaterThan(prediction);
});

test('as CSV the times come first and the intervals last', async () => {
  const { text } = await forecast(rows, '', { accept: 'text/csv' });
  const [head, first] = text.split('\n');
  expect(head).toBe(
    'store,FORECAST_POINT,date,FORECAST_DISTANCE,sales (actual)_PREDICTION,PREDICTION_80_PERCENTILE_LOW,' +
      'PREDICTION_80_PERCENTILE_HIGH,PREDICTION_95_PERCENTILE_LOW,PREDICTION_95_PERCENTILE_HIGH,DEPLOYMENT_APPROVAL_STATUS',
  );
  expect(first).toMatch(/^shop 1,2024-03-30T00:00:00Z,2024-03-31T00:00:00.000000Z,1,[\d.]+,/);
});

test('a forecast point in the past forecasts from there', async () => {
  const { body } = await forecast(rows, `?forecastPoint=${dayOf(80)}T00:00:00%2B00:00`);
  expect(body.data[0]).toMatchObject({ forecastPoint: `${dayOf(80)}T00:00:00Z`, rowId: 21 });
});

test('a range of forecast points is forecast from each of them', async () => {
  const range = `?predictionsStartDate=${dayOf(80)}T00:00:00.000000Z&predictionsEndDate=${dayOf(82)}T00:00:00Z`;
  const { body } = await forecast(rows, range);
  expect(body.data).toHaveLength(21);
  const whole = await forecast(
    rows,
    '?predictionsStartDate=1900-01-01T00:00:00Z&predictionsEndDate=2262-04-11T00:00:00Z',
  );
  expect(whole.status).toBe(200);
});

test('a series never seen is forecast from the history it brings', async () => {
  const { status, body } = await forecast(rows.replaceAll('shop 1', 'shop 99'));
  expect(status).toBe(200);
  expect(body.data[0].seriesId).toBe('shop 99');
});

interface Explained {
  readonly prediction: number;
  readonly predictionExplanations: readonly { readonly feature: string; readonly strength: number }[];
  readonly shapExplanationsMetadata: { readonly baseValue: number; readonly remainingTotal: number };
}

test('why a forecast is as it is can be asked', async () => {
  const { body } = await forecast(rows, '?maxExplanations=2');
  expect(body.data[0].predictionExplanations).toHaveLength(2);
  expect(body.data[0].predictionExplanations[0]).toMatchObject({
    feature: expect.any(String),
    label: 'sales (actual)',
    qualitativeStrength: expect.stringMatching(/^[+-]{3}$/),
  });
  for (const query of ['?explanationAlgorithm=shap', '?explanationAlgorithm=shap&maxExplanations=2']) {
    for (const row of (await forecast(rows, query)).body.data as Explained[]) {
      expect(explainedValue(row), query).toBeCloseTo(row.prediction, 6);
    }
  }
});

const explainedValue = ({ predictionExplanations: all, shapExplanationsMetadata: rest }: Explained): number =>
  all.reduce((sum, { strength }) => sum + strength, rest.baseValue + rest.remainingTotal);

test.each([
  ['a model of one series at a time', ['comb'], ['Level', 'Season (weekly)', 'Trend'], true],
  ['one that repeats', ['seasonal-naive'], ['Level', 'Season (weekly)'], true],
  ['an autoregression of logarithms', ['ar-ridge-log'], ['Level', 'Recent values', 'Season (weekly)'], true],
  [
    'a blend with one of features',
    ['boosting-log-change-absolute', 'dynamic-optimised-theta'],
    ['Level', 'Season (weekly)', 'Trend', 'promotion (known)'],
    false,
  ],
])('%s explains its forecasts in units of the target', async (_, blueprints, names, isLocal) => {
  const { line } = await aDeployment(platform, ada, 'series', { blueprints });
  const headers = { 'content-type': 'text/csv' };
  const asked = { key: ada.key, body: rows, headers };
  const { body } = await ask(`${line}?explanationAlgorithm=shap&maxExplanations=all`, asked);
  expect(body.data).toHaveLength(7);
  for (const row of body.data as Explained[]) {
    expect(row.predictionExplanations.map(({ feature }) => feature)).toEqual(expect.arrayContaining(names));
    expect(explainedValue(row)).toBeCloseTo(row.prediction, 6);
    if (isLocal) expect(row.shapExplanationsMetadata).toMatchObject({ baseValue: 0, remainingTotal: 0 });
  }
  const xemp = await ask(`${line}?maxExplanations=1`, asked);
  expect(xemp.body.data[0].predictionExplanations).toHaveLength(1);
});

test('rows without history are forecast at their true distance from the last date known', async () => {
  const later = `date,store,promotion,sales\n${dayOf(93)},shop 1,0,\n${dayOf(94)},shop 1,0,\n`;
  const { status, body } = await forecast(later);
  expect(status).toBe(200);
  expect(body.data[4]).toMatchObject({ rowId: 1, forecastDistance: 5, forecastPoint: `${dayOf(89)}T00:00:00Z` });
});

test('422: a date at or before the last one known, alone; with others in reach it is left out', async () => {
  const head = 'date,store,promotion,sales\n';
  for (const date of ['0001-01-01', dayOf(-1), dayOf(50), dayOf(89)]) {
    for (const query of ['', `?forecastPoint=${dayOf(89)}T00:00:00Z`]) {
      const { status, body } = await forecast(`${head}${date},shop 1,0,\n`, query);
      expect([status, body.message], `${date} ${query}`).toEqual([
        422,
        expect.stringMatching(
          `shop 1.*${date}T.* out of reach: the last date known is ${dayOf(89)}T.*up to ${dayOf(96)}T`,
        ),
      ]);
    }
  }
  const mixed = await forecast(`${head}${dayOf(50)},shop 1,0,\n${week}`);
  expect([mixed.status, mixed.body.data?.[0].rowId]).toEqual([200, 1]);
  const gap = await forecast(rows.replace(/,[\d.]+\n/, ',\n'));
  expect([gap.status, gap.body.data?.[0].forecastPoint]).toEqual([200, `${dayOf(89)}T00:00:00Z`]);
  const past = await forecast(
    `${head}${dayOf(86)},shop 1,0,\n`,
    `?forecastPoint=${dayOf(85)}T00:00:00Z&relaxKnownInAdvanceFeaturesCheck=true`,
  );
  expect([past.status, past.body.data?.[0].rowId]).toEqual([200, 0]);
});

test('422: a date no forecast reaches, with the last date known; history that reaches it is enough', async () => {
  const far = dayOf(3000);
  const asked = (query = '') => forecast(`date,store,promotion,sales\n${far},shop 1,0,\n`, query);
  for (const query of ['', '?relaxKnownInAdvanceFeaturesCheck=true', '?maxExplanations=3']) {
    const { status, body } = await asked(query);
    expect([status, body.message]).toEqual([
      422,
      expect.stringMatching(
        `shop 1.*${far}T.* out of reach: the last date known is ${dayOf(89)}T.*up to ${dayOf(96)}T`,
      ),
    ]);
  }
  const moved = await forecast(rows.replaceAll('2024-', '2032-'));
  expect(moved.status).toBe(200);
  expect(moved.body.data[0]).toMatchObject({ forecastDistance: 1, forecastPoint: '2032-03-30T00:00:00Z' });
  const behind = `${rows.replaceAll('2024-', '2032-')}${dayOf(3011)},shop 2,0,\n`;
  const other = await forecast(behind);
  expect([other.status, other.text]).toEqual([422, expect.stringMatching(`"?shop 2.*last date known is ${dayOf(89)}`)]);
});

test.each([
  ['a point before all history', rows, '?forecastPoint=2020-01-01T00:00:00Z', 400, /forecastPoint/],
  ['a point long after it', rows, '?forecastPoint=2030-01-01T00:00:00Z', 400, /forecastPoint/],
  ['a point that is no time', rows, '?forecastPoint=yesterday', 400, /forecastPoint/],
  [
    'a point with a range',
    rows,
    '?forecastPoint=2024-03-01&predictionsStartDate=2024-03-01&predictionsEndDate=2024-03-02',
    422,
    /forecastPoint/,
  ],
  ['half a range', rows, '?predictionsStartDate=2024-03-01T00:00:00Z', 422, /predictionsEndDate/],
  [
    'a range without history',
    rows,
    '?predictionsStartDate=2030-01-01&predictionsEndDate=2030-02-01',
    400,
    /no valid output rows/,
  ],
  ['a known column without values', rows.replace(week, ''), '', 422, /relaxKnownInAdvanceFeaturesCheck/],
  ['a series without history', rows + week.replaceAll('shop 1', 'shop 98'), '', 400, /shop 98/],
  ['no time column', 'store,sales\nshop 1,1\n', '', 400, /no column/],
  ['a row without a time', 'date,store,sales\n,shop 1,1\n', '', 400, /Row 0 has no time/],
  ['another date format', 'date,store,sales\n31/12/2024,shop 1,1\n', '', 400, /is not a date like/],
  [
    'a time between two days',
    'date,store,sales\n2024-03-01T05:00:00Z,shop 1,1\n',
    '?relaxKnownInAdvanceFeaturesCheck=true',
    400,
    /between two steps/,
  ],
])('%s is refused', async (_, body, query, status, said) => {
  const refused = await forecast(body, query);
  expect(refused.status).toBe(status);
  expect(refused.text).toMatch(said);
});

test('what is known in advance may be left out when that is said', async () => {
  const { status, body } = await forecast(rows.replace(week, ''), '?relaxKnownInAdvanceFeaturesCheck=true');
  expect(status).toBe(200);
  expect(body.data[0].originalFormatTimestamp).toBe(dayOf(90));
});

test('the features say the first date after the data, which one row alone is forecast for', async () => {
  const { body } = await ask(`GET /api/v2/deployments/${shops.id}/features/?limit=0`, { key: ada.key });
  const dates = body.data.filter(({ nextDate }: { nextDate: string | null }) => nextDate !== null);
  expect(dates).toMatchObject([{ name: 'date', nextDate: `${dayOf(90)}T00:00:00.000Z` }]);
  const answer = await forecast(`date,store,promotion,sales\n${dayOf(90)},shop 1,0,\n`);
  expect([answer.status, answer.body.data[0].timestamp]).toEqual([200, `${dayOf(90)}T00:00:00.000000Z`]);
});
