import { expect, test, vi } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { servedApp } from '../../../../test/served-app.ts';
import { upload } from '../../../projects/projects.fixtures.ts';
import { documentsCsv, VECTOR_DATABASES } from '../vector-databases.fixtures.ts';

const { ask, person, platform } = await servedApp();
const { key } = await person();
const PATIENCE = { timeout: 60_000, interval: 20 };

/** Works until everything that was asked for is done. Between these, nobody works: what is asked for waits. */
async function work(...started: readonly { headers: Record<string, unknown> }[]) {
  const worker = await startWorker(platform, { concurrency: 1 });
  for (const { headers } of started) {
    const path = new URL(String(headers.location)).pathname;
    await vi.waitFor(async () => {
      const { status, body } = await ask(`GET ${path}`, { key });
      expect(status === 303 || !['INITIALIZED', 'RUNNING'].includes(body.status)).toBe(true);
    }, PATIENCE);
  }
  await worker.stop();
}

const status = async ({ headers }: { headers: Record<string, unknown> }) =>
  (await ask(`GET ${new URL(String(headers.location)).pathname}`, { key })).body;
const dataset = async (id: string) => (await ask(`GET /api/v2/datasets/${id}/`, { key })).body;

const useCaseId = (await ask('POST /api/v2/useCases/', { key, body: { name: 'Words' } })).body.id;
const { body, headers } = upload({}, { name: 'documents.csv', content: documentsCsv() });
const uploaded = await ask('POST /api/v2/datasets/fromFile/', { key, body, headers });
await work(uploaded);
const building = await ask(`POST ${VECTOR_DATABASES}`, {
  key,
  body: { datasetId: uploaded.body.catalogId, useCaseId, name: 'Handbook' },
});
await work(building);
const one = `${VECTOR_DATABASES}${building.body.id}/`;
const blobsOf = async (id: string) => {
  const keys: string[] = [];
  for await (const blob of platform.blobs.list(`datasets/${id}/`)) keys.push(blob);
  return keys;
};

test('the request writes nothing: a worker does; cancelled before it began, the dataset says so', async () => {
  const exporting = await ask(`POST ${one}datasetExportJobs/`, { key });
  expect(exporting.status).toBe(202);
  const { exportDatasetId, jobId } = exporting.body;
  expect(await blobsOf(exportDatasetId)).toEqual([]);
  expect(await dataset(exportDatasetId)).toMatchObject({ processingState: 'RUNNING', name: 'Handbook (chunks)' });
  expect((await ask(`DELETE /api/v2/genai/status/${jobId}/`, { key })).status).toBe(204);
  expect(await dataset(exportDatasetId)).toMatchObject({ processingState: 'ERROR' });
  const again = await ask(`POST ${one}datasetExportJobs/`, { key });
  await work(again);
  expect(await dataset(again.body.exportDatasetId)).toMatchObject({ processingState: 'COMPLETED', rowCount: 6 });
});

test('a vector database that was deleted meanwhile is not exported: the dataset tells why and keeps nothing', async () => {
  const exporting = await ask(`POST ${one}datasetExportJobs/`, { key });
  expect((await ask(`DELETE ${one}`, { key })).status).toBe(204);
  await work(exporting);
  const { exportDatasetId } = exporting.body;
  expect(await status(exporting)).toMatchObject({
    status: 'ERROR',
    message: expect.stringContaining('vector database'),
  });
  expect(await dataset(exportDatasetId)).toMatchObject({ processingState: 'ERROR' });
  expect(await blobsOf(exportDatasetId)).toEqual([]);
});
