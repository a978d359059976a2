import { expect, test } from 'vitest';
import { catalogue } from '../datasets/datasets.fixtures.ts';

const { ask, person, dataset, upload, settled } = await catalogue();
const ann = await person();

const rows = Array.from({ length: 40 }, (_, i) => i);
const NAMES = ['day', 'store', 'sales', 'a/b', '50%', 'say "hi"', 'select', 'ünï'];
const line = (i: number) =>
  [`2021-03-${String((i % 28) + 1).padStart(2, '0')}`, i % 3, i * 1.5, i % 2, i, i % 4, 7, i % 5 === 0 ? '' : 'x'].join(
    ',',
  );
const CSV = [NAMES.map((name) => `"${name.replaceAll('"', '""')}"`).join(','), ...rows.map(line)].join('\n');
const id = await dataset(ann.key, CSV);
const base = `/api/v2/datasets/${id}`;
const get = (path: string, key = ann.key) => ask(`GET ${base}/${path}`, { key });
const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);
const versionId = (await ask(`GET ${base}/`, { key: ann.key })).body.versionId as string;

test('every column is described as clients expect', async () => {
  const { status, body } = await get('allFeaturesDetails/?orderBy=id');
  expect(status).toBe(200);
  expect(body).toMatchObject({ count: 8, totalCount: 8, next: null });
  expect(names({ body })).toEqual(NAMES);
  expect(body.data[2]).toMatchObject({
    id: 2,
    datasetId: id,
    datasetVersionId: versionId,
    name: 'sales',
    featureType: 'Numeric',
    lowInformation: false,
    uniqueCount: 40,
    naCount: 0,
    min: 0,
    max: 58.5,
    mean: 29.25,
    median: 29.25,
    timeSeriesEligible: false,
    timeSeriesEligibilityReason: 'notADate',
  });
  expect(body.data[0]).toMatchObject({
    featureType: 'Date',
    dateFormat: '%Y-%m-%d',
    timeSeriesEligibilityReason: 'notUnique',
  });
  expect(body.data[6]).toMatchObject({ lowInformation: true, lowInformationReason: 'constant' });
  expect(body.data[2]).not.toHaveProperty('plot');
  expect(body.data[2]).not.toHaveProperty('dataQualities');
  expect((await get(`versions/${versionId}/allFeaturesDetails/?orderBy=id`)).body.data).toEqual(body.data);
});

test('plots and data quality come when asked for', async () => {
  const { body } = await get('allFeaturesDetails/?orderBy=id&includePlot=True&includeDataQuality=true');
  expect(body.data[1].plot).toEqual([
    { label: '0', count: 14 },
    { label: '1', count: 13 },
    { label: '2', count: 13 },
  ]);
  expect(body.data[1]).toMatchObject({ dataQualities: 'NO_ISSUES_FOUND', dataQualityIssues: [] });
});

const orders = [
  'name',
  'id',
  'featureType',
  'unique',
  'missing',
  'stddev',
  'mean',
  'median',
  'min',
  'max',
  'dataQualityIssues',
];
test.each(orders.flatMap((order) => [order, `-${order}`]))('can be ordered by %s', async (order) => {
  const answer = await get(`allFeaturesDetails/?orderBy=${order}`);
  expect([answer.status, answer.body.count]).toEqual([200, 8]);
});

test('figures are ordered as numbers, columns without one last', async () => {
  const up = await get('allFeaturesDetails/?orderBy=max');
  expect(names(up).slice(0, 6)).toEqual(['a/b', 'store', 'say "hi"', 'select', '50%', 'sales']);
  const down = await get('allFeaturesDetails/?orderBy=-max');
  expect(names(down).slice(0, 6)).toEqual(['sales', '50%', 'select', 'say "hi"', 'store', 'a/b']);
  expect(names(down).at(-1)).toBe('ünï');
  expect(names(await get('allFeaturesDetails/?orderBy=-missing'))[0]).toBe('ünï');
});

