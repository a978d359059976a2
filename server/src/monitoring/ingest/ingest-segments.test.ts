import { describe, expect, it } from 'vitest';
import { getRecorder, listPendingSegments } from '#deployments';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { aDeployment, aRequest, ingestRecords, rowsOf, upTo } from '../monitoring.fixtures.ts';
import { ingestSegments } from './ingest-segments.ts';

const { platform, ask, person } = await servedApp({ now: movableClock('2026-01-01T12:00:00.000Z') });
const ada = await person({ username: 'ada', organization: 'one' });
const statsOf = async (id: string, query = '') =>
  (await ask(`GET /api/v2/deployments/${id}/serviceStats/?${query}`, { key: ada.key })).body.metrics;

describe('absorbing', () => {
  it('counts a segment once, however many ingest it at the same time', async () => {
    const deployment = await aDeployment(platform, ada, 'regression');
    const rows = rowsOf(deployment.table, upTo(20), () => 5);
    const recorder = getRecorder(platform);
    for (let n = 0; n < 6; n += 1) {
      recorder.note(aRequest(ada, deployment, rows));
      await recorder.settle();
    }
    expect(await listPendingSegments(platform.db.queries, ada.organizationId, 100)).toHaveLength(6);
    await Promise.all(upTo(4).map(() => ingestSegments(platform, ada.organizationId)));
    expect(await listPendingSegments(platform.db.queries, ada.organizationId, 100)).toEqual([]);
    expect(await statsOf(deployment.id)).toMatchObject({ totalPredictions: 120, totalRequests: 6 });
    await ingestSegments(platform, ada.organizationId);
    expect(await statsOf(deployment.id)).toMatchObject({ totalPredictions: 120, totalRequests: 6 });
    const { rows: left } = await platform.db.pool.query('SELECT rows FROM monitoring_profiles');
    expect(left).toEqual([{ rows: 120 }]);
    for await (const key of platform.blobs.list('prediction-segments/')) expect(key).toBe('none is left');
  });

  it('passes over what is about deployments that are gone, and rows nobody can read', async () => {
    const deployment = await aDeployment(platform, ada, 'regression');
    const gone = { ...aRequest(ada, deployment), deploymentId: '0123456789abcdef01234567' };
    const torn = { format: 'json', bytes: new TextEncoder().encode('[{"size":') } as const;
    const answer = { width: 1, values: Float64Array.of(1) };
    await ingestRecords(platform, [gone, aRequest(ada, deployment, { input: torn, answer })]);
    expect(await statsOf(deployment.id)).toMatchObject({ totalPredictions: 1, totalRequests: 1 });
  });

  it('does not count challengers as service', async () => {
    const deployment = await aDeployment(platform, ada, 'regression');
    const rows = rowsOf(deployment.table, upTo(5), () => 5);
    await ingestRecords(platform, [aRequest(ada, deployment, { ...rows, source: 'challenger' })]);
    expect(await statsOf(deployment.id)).toMatchObject({ totalPredictions: 0, totalRequests: 0 });
  });

  it('skips a segment that cannot be read, and goes on with the next', async () => {
    const deployment = await aDeployment(platform, ada, 'regression');
    const recorder = getRecorder(platform);
    const organizationId = ada.organizationId;
    const broken = aRequest(ada, deployment);
    recorder.note({ ...broken, consumer: { ...broken.consumer, address: null as never } });
    await recorder.settle();
    recorder.note(aRequest(ada, deployment));
    await recorder.settle();
    await expect(ingestSegments(platform, organizationId)).rejects.toThrow();
    await ingestSegments(platform, organizationId, { attempt: 5 });
    expect(await listPendingSegments(platform.db.queries, organizationId, 100)).toEqual([]);
    expect(await statsOf(deployment.id)).toMatchObject({ totalRequests: 1 });
  });
});
