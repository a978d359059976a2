import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, shopsCsv } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let path: string;
const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  const regions = shopsCsv(4, 90)
    .trim()
    .split('\n')
    .map((line, i) => `${line},${i === 0 ? 'region' : /shop [01],/.test(line) ? 'north' : 'south'}`);
  path = `/api/v2/projects/${await app.shops(key, `${regions.join('\n')}\n`)}/`;
  await app.finished(await app.ask(`POST ${path}multiseriesProperties/`, { key, body: columns }), key);
}, 120_000);
afterAll(() => app.stopWorker());

const aim = (more: object) =>
  app.ask(`PATCH ${path}aim/`, {
    key,
    body: { target: 'sales', mode: 'manual', useTimeSeries: true, cvMethod: 'datetime', ...columns, ...more },
  });

test('422: groups that cannot be', async () => {
  const wrong = async (more: object) => Object.keys((await aim(more)).body.errors);
  expect(await wrong({ crossSeriesGroupByColumns: ['region'] })).toEqual(['crossSeriesGroupByColumns']);
  expect(await wrong({ aggregationType: 'total' })).toEqual(['aggregationType']);
  const used = { useCrossSeriesFeatures: true };
  expect(await wrong({ ...used, crossSeriesGroupByColumns: ['nope'] })).toEqual(['crossSeriesGroupByColumns']);
  expect(await wrong({ ...used, crossSeriesGroupByColumns: ['store'] })).toEqual(['crossSeriesGroupByColumns']);
  expect(await wrong({ ...used, crossSeriesGroupByColumns: ['region', 'store'] })).toEqual([
    'crossSeriesGroupByColumns',
  ]);
});

test('a column that changes within a series: the aim ends with the reason and can be asked for again', async () => {
  const more = { useCrossSeriesFeatures: true, crossSeriesGroupByColumns: ['promotion'] };
  const ended = await app.finished(await aim(more), key);
  expect(ended.body).toMatchObject({ status: 'ERROR' });
  expect(ended.body.message).toContain('promotion changes within a series');
}, 60_000);

test('series of a region are added up by themselves', async () => {
  const more = { useCrossSeriesFeatures: true, crossSeriesGroupByColumns: ['region'], aggregationType: 'total' };
  const aimed = await app.finished(await aim(more), key);
  expect(aimed.body, JSON.stringify(aimed.body)).toMatchObject({ stage: 'modeling' });
  const { data } = (await app.ask(`GET ${path}modelingFeatures/?limit=0`, { key })).body;
  const names: string[] = data.map(({ name }: { name: string }) => name);
  expect(names.filter((name) => name.includes('by region'))).toHaveLength(2);
  expect((await app.ask(`GET ${path}datetimePartitioning/`, { key })).body).toMatchObject({
    useCrossSeriesFeatures: true,
    crossSeriesGroupByColumns: ['region'],
    aggregationType: 'total',
  });
}, 60_000);