test('by default they are ordered by name; pages follow one another', async () => {
  const all = names(await get('allFeaturesDetails/'));
  expect(all).toEqual([...all].sort((a, b) => a.localeCompare(b)));
  const first = await get('allFeaturesDetails/?limit=5');
  expect(first.body.next).toMatch(/offset=5&limit=5|limit=5&offset=5/);
  const second = await ask(`GET ${new URL(first.body.next).pathname}${new URL(first.body.next).search}`, {
    key: ann.key,
  });
  expect([...names(first), ...names(second)]).toEqual(all);
});

test('they can be searched and cut to a feature list', async () => {
  expect(names(await get('allFeaturesDetails/?searchFor=S'))).toEqual(['sales', 'say "hi"', 'select', 'store']);
  expect(names(await get('allFeaturesDetails/?searchFor=%25'))).toEqual(['50%']);
  const list = await ask(`POST ${base}/featurelists/`, {
    key: ann.key,
    body: { name: 'Two', features: ['day', 'a/b'] },
  });
  expect(names(await get(`allFeaturesDetails/?featurelistId=${list.body.id}`))).toEqual(['a/b', 'day']);
  const unknown = await get('allFeaturesDetails/?featurelistId=0123456789abcdef01234567');
  expect([unknown.status, unknown.body.errors]).toMatchObject([422, { featurelistId: expect.any(String) }]);
});

test.each(['orderBy=importance', 'limit=0', 'limit=1001', 'offset=-1', 'includePlot=maybe', 'sortBy=name'])(
  'refuses %s and names it',
  async (query) => {
    const { status, body } = await get(`allFeaturesDetails/?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
  },
);

test.each(NAMES)('has a histogram of the column called %s', async (name) => {
  const { status, body } = await get(`featureHistograms/${encodeURIComponent(name)}/`);
  expect(status).toBe(200);
  const total = body.plot.reduce((sum: number, bin: { count: number }) => sum + bin.count, 0);
  expect(total).toBe(name === 'ünï' ? 32 : 40);
  const version = await get(`versions/${versionId}/featureHistograms/${encodeURIComponent(name)}`);
  expect(version.body).toEqual(body);
});

test('a histogram has at most so many bins, and loses no row', async () => {
  const { body } = await get('featureHistograms/sales/?binLimit=4&usePlot2=true');
  expect(body.plot.length).toBeLessThanOrEqual(4);
  expect(body.plot.reduce((sum: number, bin: { count: number }) => sum + bin.count, 0)).toBe(40);
});

test('refuses histograms that cannot be', async () => {
  expect((await get('featureHistograms/nothing/')).status).toBe(404);
  expect((await get('featureHistograms/sales/?binLimit=0')).body.errors).toHaveProperty('binLimit');
  expect((await get('featureHistograms/sales/?key=a')).body.errors).toHaveProperty('key');
});

test('shows the first rows as text', async () => {
  const { status, body } = await get('rows/?limit=2&offset=1');
  expect(status).toBe(200);
  expect(body).toMatchObject({ columns: NAMES, count: 2, totalCount: 40, rowCount: 40 });
  expect(body.data[0]).toEqual(['2021-03-02', '1', '1.5', '1', '1', '1', '7', 'x']);
  expect(body.resultSchema[2]).toEqual({ name: 'sales', dataType: 'DOUBLE' });
  expect((await get(`versions/${versionId}/rows/`)).body.data).toHaveLength(40);
});

test('a dataset that was not read has no columns: the reason is told', async () => {
  const begun = await upload(ann.key, 'a,b\n1,2\n3,"4\n', { name: 'broken.csv' });
  const record = await settled(ann.key, begun);
  expect(record.body.processingState).toBe('ERROR');
  const answer = await ask(`GET /api/v2/datasets/${begun.body.catalogId}/allFeaturesDetails/`, { key: ann.key });
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('could not be read')]);
});

test('others do not see it: another person and another organization get 404', async () => {
  const bob = await person();
  for (const path of ['allFeaturesDetails/', 'featureHistograms/sales/', 'rows/', `versions/${versionId}/rows/`]) {
    expect((await get(path, bob.key)).status).toBe(404);
  }
  const outsider = await ask('GET /api/v2/datasets/0123456789abcdef01234567/allFeaturesDetails/', { key: ann.key });
  expect(outsider.status).toBe(404);
  expect((await get('versions/0123456789abcdef01234567/allFeaturesDetails/')).status).toBe(404);
});
