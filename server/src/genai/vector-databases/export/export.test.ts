import { expect, test } from 'vitest';
import { aMirror } from '../../../access-sync/graph/graph.fixtures.ts';
import { VECTOR_DATABASES, vectorApp } from '../vector-databases.fixtures.ts';

const { ask, someone, person, dataset, vectorDatabase, finished, platform } = await vectorApp();
const { key, useCaseId } = await someone();
const datasetId = await dataset(key);
const made = await vectorDatabase(key, { datasetId, useCaseId });
const one = `${VECTOR_DATABASES}${made.id}/`;

test('200: every chunk with its vector, whole and in parts', async () => {
  const { status, text, headers } = await ask(`GET ${one}textAndEmbeddings/`, { key });
  expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="${made.id}.jsonl"`]);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(6);
  expect(lines[2]).toMatchObject({ source: 'tyre.txt', metadata: { team: 'garage', year: 2021 } });
  const lengths = lines.map(({ embedding }) => Math.hypot(...embedding));
  expect(new Set(lines.map(({ embedding }) => embedding.length)).size).toBe(1);
  for (const length of lengths) expect(length).toBeCloseTo(1, 3);
  expect((await ask(`GET ${one}textAndEmbeddings/?part=1`, { key })).text).toBe(text);
});

test('202: the chunks as a dataset, which another vector database can be made of', async () => {
  const started = await ask(`POST ${one}datasetExportJobs/`, { key });
  expect(started.body).toMatchObject({ vectorDatabaseId: made.id, jobId: expect.any(String) });
  const { body } = await finished(started, key);
  expect(body).toMatchObject({ datasetId: started.body.exportDatasetId, rowCount: 6, featureCount: 4 });
  const chunkingParameters = { customChunking: true };
  const again = await vectorDatabase(key, { datasetId: body.datasetId, useCaseId, chunkingParameters });
  expect(again).toMatchObject({ executionStatus: 'COMPLETED', chunksCount: 6, metadataColumns: ['team', 'year'] });
});

test('403, 404, 422: bound to a source, of others, parts there are not', async () => {
  const outsider = (await person()).key;
  for (const line of [`GET ${one}textAndEmbeddings/`, `POST ${one}datasetExportJobs/`])
    expect((await ask(line, { key: outsider })).status).toBe(404);
  expect((await ask(`GET ${one}textAndEmbeddings/?part=2`, { key })).status).toBe(422);
  const { connectionId } = await aMirror(platform);
  const bound = await vectorDatabase(key, { datasetId, useCaseId, accessConnectionId: connectionId });
  for (const line of ['GET', 'POST'].map(
    (method, at) => `${method} ${VECTOR_DATABASES}${bound.id}/${['textAndEmbeddings', 'datasetExportJobs'][at]}/`,
  ))
    expect((await ask(line, { key })).status).toBe(403);
});
