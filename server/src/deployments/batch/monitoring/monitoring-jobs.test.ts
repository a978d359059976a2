import { expect, test } from 'vitest';
import { aDeployment } from '../../predictions/predictions.fixtures.ts';
import { getRecorder } from '../../recording/recorder.ts';
import { batchApp, housingRows, linesOf } from '../batch.fixtures.ts';

const { platform, ada, ask, askAs, person, eventually } = await batchApp();
const regression = await aDeployment(platform, ada, 'regression');
const multiclass = await aDeployment(platform, ada, 'multiclass');
const CREATE = '/api/v2/batchMonitoring/';
const JOBS = '/api/v2/batchJobs/';
const columns = { predictionsColumns: 'said' };
const withSaid = (rows: number) =>
  linesOf(housingRows(rows))
    .map((line, at) => `${line},${at === 0 ? 'said' : at * 1000}`)
    .join('\n');

test('predictions made elsewhere are read and noted for the deployment', async () => {
  const made = await ask(`POST ${CREATE}`, { deploymentId: regression.id, monitoringColumns: columns });
  expect([made.status, made.headers.location]).toEqual([
    202,
    expect.stringContaining(`/api/v2/status/batchJobs/${made.body.id}/`),
  ]);
  const path = `${JOBS}${made.body.id}/`;
  const rows = `${withSaid(30)}\n50,red,2,\n`;
  expect((await ask(`PUT ${path}csvUpload/`, rows, { 'content-type': 'text/csv' })).status).toBe(202);
  const job = await eventually(async () => {
    const { body } = await ask(`GET ${path}`);
    return body.status === 'COMPLETED' && body;
  });
  expect(job).toMatchObject({ scoredRows: 30, failedRows: 1, jobSpec: { monitoringColumns: columns } });
  await getRecorder(platform).settle();
  const segments = await platform.db.queries.selectFrom('prediction_segments').selectAll().execute();
  expect(segments.length).toBeGreaterThan(0);
  expect((await ask(`GET /api/v2/batchPredictions/${made.body.id}/`)).status).toBe(404);
  expect((await ask(`DELETE ${path}`)).body.message).toBe('The results of the job were deleted.');
});

test('a batch of predictions is also found at the address of both kinds', async () => {
  const { id } = (await ask('POST /api/v2/batchPredictions/', { deploymentId: regression.id })).body;
  expect((await ask(`GET ${JOBS}${id}/`)).body).toMatchObject({ id, batchPredictionJobDefinition: null });
  const outsider = await person({ organization: 'Elsewhere' });
  expect((await askAs(outsider.key, `GET ${JOBS}${id}/`)).status).toBe(404);
  expect((await ask(`DELETE ${JOBS}${id}/`)).body).toEqual({ id, status: 'ABORTED', message: 'The job was aborted.' });
});

test.each([
  [{ monitoringColumns: {} }, 'monitoringColumns.predictionsColumns'],
  [{ monitoringColumns: { ...columns, actualsValueColumn: 'a' } }, 'monitoringColumns.actualsValueColumn'],
  [{ monitoringColumns: columns, monitoringOutputSettings: {} }, 'monitoringOutputSettings'],
  [{ monitoringColumns: columns, monitoringAggregation: { retentionPolicy: 'samples' } }, 'monitoringAggregation'],
  [{ monitoringColumns: columns, deploymentId: 'none' }, 'deploymentId'],
  [{ monitoringColumns: columns, deploymentId: 'M' }, 'monitoringColumns.predictionsColumns'],
])('422: %j names %s', async (body, field) => {
  const { deploymentId = regression.id } = body as { deploymentId?: string };
  const sent = { ...body, deploymentId: deploymentId === 'M' ? multiclass.id : deploymentId };
  const answer = await ask(`POST ${CREATE}`, sent);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
});

test('the association ID of a monitoring job is that of the deployment; another one is refused', async () => {
  const associationId = { columnNames: ['id'], requiredInPredictionRequests: false, autoGenerateId: false };
  const joined = await aDeployment(platform, ada, 'regression', { settings: { associationId } });
  const send = (deploymentId: string, associationIdColumn: string) =>
    ask(`POST ${CREATE}`, { deploymentId, monitoringColumns: { ...columns, associationIdColumn } });
  expect((await send(joined.id, 'id')).status).toBe(202);
  const field = 'monitoringColumns.associationIdColumn';
  expect((await send(joined.id, 'other')).body.errors).toEqual({
    [field]: 'The association ID of the deployment is "id"',
  });
  expect((await send(regression.id, 'id')).body.errors[field]).toContain('has no association ID');
});

test('monitoring jobs are not kept as definitions, and the routes say so', async () => {
  const ALL = '/api/v2/batchMonitoringJobDefinitions/';
  expect((await ask(`POST ${ALL}`, { deploymentId: regression.id })).status).toBe(422);
  expect((await ask(`GET ${ALL}`)).body).toMatchObject({ count: 0, data: [] });
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect((await ask(`${method} ${ALL}65f000000000000000000001/`, method === 'PATCH' ? {} : undefined)).status).toBe(
      404,
    );
  }
});
