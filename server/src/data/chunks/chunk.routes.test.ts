import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { servedApp } from '../../../test/served-app.ts';
import { chunksOf, readChunk } from './read-chunk.ts';

const { platform, ask, person } = await servedApp({ settings: { ALMANAC_CHUNK_ROWS: '10' } });
const owner = await person({ permissions: ['ENABLE_DATA_CHUNKING_SERVICE'] });
const other = await person({ permissions: ['ENABLE_DATA_CHUNKING_SERVICE'] });
const plain = await person();
const { signal } = new AbortController();
let worker: Awaited<ReturnType<typeof startWorker>>;
let datasetId: string;
let path: string;

/** 25 rows: every fifth is a yes, days count upwards while amounts count downwards. */
const csv = () =>
  `day,amount,bought\n${Array.from({ length: 25 }, (_, i) => {
    const day = new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
    return `${day},${100 - i},${i % 5 === 0 ? 'yes' : 'no'}`;
  }).join('\n')}\n`;

const post = (line: string, body?: object, key = owner.key) =>
  ask(`POST /api/v2/${line}`, { key, ...(body ? { body } : {}) });

beforeAll(async () => {
  worker = await startWorker(platform, { concurrency: 1 });
  const edge = 'edge';
  const body = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${csv()}\r\n--${edge}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}` };
  const begun = await ask('POST /api/v2/datasets/fromFile/', { key: owner.key, body, headers });
  datasetId = begun.body.catalogId;
  await eventually(async () => {
    const { status, body: one } = await ask(`GET /api/v2/datasets/${datasetId}/`, { key: owner.key });
    return status === 200 && one.processingState === 'COMPLETED';
  }, 60);
}, 90_000);
afterAll(() => worker.stop());

async function writeDefinition(body: object): Promise<string> {
  const made = await post(`${path}chunkDefinitions/`, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const one = `${path}chunkDefinitions/${made.body.id}/`;
  expect((await post(`${one}analyze/`)).status).toBe(202);
  await eventually(async () => (await ask(`GET /api/v2/${one}`, { key: owner.key })).body.chunkDefinitionStats, 60);
  return made.body.id;
}

async function amounts(id: string): Promise<number[][]> {
  const all: number[][] = [];
  for (let index = 0; index < (await chunksOf(platform, id)).chunks; index++) {
    const { frame, numbers } = await readChunk(platform, id, index, { signal });
    const column = frame.columns.find(({ name }) => name === 'amount');
    const values = column?.kind === 'numeric' ? [...column.values] : [];
    expect(values).toEqual([...numbers].map((number) => 100 - number));
    all.push(values);
  }
  return all;
}

test('403, 404, 422: without the flag, of somebody else, of nothing', async () => {
  const refused = await post('datasetDefinitions/', { datasetId }, plain.key);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    expect.stringContaining('ENABLE_DATA_CHUNKING_SERVICE'),
  ]);
  expect((await post('datasetDefinitions/', { datasetId: 'nothing' })).status).toBe(404);
  expect((await post('datasetDefinitions/', { datasetId, colour: 'red' })).status).toBe(422);
  expect((await ask('GET /api/v2/datasetDefinitions/nothing/', { key: owner.key })).status).toBe(404);
});

test('201, 204: a dataset becomes a source of chunks', async () => {
  const made = await post('datasetDefinitions/', { datasetId, name: 'Days' });
  expect([made.status, made.body]).toMatchObject([201, { name: 'Days', datasetProps: { datasetId } }]);
  path = `datasetDefinitions/${made.body.id}/`;
  expect((await post(`${path}chunkDefinitions/`, {})).body.message).toContain('was not analyzed');
  expect((await post(`${path}analyze/`)).status).toBe(204);
  expect((await post(`${path}analyze/`)).status).toBe(204);
  const seen = (await ask(`GET /api/v2/${path}`, { key: owner.key })).body;
  expect(seen.datasetInfo).toMatchObject({ totalRows: 25, columns: ['day', 'amount', 'bought'], version: 1 });
  const versions = (await ask(`GET /api/v2/${path}versions/`, { key: owner.key })).body;
  expect([versions.totalCount, versions.data[0].datasetInfo.totalRows]).toEqual([1, 25]);
  expect((await ask(`GET /api/v2/${path}?version=2`, { key: owner.key })).status).toBe(404);
  expect((await ask(`GET /api/v2/${path}`, { key: other.key })).status).toBe(404);
  expect((await ask('GET /api/v2/datasetDefinitions/', { key: owner.key })).body.totalCount).toBe(1);
});

test('chunks by columns, by share of a class, by date and without a pattern', async () => {
  const ordered = await amounts(await writeDefinition({ orderByColumns: ['amount'] }));
  expect(ordered.map((chunk) => chunk.length)).toEqual([10, 10, 5]);
  expect(ordered.flat()).toEqual(Array.from({ length: 25 }, (_, i) => 76 + i));
  const descending = await amounts(await writeDefinition({ orderByColumns: ['amount'], isDescendingOrder: true }));
  expect(descending.flat()).toEqual(Array.from({ length: 25 }, (_, i) => 100 - i));
  const random = await amounts(await writeDefinition({}));
  expect(random.flat().sort((a, b) => a - b)).toEqual(ordered.flat());
  expect(random.flat()).not.toEqual(ordered.flat());
  const shares = await amounts(await writeDefinition({ partitionMethod: 'stratified', targetColumn: 'bought' }));
  expect(shares.map((chunk) => chunk.filter((amount) => (100 - amount) % 5 === 0).length)).toEqual([2, 2, 1]);
  const dated = await writeDefinition({
    partitionMethod: 'date',
    datetimePartitionColumn: 'day',
    otvTrainingEndDate: '2024-01-21',
    otvValidationStartDate: '2024-01-06',
    otvValidationEndDate: '2024-01-11T00:00:00Z',
  });
  const days = Array.from({ length: 20 }, (_, i) => 100 - i).filter((amount) => amount > 95 || amount <= 90);
  expect((await amounts(dated)).flat()).toEqual(days);
  const seen = (await ask(`GET /api/v2/${path}chunkDefinitions/${dated}/`, { key: owner.key })).body;
  expect(seen.rowsChunkDefinition).toMatchObject({ otvLatestTimestamp: '2024-01-20T00:00:00.000Z' });
  expect(seen.chunkDefinitionStats).toMatchObject({ numberOfRowsPerChunk: 10, totalNumberOfChunks: 2 });
}, 120_000);

test('422, 409: what cannot be cut, and what was cut already', async () => {
  const wrong = await post(`${path}chunkDefinitions/`, {
    orderByColumns: ['colour'],
    userGroupColumn: 'bought',
    chunkingStrategyType: 'features',
    otvTrainingEndDate: '2024-01-21',
  });
  expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
    422,
    ['chunkingStrategyType', 'orderByColumns', 'otvTrainingEndDate', 'userGroupColumn'],
  ]);
  const date = await post(`${path}chunkDefinitions/`, { partitionMethod: 'date', datetimePartitionColumn: 'amount' });
  expect(date.body.errors.datetimePartitionColumn).toContain('no date');
  const id = await writeDefinition({ orderByColumns: ['day'] });
  const one = `/api/v2/${path}chunkDefinitions/${id}/`;
  const updates = { isDescendingOrder: true };
  expect((await ask(`PATCH ${one}`, { key: owner.key, body: { updates } })).status).toBe(409);
  const body = { updates, operations: { forceUpdate: true } };
  const changed = await ask(`PATCH ${one}`, { key: owner.key, body });
  expect([changed.status, changed.body.chunkDefinitionStats]).toEqual([200, undefined]);
  await expect(readChunk(platform, id, 0, { signal })).rejects.toThrow('are not written yet');
  expect((await ask(`DELETE ${one}`, { key: other.key })).status).toBe(404);
  expect((await ask(`DELETE ${one}`, { key: owner.key })).status).toBe(204);
  expect((await ask(`DELETE /api/v2/${path}`, { key: owner.key })).status).toBe(204);
  const left: string[] = [];
  for await (const key of platform.blobs.list(`datasets/${datasetId}/chunks/`)) left.push(key);
  expect(left).toEqual([]);
}, 60_000);
