import { beforeAll, expect, test } from 'vitest';
import { call, refusalOf } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { startInstallation } from '../../support/installation.ts';
import { aPerson } from '../../support/people.ts';
import { aDataset } from '../datasets/a-dataset.ts';

let key: string;
beforeAll(async () => {
  key = (await aPerson()).token;
});

const begin = async () => {
  const made = await call('POST', '/api/v2/dataStages/', { key, json: { filename: 'parts.csv' } });
  expect(made.status).toBe(201);
  return `/api/v2/dataStages/${made.body.id}/`;
};
const put = (stage: string, number: number | string, content: string, as = key) => {
  const form = new FormData();
  form.append('file', new Blob([content]), 'part');
  return call('PUT', `${stage}parts/${number}/`, { key: as, body: form });
};

test('201, 200, 202: a file in three parts becomes a dataset', async () => {
  const stage = await begin();
  for (const [number, content] of [
    [2, ',b\n1'],
    [1, 'a'],
    [3, ',2\n3,4\n'],
  ] as const) {
    expect((await put(stage, number, content)).status).toBe(200);
  }
  const final = await call('POST', `${stage}finalize/`, { key });
  expect([final.status, final.body.parts.length]).toEqual([200, 3]);
  const json = { stageId: stage.split('/').at(-2) };
  const { path } = await follow(await call('POST', '/api/v2/datasets/fromStage/', { key, json }), { key });
  expect((await call('GET', path ?? '', { key })).body).toMatchObject({ name: 'parts.csv', rowCount: 2 });
});

test('404, 409, 422: what is not there, is closed, or is missing', async () => {
  const stage = await begin();
  expect((await put(stage, 0, 'x')).status).toBe(404);
  expect((await call('POST', `${stage}finalize/`, { key })).status).toBe(422);
  await put(stage, 3, 'x');
  const missing = await call('POST', `${stage}finalize/`, { key });
  expect([missing.status, missing.body.message]).toEqual([422, expect.stringContaining('1, 2')]);
  const json = { stageId: stage.split('/').at(-2) };
  expect((await call('POST', '/api/v2/datasets/fromStage/', { key, json })).status).toBe(422);
  const dataset = await aDataset('a\n1\n', 'first.csv', key);
  const next = (json: object) => call('POST', `/api/v2/datasets/${dataset.id}/versions/fromStage/`, { key, json });
  expect(refusalOf(await next(json))).toBe('422 data.stage_not_finalized');
  expect(refusalOf(await next({ stageId: '65f000000000000000000001' }))).toBe('404 data.no_such_stage');
  await put(stage, 1, 'a\n');
  await put(stage, 2, '1\n');
  await call('POST', `${stage}finalize/`, { key });
  expect((await put(stage, 4, 'x')).status).toBe(409);
  expect((await put(stage, 1, 'x', (await aPerson()).token)).status).toBe(404);
  expect((await call('POST', `${stage}finalize/`, { key: null })).status).toBe(401);
});

test('422: a part without a file says how one is sent', async () => {
  const form = new FormData();
  form.append('part', new Blob(['a']), 'part');
  const refused = await call('PUT', `${await begin()}parts/1/`, { key, body: form });
  expect([refusalOf(refused), refused.body.message]).toEqual([
    '422 data.part_without_file',
    'A part is sent as multipart/form-data with one file in the field "file"; got a file in "part".',
  ]);
});

test('413: all parts together are no larger than a file may be', async () => {
  const site = await startInstallation({ ALMANAC_WORKERS: '0', ALMANAC_MAX_UPLOAD_BYTES: '1000' });
  try {
    const at = { url: site.url, key: site.adminKey };
    const { id } = (await call('POST', '/api/v2/dataStages/', { ...at, json: { filename: 'x.csv' } })).body;
    const send = (number: number) => {
      const form = new FormData();
      form.append('file', new Blob(['x'.repeat(600)]), 'part');
      return call('PUT', `/api/v2/dataStages/${id}/parts/${number}/`, { ...at, body: form });
    };
    expect((await send(1)).status).toBe(200);
    const refused = await send(2);
    expect([refusalOf(refused), refused.body.message]).toEqual([
      '413 data.stage_too_large',
      expect.stringContaining('1000 is the most (ALMANAC_MAX_UPLOAD_BYTES)'),
    ]);
    // Sent again, a part replaces what was there.
    expect((await send(1)).status).toBe(200);
  } finally {
    await site.stop();
  }
});
