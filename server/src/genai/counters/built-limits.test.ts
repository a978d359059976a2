import { expect, test, vi } from 'vitest';
import { VECTOR_DATABASES, vectorApp } from '../vector-databases/vector-databases.fixtures.ts';

const { ask, someone, finished, dataset, vectorDatabase } = await vectorApp({ ALMANAC_VECTOR_DATABASE_LIMIT: '1' });
const used = async (key: string) => (await ask('GET /api/v2/genai/userLimits/vectorDatabases/', { key })).body.counter;

test('vector databases: failed and cancelled ones leave the place free, a deleted one does not', async () => {
  const { key, useCaseId } = await someone();
  const empty = await dataset(key, 'document,document_file_path\n ,a.txt\n');
  const failed = await ask(`POST ${VECTOR_DATABASES}`, { key, body: { datasetId: empty, useCaseId } });
  expect((await finished(failed, key)).body).toMatchObject({
    status: 'ERROR',
    message: expect.stringContaining('no text'),
  });
  // Each of a million pieces is found only after the rest of the text was looked at: it is being cut until cancelled.
  const datasetId = await dataset(key, `document,document_file_path\n"${'a'.repeat(1_000_000)}",a.txt\n`);
  const chunkingParameters = { separators: ['a*b|a'], isSeparatorRegex: true };
  const stuck = await ask(`POST ${VECTOR_DATABASES}`, {
    key,
    body: { datasetId, useCaseId, chunkingParameters },
  });
  const one = `${VECTOR_DATABASES}${stuck.body.id}/`;
  const state = async () => (await ask(`GET ${one}`, { key })).body;
  await vi.waitFor(async () => expect((await state()).executionStatus).toBe('RUNNING'), { timeout: 60_000 });
  expect((await ask(`POST ${VECTOR_DATABASES}`, { key, body: { datasetId, useCaseId } })).status).toBe(403);
  const cancelled = new URL(String(stuck.headers.location)).pathname;
  expect((await ask(`DELETE ${cancelled}`, { key })).status).toBe(204);
  await vi.waitFor(
    async () =>
      expect(await state()).toMatchObject({ executionStatus: 'ERROR', errorMessage: 'The building was cancelled.' }),
    { timeout: 60_000 },
  );
  expect(await used(key)).toBe(0);
  await vi.waitFor(
    async () =>
      expect(await vectorDatabase(key, { datasetId, useCaseId })).toMatchObject({ executionStatus: 'COMPLETED' }),
    { timeout: 60_000 },
  );
  expect(await used(key)).toBe(1);
  const [made] = (await ask(`GET ${VECTOR_DATABASES}?completedOnly=true`, { key })).body.data;
  expect((await ask(`DELETE ${VECTOR_DATABASES}${made.id}/`, { key })).status).toBe(204);
  const refused = await ask(`POST ${VECTOR_DATABASES}`, { key, body: { datasetId, useCaseId } });
  expect([refused.status, refused.body]).toEqual([
    403,
    {
      detail: expect.stringMatching(
        /allows each person 1 vector databases; you have completed 1\..*ALMANAC_VECTOR_DATABASE_LIMIT/,
      ),
    },
  ]);
  expect(await used(key)).toBe(1);
});
