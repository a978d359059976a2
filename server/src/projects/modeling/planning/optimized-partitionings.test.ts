import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, shopsCsv } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let path: string;
let id: string;

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  path = `/api/v2/projects/${await app.shops(key, shopsCsv(2, 90))}/`;
}, 120_000);
afterAll(() => app.stopWorker());

const get = (what: string) => app.ask(`GET ${path}${what}`, { key });
const rows = { datetimePartitionColumn: 'date', numberOfBacktests: 2, validationDuration: 'P10D', target: 'sales' };

test('202: backtests with the rows of each, from the data', async () => {
  const made = await app.finished(
    await app.ask(`POST ${path}optimizedDatetimePartitionings/`, { key, body: rows }),
    key,
  );
  id = made.body.datetimePartitioningId;
  expect(made.body).toMatchObject({ numberOfBacktests: 2, totalRowCount: 180, useTimeSeries: false });
  expect(made.body.backtests[0]).toMatchObject({ validationDuration: 'P0Y0M10D', validationRowCount: 20 });
  const list = (await get('optimizedDatetimePartitionings/')).body;
  expect([list.totalCount, list.data[0].datetimePartitioningId]).toEqual([1, id]);
}, 60_000);

test('200: what it was asked with, and its log', async () => {
  const one = `optimizedDatetimePartitionings/${id}/`;
  expect((await get(`${one}datetimePartitioningInput/`)).body).toEqual(rows);
  const log = (await get(`${one}datetimePartitioningLog/?limit=2`)).body;
  expect(log.datetimePartitioningLog.split('\n')).toHaveLength(2);
  expect([log.count, log.totalLogLines > 2, log.next]).toEqual([2, true, expect.stringContaining('offset=2')]);
  const file = await get(`${one}datetimePartitioningLog/file/`);
  expect(file.text).toContain('Backtest 0: trains from 2022-01-01');
});

test('404, 422: nothing, somebody else, a wrong column, a wrong target', async () => {
  expect((await get('optimizedDatetimePartitionings/nothing/')).status).toBe(404);
  const outsider = await app.person({ organization: 'Elsewhere' });
  expect((await app.ask(`GET ${path}optimizedDatetimePartitionings/${id}/`, { key: outsider.key })).status).toBe(404);
  const wrong = async (body: object) =>
    (await app.ask(`POST ${path}optimizedDatetimePartitionings/`, { key, body: { ...rows, ...body } })).body.errors;
  expect(await wrong({ datetimePartitionColumn: 'colour' })).toHaveProperty('datetimePartitionColumn');
  expect(await wrong({ target: 'colour' })).toHaveProperty('target');
  expect(await wrong({ target: null })).toHaveProperty('target');
  expect(await wrong({ datetimePartitioningId: id })).toHaveProperty('datetimePartitioningId');
});

test('an aim that names a partitioning has its backtests; what differs from it is refused', async () => {
  const aim = (more: object) =>
    app.ask(`PATCH ${path}aim/`, {
      key,
      body: { target: 'sales', mode: 'manual', cvMethod: 'datetime', datetimePartitioningId: id, ...more },
    });
  expect((await aim({ datetimePartitioningId: 'nothing' })).body.errors).toHaveProperty('datetimePartitioningId');
  expect((await aim({ target: 'promotion' })).body.errors).toHaveProperty('target');
  expect((await aim({ useTimeSeries: true })).body.errors).toHaveProperty('useTimeSeries');
  const done = await app.finished(await aim({ useTimeSeries: false, modelSplits: 5, disableHoldout: false }), key);
  expect(done.body, JSON.stringify(done.body)).toMatchObject({ stage: 'modeling' });
  const { datetimePartitioningId: _, ...found } = (await get(`optimizedDatetimePartitionings/${id}/`)).body;
  expect((await get('datetimePartitioning/')).body).toEqual(found);
  const late = await app.ask(`POST ${path}optimizedDatetimePartitionings/`, { key, body: rows });
  expect([late.status, late.body.message]).toEqual([422, expect.stringContaining('past choosing a target')]);
}, 60_000);
