import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { withScratchFolder } from '#data';
import { findDeployment, type PredictionRecord } from '#deployments';
import type { JobRun } from '#platform/context.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { following, rowsOf as tableOf } from '../../data/recipes/recipes.fixtures.ts';
import { aDeployment, aRequest, ingestRecords } from '../monitoring.fixtures.ts';
import { exportJob } from './export.job.ts';
import { exportStore } from './export.store.ts';
import { predictionsFile } from './predictions-file.ts';

const app = await servedApp({ now: movableClock('2026-01-02T12:00:00.000Z') });
const { platform, ask, person } = app;
const ada = await person({ username: 'ada', organization: 'one' });
const bob = await person({ username: 'bob', organization: 'two' });
const { key } = ada;
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const { finished } = following(app, key);

const settings = {
  predictionsDataCollection: { enabled: true },
  batchMonitoring: { enabled: true },
  associationId: { columnNames: ['id'], requiredInPredictionRequests: false, autoGenerateId: false },
};
const deployment = await aDeployment(platform, ada, 'binary', { settings });
const { name: target, classes } = deployment.row.target;
const BASE = `/api/v2/deployments/${deployment.id}/`;
const AT = Date.UTC(2026, 0, 1, 10, 30);
const DAY = { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' };
const request = (rows: object[], chances: number[], over: Partial<PredictionRecord> = {}) =>
  aRequest(ada, deployment, {
    input: { format: 'json', bytes: new TextEncoder().encode(JSON.stringify(rows)) },
    answer: { width: 1, values: Float64Array.from(chances) },
    at: AT,
    ...over,
  });
const batchId = (await ask(`POST ${BASE}monitoringBatches/`, { key, body: { batchName: 'January' } })).body.id;
await ingestRecords(platform, [
  request(
    [
      { id: 'one', size: 10, colour: 'red, "dark"' },
      { id: 'two', size: 20.5, colour: 'blue' },
    ],
    [0.25, 0.75],
  ),
  request([{ id: 'three', Size: 'x' }], [0.5], { at: AT + 1000, batchId }),
  request([{ id: 'late', size: 1 }], [0.5], { at: Date.UTC(2026, 0, 2) }),
  request([{ id: 'other', size: 1 }], [0.5], { modelId: 'ffffffffffffffffffffffff' }),
]);
const post = (path: string, body: object) => ask(`POST ${BASE}${path}`, { key, body });
const createExport = async (path: string, body: object) => {
  const { location } = await finished(await post(path, body));
  return (await ask(`GET ${new URL(location, 'http://x').pathname}`, { key })).body;
};
const list = async (query: string) => (await ask(`GET ${BASE}predictionDataExports/?${query}`, { key })).body;
async function rowsOf(datasetId: string): Promise<Record<string, string | null>[]> {
  const version = await platform.db.queries
    .selectFrom('dataset_versions')
    .select('parquet_key')
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow();
  const { columns, rows } = await tableOf(platform, version.parquet_key ?? '');
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])));
}

