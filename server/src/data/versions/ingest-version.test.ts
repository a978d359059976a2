import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { servedApp } from '../../../test/served-app.ts';
import { form } from '../datasets/datasets.fixtures.ts';

const { ask, person, platform } = await servedApp();
const { key } = await person({ organization: 'One' });

const upload = async (content: string) =>
  (await ask('POST /api/v2/datasets/fromFile/', { key, ...form(content, 'a.csv') })).body;
const version = async (begun: { catalogId: string; catalogVersionId: string }) =>
  (await ask(`GET /api/v2/datasets/${begun.catalogId}/versions/${begun.catalogVersionId}/`, { key })).body;
const blobs = async (id: string) => {
  const keys: string[] = [];
  for await (const one of platform.blobs.list(`datasets/${id}/`)) keys.push(one);
  return keys;
};
const scratch = () => readdir(join(platform.config.dataDir, 'scratch'));

test('cancelled before it began: shown as such at once, and its file is gone with the next reading', async () => {
  const begun = await upload('a\n1\n');
  expect((await version(begun)).processingState).toBe('RUNNING');
  expect((await ask(`GET /api/v2/datasets/${begun.catalogId}/file/`, { key })).status).toBe(409);
  expect((await ask(`DELETE /api/v2/status/${begun.statusId}/`, { key })).status).toBe(204);
  expect(await version(begun)).toMatchObject({ processingState: 'ERROR', error: expect.stringMatching(/cancelled/) });
  expect(await blobs(begun.catalogId)).toHaveLength(1);
  const next = await upload('a\n1\n');
  const worker = await startWorker(platform, { concurrency: 1 });
  await vi.waitFor(async () => expect((await version(next)).processingState).toBe('COMPLETED'), { timeout: 60_000 });
  await worker.stop();
  expect(await blobs(begun.catalogId)).toEqual([]);
  expect((await version(begun)).processingState).toBe('ERROR');
});

test('cancelled while it runs: ends soon and leaves nothing; stopped with its worker: done by the next', async () => {
  const line = `${'x'.repeat(50)},${'1234.5,'.repeat(30)}1\n`;
  const names = Array.from({ length: 32 }, (_, i) => `c${i}`).join(',');
  const large = `${names}\n${line.repeat(300_000)}`;
  const begun = await upload(large);
  const kept = await upload(large.slice(0, large.length / 4 - ((large.length / 4 - names.length - 1) % line.length)));
  const first = await startWorker(platform, { concurrency: 1 });
  const running = async () => (await ask(`GET /api/v2/status/${begun.statusId}/`, { key })).body.description;
  await vi.waitFor(async () => expect(await running()).toBe('Reading the file'), { timeout: 60_000, interval: 5 });
  expect((await ask(`DELETE /api/v2/status/${begun.statusId}/`, { key })).status).toBe(204);
  await vi.waitFor(async () => expect(await blobs(begun.catalogId)).toEqual([]), { timeout: 60_000 });
  // The job is known to be cancelled before the reading has tidied up and written its own last word.
  await vi.waitFor(
    async () =>
      expect(await version(begun)).toMatchObject({ processingState: 'ERROR', error: 'The reading was cancelled.' }),
    { timeout: 60_000 },
  );
  await first.stop();
  expect(await scratch()).toEqual([]);
  const second = await startWorker(platform, { concurrency: 1 });
  await vi.waitFor(async () => expect((await version(kept)).processingState).toBe('COMPLETED'), { timeout: 60_000 });
  await second.stop();
  expect(await scratch()).toEqual([]);
});
