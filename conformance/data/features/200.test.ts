import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aTable, COLUMNS } from './a-table.ts';

const { key, path, versionPath } = await aTable();
const get = (rest: string) => call('GET', rest, { key });

test.each([path, versionPath])('columns are described, in every order: %s', async (place) => {
  const { status, body } = await get(`${place}allFeaturesDetails/?orderBy=id&includePlot=true&includeDataQuality=True`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ count: 5, totalCount: 5, next: null, previous: null });
  expect(body.data.map((feature: { name: string }) => feature.name)).toEqual(COLUMNS);
  expect(body.data[0]).toMatchObject({
    featureType: 'Date',
    dateFormat: '%Y-%m-%d',
    timeSeriesEligible: true,
    timeSeriesEligibilityReason: 'suitable',
    timeStep: 1,
    timeUnit: 'DAY',
  });
  expect(body.data[2]).toMatchObject({ featureType: 'Numeric', min: 0, max: 43.5, median: 21.75, naCount: 0 });
  for (const field of 'name featureType unique missing stddev mean median min max dataQualityIssues'.split(' ')) {
    for (const order of [field, `-${field}`]) {
      expect((await get(`${place}allFeaturesDetails/?orderBy=${order}`)).status).toBe(200);
    }
  }
});

test.each([path, versionPath])('a column has a histogram, whatever its name: %s', async (place) => {
  for (const name of COLUMNS) {
    const { status, body } = await get(`${place}featureHistograms/${encodeURIComponent(name)}/?binLimit=10`);
    expect(status).toBe(200);
    expect(body.plot.reduce((sum: number, bin: { count: number }) => sum + bin.count, 0)).toBe(30);
    expect(body.plot.length).toBeLessThanOrEqual(10);
  }
});

test.each([path, versionPath])('the first rows are shown: %s', async (place) => {
  const { status, body } = await get(`${place}rows/?limit=1`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ columns: COLUMNS, data: [['2024-01-01', 'south', '0.0', '0', '7']], totalCount: 30 });
});
