import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { stageToBlob, takeStage } from './stages.ts';

const now = movableClock();
const { platform, ask, person } = await servedApp({ now, settings: { ALMANAC_MAX_UPLOAD_BYTES: '100' } });
const owner = await person({ organization: 'One' });
const colleague = await person({ organization: 'One', role: 'admin' });

const create = async (filename = 'sales.csv') =>
  (await ask('POST /api/v2/dataStages/', { key: owner.key, body: { filename } })).body.id as string;
const finalize = (id: string, key = owner.key) => ask(`POST /api/v2/dataStages/${id}/finalize/`, { key });
const put = (id: string, number: number | string, content: string, { key = owner.key, field = 'file' } = {}) =>
  ask(`PUT /api/v2/dataStages/${id}/parts/${number}/`, {
    key,
    headers: { 'content-type': 'multipart/form-data; boundary=cut' },
    body: `--cut\r\ncontent-disposition: form-data; name="${field}"; filename="part"\r\n\r\n${content}\r\n--cut--\r\n`,
  });
const blobs = async (prefix: string) => {
  const keys: string[] = [];
  for await (const key of platform.blobs.list(prefix)) keys.push(key);
  return keys;
};
const actor = { ...owner, userId: owner.id } as never;
const take = (id: string) => platform.db.transaction((tx) => takeStage(tx, actor, now(), id));
const signal = new AbortController().signal;

test('201, 200: parts in any order become one file, in the order of their numbers', async () => {
  const made = await ask('POST /api/v2/dataStages/', { key: owner.key, body: { filename: 'sales.csv' } });
  expect([made.status, made.body.filename, made.body.expiresAt]).toEqual([
    201,
    'sales.csv',
    '2026-01-02T00:00:00.000Z',
  ]);
  const { id } = made.body;
  for (const [number, content] of [
    [3, '3,4\n'],
    [1, 'a,b\n'],
    [2, '1,'],
    [2, '1,2\n'],
  ] as const) {
    const answer = await put(id, number, content);
    expect([answer.status, answer.body]).toEqual([200, { number, size: content.length }]);
  }
  expect((await finalize(id)).body.parts).toEqual([1, 2, 3].map((number) => ({ number, size: 4 })));
  expect((await finalize(id)).status).toBe(200);
  expect(await take(id)).toEqual({ filename: 'sales.csv' });
  expect(await stageToBlob(platform, id, 'test/whole', { signal })).toBe(12);
  expect(await text(await platform.blobs.read('test/whole'))).toBe('a,b\n1,2\n3,4\n');
  expect(await blobs(`stages/${id}/`)).toHaveLength(3);
  expect(await blobs('incoming/')).toEqual([]);
});

test('404: a stage exists for its owner alone', async () => {
  const id = await create();
  for (const answer of [await put(id, 1, 'x', { key: colleague.key }), await finalize(id, colleague.key)]) {
    expect(answer.status).toBe(404);
    expect(answer.body.message).toContain('stages belong to who made them');
  }
  expect((await finalize('nothing')).status).toBe(404);
  expect((await ask(`POST /api/v2/dataStages/${id}/finalize/`)).status).toBe(401);
  expect(await blobs('incoming/')).toEqual([]);
});

test('404, 422: numbers that are none, a part without a file, a stage without a name', async () => {
  const id = await create();
  for (const number of ['0', '-1', '1.5', '01', 'x', '10001', '99999999999']) {
    expect([number, (await put(id, number, 'x')).status]).toEqual([number, 404]);
  }
  const wrong = await put(id, 1, 'x', { field: 'data' });
  expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringContaining('got a file in "data"')]);
  for (const body of [{}, { filename: '' }, { filename: 'a', colour: 'red' }]) {
    expect((await ask('POST /api/v2/dataStages/', { key: owner.key, body })).status).toBe(422);
  }
});

test('422: missing parts are named; nothing can be made of a stage that is not whole', async () => {
  const id = await create();
  expect((await finalize(id)).body.message).toContain('has no parts');
  await put(id, 2, 'x');
  await put(id, 5, 'x');
  const answer = await finalize(id);
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('missing: 1, 3, 4.')]);
  await expect(take(id)).rejects.toThrow('is not finalized');
});

test('409: a finalized stage takes no more parts', async () => {
  const id = await create();
  await put(id, 1, 'x');
  await finalize(id);
  expect((await put(id, 2, 'y')).status).toBe(409);
  expect(await blobs(`stages/${id}/`)).toHaveLength(1);
});

test('413: the parts together are not larger than an upload may be', async () => {
  const id = await create();
  expect((await put(id, 1, 'x'.repeat(60))).status).toBe(200);
  const answer = await put(id, 2, 'y'.repeat(60));
  expect([answer.status, answer.body.message]).toEqual([413, expect.stringContaining('120 bytes; 100 is the most')]);
  expect((await put(id, 1, 'x'.repeat(100))).status).toBe(200);
});

test('a stage nobody used for a day is gone, and its parts with it', async () => {
  const [old, used] = [await create(), await create()];
  await put(old, 1, 'x');
  now.moveSeconds(13 * 3600);
  await put(used, 1, 'x');
  now.moveSeconds(12 * 3600);
  expect((await put(old, 2, 'x')).status).toBe(404);
  const worker = await startWorker(platform, { concurrency: 1 });
  await create();
  await expect.poll(() => blobs(`stages/${old}/`), { timeout: 20_000 }).toEqual([]);
  await worker.stop();
  expect(await blobs(`stages/${used}/`)).toHaveLength(1);
  expect((await finalize(used)).status).toBe(200);
});
