import { describe, expect, it } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { DEFAULT_SETTINGS } from '../../deployments/deployments.fixtures.ts';
import {
  aDeployment,
  aRequest,
  ingestRecords,
  rowsOf,
  shiftColumn,
  upTo,
  usualPrices,
} from '../monitoring.fixtures.ts';
import { BATCHES_PER_DAY, createJobBatch } from './batches.ts';

const clock = movableClock('2026-01-01T12:10:00.000Z');
const { platform, ask, person } = await servedApp({ now: clock });
const ada = await person({ username: 'ada', organization: 'one' });
const eve = await person({ username: 'eve', organization: 'two' });
const settings = { ...DEFAULT_SETTINGS, batchMonitoring: { enabled: true } };
const deployment = await aDeployment(platform, ada, 'regression', { settings });
const base = `/api/v2/deployments/${deployment.id}`;
const call = (line: string, body?: unknown, key = ada.key) => {
  const [method, path] = line.split(' ');
  return ask(`${method} ${base}/${path}`, { key, ...(body === undefined ? {} : { body }) });
};
const createBatch = async (batchName: string) => {
  clock.moveSeconds(1);
  return (await call('POST monitoringBatches/', { batchName })).body;
};

describe('a monitoring batch', () => {
  it('is opened, found, renamed, locked and deleted', async () => {
    const opened = await call('POST monitoringBatches/', {
      batchName: 'January',
      externalContextUrl: 'https://a.example/1',
    });
    expect(opened.status).toBe(201);
    expect(opened.body).toMatchObject({ batchName: 'January', name: 'January', isLocked: false, jobId: null });
    expect(opened.body).toMatchObject({ serviceHealth: 'unknown', earliestPredictionTimestamp: null, models: [] });
    expect(opened.body.createdBy).toMatchObject({ id: ada.id, username: 'ada' });
    const one = `monitoringBatches/${opened.body.id}/`;
    expect((await call(`GET ${one}`)).body).toEqual(opened.body);
    const change = { batchName: 'Jan', description: 'first', isLocked: true };
    expect((await call(`PATCH ${one}`, change)).body).toMatchObject(change);
    for (const search of ['jan', 'JAN', opened.body.id]) {
      expect((await call(`GET monitoringBatches/?search=${search}`)).body.count).toBe(1);
    }
    expect((await call('GET monitoringBatches/?search=%25')).body).toMatchObject({ count: 0, next: null });
    expect((await call(`DELETE ${one}`)).status).toBe(204);
    const gone = await call(`GET ${one}`);
    expect(gone.status).toBe(404);
    expect(gone.body.message).toContain('Monitoring batch not found');
  });

  it('gathers the predictions that name it, for every statistic by batch', async () => {
    const [calm, wild] = [await createBatch('calm'), await createBatch('wild')];
    const at = Date.UTC(2026, 0, 1, 11, 5);
    const { table } = deployment;
    await ingestRecords(platform, [
      aRequest(ada, deployment, { ...rowsOf(table, upTo(300), usualPrices(table)), batchId: calm.id, at }),
      aRequest(ada, deployment, {
        ...rowsOf(shiftColumn(table, 'size', 500), upTo(300), () => 1e6),
        batchId: wild.id,
        at: at + 60_000,
      }),
      aRequest(ada, deployment, { status: 422, batchId: wild.id, at }),
      aRequest(ada, deployment, { ...rowsOf(table, upTo(3), () => 1), at }),
    ]);
    const one = (await call(`GET monitoringBatches/${calm.id}/`)).body;
    expect(one).toMatchObject({ predictionsCount: 300, serviceHealth: 'passing', dataDriftHealth: 'passing' });
    expect(one.earliestPredictionTimestamp).toBe('2026-01-01T11:05:00.000Z');
    expect((await call(`GET monitoringBatches/${wild.id}/`)).body).toMatchObject({
      ...{ serviceHealth: 'warning', dataDriftHealth: 'failing' },
    });
    const stats = (await call('GET batchServiceStats/')).body;
    expect(stats.metrics).toMatchObject({ totalPredictions: 600, totalRequests: 3 });
    expect(stats.batches.map(({ name }: { name: string }) => name)).toEqual(['calm', 'wild']);
    expect((await call(`GET batchServiceStats/?batchId=${wild.id}`)).body.metrics.userErrorRate).toBe(0.5);
    const over = (await call('GET serviceStatsOverBatch/?metric=totalRequests')).body;
    expect(over.buckets.map(({ value }: { value: number }) => value)).toEqual([1, 2]);
    const drift = (await call('GET featureDriftOverBatch/?featureNames=size&featureNames=rooms')).body.buckets;
    expect(drift.map((b: { batch: { name: string }; featureName: string }) => [b.batch.name, b.featureName])).toEqual([
      ...['size', 'rooms'].map((name) => ['calm', name]),
      ...['size', 'rooms'].map((name) => ['wild', name]),
    ]);
    expect(drift[0].driftScore).toBe(0);
    expect(drift[2].driftScore).toBeGreaterThan(1);
    const predicted = (await call('GET predictionsOverBatch/')).body;
    expect(predicted.buckets.map((b: { meanPredictedValue: number }) => b.meanPredictedValue)).toEqual([
      expect.closeTo(
        upTo(300)
          .map(usualPrices(table))
          .reduce((sum, price) => sum + price) / 300,
        6,
      ),
      1e6,
    ]);
    expect((await call(`GET targetDrift/?batchId=${calm.id}`)).body).toMatchObject({
      sampleSize: 300,
      batchId: [calm.id],
    });
    const hour = (await call('GET serviceStats/')).body.metrics;
    expect(hour).toMatchObject({ totalPredictions: 603, totalRequests: 4 });
    const record = (await ask(`GET ${base}/`, { key: ada.key })).body;
    expect(record.modelHealth.status).toBe('failing');
  });

  it('tells its models, whose ends people may correct', async () => {
    const batch = (await call('GET monitoringBatches/?search=calm')).body.data[0];
    const models = (await call(`GET monitoringBatches/${batch.id}/models/`)).body;
    expect(models).toMatchObject({ count: 1, next: null });
    const [model] = models.data;
    expect(model).toMatchObject({ modelId: deployment.row.model_id, predictionsCount: 300 });
    const one = `monitoringBatches/${batch.id}/models/${model.modelId}/`;
    expect((await call(`GET ${one}`)).body).toEqual(model);
    const earlier = { earliestPredictionTimestamp: '2025-12-01T00:00:00Z' };
    expect((await call(`PATCH ${one}`, earlier)).body.earliestPredictionTimestamp).toBe('2025-12-01T00:00:00.000Z');
    expect((await call(`PATCH ${one}`, { latestPredictionTimestamp: '2025-11-01T00:00:00Z' })).status).toBe(422);
    expect((await call(`PATCH ${one}`, { latestPredictionTimestamp: 'soon' })).status).toBe(422);
    expect((await call(`PATCH ${one}`, { earliestPredictionTimestamp: null })).body).toEqual(model);
    expect((await call(`GET monitoringBatches/${batch.id}/models/none/`)).status).toBe(404);
    expect((await call('GET monitoringBatches/?startAfter=2026-01-01&orderBy=-name&limit=1')).body).toMatchObject({
      ...{ count: 1, totalCount: 2, data: [{ name: 'wild' }] },
    });
    expect((await call('GET monitoringBatches/?endBefore=2025-01-01')).body.count).toBe(0);
  });

  it('takes what belongs to it along when it is deleted, and the hours keep theirs', async () => {
    const [batch] = (await call('GET monitoringBatches/?search=wild')).body.data;
    await call(`DELETE monitoringBatches/${batch.id}/`);
    expect((await call('GET batchServiceStats/')).body.metrics.totalPredictions).toBe(300);
    expect((await call('GET serviceStats/')).body.metrics.totalPredictions).toBe(603);
    await ingestRecords(platform, [
      aRequest(ada, deployment, { ...rowsOf(deployment.table, upTo(2), () => 1), batchId: batch.id }),
    ]);
    expect((await call('GET batchServiceStats/')).body.metrics.totalPredictions).toBe(300);
    expect((await call('GET serviceStats/')).body.metrics.totalPredictions).toBe(605);
  });

  it('takes no predictions when it does not exist or is locked', async () => {
    const [batch] = (await call('GET monitoringBatches/?search=calm')).body.data;
    const report = (batchId: string) => {
      const data = [{ timestamp: '2026-01-01 10:00:00.000+0000', numPredictions: 1, executionTime: 1, batchId }];
      return call('POST predictionRequests/fromJSON/', { data });
    };
    await call(`PATCH monitoringBatches/${batch.id}/`, { isLocked: true });
    const locked = await report(batch.id);
    expect(locked.status).toBe(422);
    expect(locked.body.message).toContain('locked');
    expect((await report('0123456789abcdef01234567')).status).toBe(404);
    await call(`PATCH monitoringBatches/${batch.id}/`, { isLocked: false });
    expect((await report(batch.id)).status).toBe(202);
  });

  it.each([
    ['POST monitoringBatches/', {}, 422],
    ['POST monitoringBatches/', { batchName: ' ' }, 422],
    ['POST monitoringBatches/', { batchName: 'x', colour: 'red' }, 422],
    ['POST monitoringBatches/', { batchName: 'x', externalContextUrl: 'nowhere' }, 422],
    ['PATCH monitoringBatches/0123456789abcdef01234567/', { isLocked: true }, 404],
    ['DELETE monitoringBatches/0123456789abcdef01234567/', undefined, 404],
    ['GET predictionsOverBatch/?batchId=0123456789abcdef01234567', undefined, 404],
    ['GET featureDriftOverBatch/?featureNames=size&batchId=nope', undefined, 404],
    ['GET featureDriftOverBatch/', undefined, 422],
    ['GET serviceStatsOverBatch/?metric=peakLoad', undefined, 422],
    ['GET monitoringBatches/?orderBy=colour', undefined, 422],
  ])('answers %s %j with %i', async (line, body, status) => {
    expect((await call(line, body)).status).toBe(status);
  });

  it('is nobody else’s, and for deployments that are watched batch by batch only', async () => {
    expect((await call('GET monitoringBatches/', undefined, eve.key)).status).toBe(404);
    const other = await aDeployment(platform, ada, 'regression');
    const path = `POST /api/v2/deployments/${other.id}/monitoringBatches/`;
    expect((await ask(path, { key: ada.key, body: { batchName: 'x' } })).status).toBe(422);
  });

  it('is made a hundred times a day and no more, also for jobs', async () => {
    const { body } = await call('GET monitoringBatchLimits/');
    expect(body).toMatchObject({ batchCreationLimit: BATCHES_PER_DAY, resetAt: '2026-01-02T00:00:00.000Z' });
    for (let n = body.batchCreationCount; n < BATCHES_PER_DAY; n += 1) {
      const job = { name: `job ${n}`, jobId: 'job', createdBy: { userId: ada.id, username: 'ada' } };
      const of = { organizationId: ada.organizationId, deploymentId: deployment.id };
      await platform.db.transaction((tx) => createJobBatch(tx, { ...of, ...job }, clock()));
    }
    const refused = await call('POST monitoringBatches/', { batchName: 'one more' });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain('2026-01-02');
    clock.moveSeconds(24 * 3600);
    expect((await call('POST monitoringBatches/', { batchName: 'tomorrow' })).status).toBe(201);
  });
});