describe('exports of predictions', () => {
  it('202, 303: make a dataset of the rows of a period, with what was sent, answered and when', async () => {
    const told = await createExport('predictionDataExports/', { ...DAY, batchIds: null });
    expect(told).toMatchObject({ status: 'SUCCEEDED', error: null, batches: null, modelId: deployment.row.model_id });
    expect(told.period).toEqual({ start: '2026-01-01T00:00:00.000Z', end: '2026-01-02T00:00:00.000Z' });
    expect(told.data).toEqual([{ id: expect.any(String), name: expect.stringContaining('2026-01-01 to 2026-01-02') }]);
    const rows = await rowsOf(told.data[0].id);
    expect(rows.map(({ id }) => id)).toEqual(['one', 'two', 'three']);
    expect(rows[0]).toMatchObject({ colour: 'red, "dark"', DR_RESERVED_ASSOCIATION_ID: 'one' });
    expect(rows.map(({ size }) => size && Number(size)).slice(0, 2)).toEqual([10, 20.5]);
    expect(rows.map((row) => row[`${target}_PREDICTION`])).toEqual([classes[0], classes[1], classes[1]]);
    expect(rows.map((row) => Number(row[`${target}_${classes[1]}_PREDICTION`]))).toEqual([0.25, 0.75, 0.5]);
    expect(rows.map((row) => Number(row[`DR_RESERVED_PREDICTION_VALUE_${classes[1]}`]))).toEqual([0.25, 0.75, 0.5]);
    expect(rows.map((row) => Number(row[`DR_RESERVED_PREDICTION_VALUE_${classes[0]}`]))).toEqual([0.75, 0.25, 0.5]);
    expect(rows[2]).toMatchObject({ DR_RESERVED_BATCH_ID: batchId, DR_RESERVED_MODEL_ID: deployment.row.model_id });
    const [mine] = (await ask('GET /api/v2/datasets/', { key })).body.data;
    expect(mine).toMatchObject({ datasetId: told.data[0].id, rowCount: 3 });
  });

  it('202: of some batches', async () => {
    const told = await createExport('predictionDataExports/', { ...DAY, batchIds: [batchId] });
    expect(told.batches).toEqual({ batchId, batchName: 'January', data: [{ id: batchId, name: 'January' }] });
    expect((await rowsOf(told.data[0].id)).map(({ id }) => id)).toEqual(['three']);
    expect((await list('batch=True')).data.map(({ id }: { id: string }) => id)).toEqual([told.id]);
    expect(await list('batch=false')).toMatchObject({ count: 1 });
    expect(await list('status=SUCCEEDED')).toMatchObject({ count: 2, totalCount: 2 });
    expect(await list('status=FAILED')).toMatchObject({ count: 0 });
    expect(await list('modelId=ffffffffffffffffffffffff')).toMatchObject({ count: 0 });
    expect(await list('limit=1')).toMatchObject({ count: 1, totalCount: 2, next: expect.stringContaining('offset=1') });
  });

  it('begin again on the new files when the old ones were folded before they could be borrowed', async () => {
    const lost: typeof platform.blobs = Object.create(platform.blobs);
    lost.localPath = (key) => {
      lost.localPath = (again) => platform.blobs.localPath(again);
      return `${platform.blobs.localPath(key)}-folded`;
    };
    await withScratchFolder(platform.config, 'ingest', async (folder) => {
      const row = await exportStore(platform.db.queries).findForJob((await list('limit=1')).data[0].id);
      const [full, model] = [await findDeployment(platform, deployment.id), deployment.row];
      const run = { signal: new AbortController().signal, progress: async () => {} } as unknown as JobRun;
      if (row === undefined || full === undefined) throw new Error('There is no export');
      const exporting = { row: { ...row, batch_ids: null }, deployment: full, model, folder, run };
      const { path } = await predictionsFile({ ...platform, blobs: lost }, exporting);
      expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(4);
    });
  });

  it('ERROR: a period without rows makes no dataset, and the export says why', async () => {
    const asked = await post('predictionDataExports/', { start: '2025-01-01', end: '2025-02-01' });
    expect((await finished(asked, 'ERROR')).message).toContain('no stored rows');
    const told = (await ask(`GET ${BASE}predictionDataExports/${asked.body.id}/`, { key })).body;
    expect(told).toMatchObject({ status: 'FAILED', data: null });
    expect(told.error.message).toContain('2025-01-01T00:00:00.000Z');
  });

  it('FAILED: a dataset that could not be read before its worker died is not called made', async () => {
    const told = await createExport('predictionDataExports/', DAY);
    const { queries } = platform.db;
    const row = await exportStore(queries).findForJob(told.id);
    await queries
      .deleteFrom('dataset_versions')
      .where('id', '=', row?.version_id ?? '')
      .execute();
    await exportStore(queries).change(told.id, { status: 'CREATED' });
    const run = { signal: new AbortController().signal, progress: async () => {} } as unknown as JobRun;
    await expect(exportJob.run(platform, { exportId: told.id }, run)).rejects.toThrow('it is gone');
    const after = (await ask(`GET ${BASE}predictionDataExports/${told.id}/`, { key })).body;
    expect(after).toMatchObject({ status: 'FAILED', data: null, error: { message: expect.stringContaining('gone') } });
  });

  it('404, 422: what cannot be exported is refused at once', async () => {
    const wrong: [object, string][] = [
      [{ ...DAY, end: DAY.start }, 'end'],
      [{ start: '2026-02-01', end: '2026-02-02' }, 'start'],
      [{ ...DAY, end: '2026-02-01' }, 'end'],
      [{ ...DAY, start: 'yesterday' }, 'start'],
      [{ start: DAY.start }, 'end'],
      [{ ...DAY, batchIds: [] }, 'batchIds'],
      [{ ...DAY, colour: 'red' }, 'colour'],
    ];
    for (const [body, field] of wrong) {
      const answer = await post('predictionDataExports/', body);
      expect([body, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([body, 422, [field]]);
    }
    expect((await post('predictionDataExports/', { ...DAY, batchIds: ['no-batch'] })).status).toBe(404);
    expect((await post('predictionDataExports/', { ...DAY, modelId: 'no-model' })).status).toBe(422);
    expect((await ask(`GET ${BASE}predictionDataExports/nowhere/`, { key })).status).toBe(404);
    expect((await ask(`GET ${BASE}predictionDataExports/`, { key: bob.key })).status).toBe(404);
    expect((await ask(`POST ${BASE}predictionDataExports/`, { key: bob.key, body: DAY })).status).toBe(404);
    const other = await aDeployment(platform, ada, 'regression');
    const answer = await ask(`POST /api/v2/deployments/${other.id}/predictionDataExports/`, { key, body: DAY });
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('predictionsDataCollection')]);
  });
});

