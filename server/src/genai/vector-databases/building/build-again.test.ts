import { expect, test } from 'vitest';
import type { JobRun } from '#platform/context.ts';
import { anActor } from '#platform/jobs/jobs.fixtures.ts';
import { JobInterrupted } from '#platform/jobs/jobs.ts';
import { indexPrefix } from '../find-hits.ts';
import { VECTOR_DATABASES, vectorApp } from '../vector-databases.fixtures.ts';
import { buildJob } from './build.job.ts';

const { ask, person, dataset, vectorDatabase, platform } = await vectorApp();
const { key, id: userId, organizationId } = await person();
const useCaseId = (await ask('POST /api/v2/useCases/', { key, body: { name: 'Words' } })).body.id;
const datasetId = await dataset(key);

const counter = async () => (await ask('GET /api/v2/genai/userLimits/vectorDatabases/', { key })).body.counter;
const filesOf = async (id: string) => {
  const keys: string[] = [];
  for await (const one of platform.blobs.list(indexPrefix(id))) keys.push(one);
  return keys;
};

/** The same work given to a worker once more, as when the one before died or lost its lease. */
function again(vectorDatabaseId: string, more: Partial<JobRun> = {}) {
  const run: JobRun = {
    jobId: 'again',
    attempt: 2,
    signal: new AbortController().signal,
    actor: anActor({ userId, organizationId }),
    progress: async () => undefined,
    ...more,
  };
  return buildJob.run(platform, { vectorDatabaseId, repointFrom: null }, run);
}

/** As a worker leaves it that died in the middle. */
const leftRunning = (id: string) =>
  platform.db.pool.query(`UPDATE genai_vector_databases SET execution_status = 'RUNNING' WHERE id = $1`, [id]);

test('made once, counted once: a worker that is given it again finds it made', async () => {
  const { id } = await vectorDatabase(key, { datasetId, useCaseId });
  expect(await counter()).toBe(1);
  expect(await again(id)).toEqual({ location: `${VECTOR_DATABASES}${id}/` });
  expect(await counter()).toBe(1);
});

test('of two workers that make it at once, one is counted, and the other takes nothing away', async () => {
  const { id } = await vectorDatabase(key, { datasetId, useCaseId });
  const before = await counter();
  await leftRunning(id);
  const ended = await Promise.allSettled([again(id), again(id)]);
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await counter()).toBe(before + 1);
  const found = await ask(`POST ${VECTOR_DATABASES}${id}/search/`, { key, body: { query: 'bicycle' } });
  expect([found.status, (await ask(`GET ${VECTOR_DATABASES}${id}/`, { key })).body.executionStatus]).toEqual([
    200,
    'COMPLETED',
  ]);
  expect(await filesOf(id)).toHaveLength(3);
});

test('a worker that lost its lease, or stops, leaves files and row to the next; a cancelled one leaves nothing', async () => {
  const { id } = await vectorDatabase(key, { datasetId, useCaseId });
  const before = await counter();
  for (const why of ['lease lost', 'stopping', 'cancelled'] as const) {
    await leftRunning(id);
    const reason = new JobInterrupted(why);
    const stopped = again(id, { signal: AbortSignal.abort(reason), progress: () => Promise.reject(reason) });
    await expect(stopped).rejects.toBe(reason);
    const { executionStatus, errorMessage } = (await ask(`GET ${VECTOR_DATABASES}${id}/`, { key })).body;
    const isOver = why === 'cancelled';
    expect([executionStatus, errorMessage]).toEqual(
      isOver ? ['ERROR', 'The building was cancelled.'] : ['RUNNING', null],
    );
    expect(await filesOf(id)).toHaveLength(isOver ? 0 : 3);
  }
  expect(await counter()).toBe(before);
});

test('one that was deleted while it was made leaves nothing and counts for nothing', async () => {
  const { id } = await vectorDatabase(key, { datasetId, useCaseId });
  const before = await counter();
  await leftRunning(id);
  let deleted = false;
  const progress = async (done: number) => {
    if (done < 0.9 || deleted) return;
    deleted = true;
    expect((await ask(`DELETE ${VECTOR_DATABASES}${id}/`, { key })).status).toBe(204);
  };
  await expect(again(id, { progress })).rejects.toThrow();
  expect([await counter(), await filesOf(id)]).toEqual([before, []]);
});