describe('exports of actuals', () => {
  it('202: what happened beside what was predicted; on request only where something was predicted', async () => {
    const data = [
      { associationId: 'one', actualValue: classes[1], timestamp: '2026-01-01T20:00:00Z', wasActedOn: true },
      { associationId: 'nobody', actualValue: classes[0], timestamp: '2026-01-01T21:00:00Z' },
      { associationId: 'three', actualValue: classes[0], timestamp: '2025-01-01T21:00:00Z' },
    ];
    await platform.db.transaction(async (tx) => {
      for (const { associationId, actualValue = '', timestamp, wasActedOn = null } of data) {
        await tx
          .insertInto('monitoring_actuals')
          .values({
            ...{ deployment_id: deployment.id, organization_id: ada.organizationId, association_id: associationId },
            ...{ value: actualValue, was_acted_on: wasActedOn },
            ...{ happened_at: new Date(timestamp), received_at: platform.now() },
          })
          .execute();
      }
    });
    const all = await createExport('actualsDataExports/', DAY);
    expect(all).toMatchObject({ status: 'SUCCEEDED', onlyMatchedPredictions: false });
    const rows = await rowsOf(all.data[0].id);
    expect(rows.map(({ association_id }) => association_id)).toEqual(['nobody', 'one']);
    expect(rows[1]).toMatchObject({ actual_value: classes[1], [`${target}_PREDICTION`]: classes[0] });
    expect(Number(rows[1]?.[`${target}_${classes[1]}_PREDICTION`])).toBe(0.25);
    const matched = await createExport('actualsDataExports/', { ...DAY, onlyMatchedPredictions: true });
    expect((await rowsOf(matched.data[0].id)).map(({ association_id }) => association_id)).toEqual(['one']);
    const list = (await ask(`GET ${BASE}actualsDataExports/`, { key })).body;
    expect(list.data.map(({ id }: { id: string }) => id).sort()).toEqual([all.id, matched.id].sort());
    const none = await post('actualsDataExports/', { start: '2024-01-01', end: '2024-02-01' });
    expect((await finished(none, 'ERROR')).message).toContain('no actuals');
  });
});

describe('exports of training data', () => {
  it('422: a model that was not trained here has none', async () => {
    const answer = await post('trainingDataExports/', {});
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('not trained here')]);
    expect((await ask(`GET ${BASE}trainingDataExports/`, { key })).body.data).toEqual([]);
    expect((await ask(`GET ${BASE}trainingDataExports/nowhere/`, { key })).status).toBe(404);
  });
});
