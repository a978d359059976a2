import { expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { aPackage, csvOf } from '../deployments.fixtures.ts';
import { getRecorder } from '../recording/recorder.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';

const app = await deploymentsApp();
const ada = await app.person();
const { key } = ada;
const champion = await aPackage(app.platform, ada, 'regression');
const rival = await aPackage(app.platform, ada, 'regression');

const count = async (text: string, values: readonly unknown[]): Promise<number> =>
  Number((await app.platform.db.pool.query(`SELECT coalesce(sum(${text}`, [...values])).rows[0].n);

test('what was predicted is kept, replayed by the challenger, and seen by those who watch', async () => {
  const body = { modelPackageId: champion.row.id, label: 'Housing' };
  const { id } = (await app.ask('POST /api/v2/deployments/fromModelPackage/', { key, body })).body;
  const path = `/api/v2/deployments/${id}/`;
  await app.ask(`PATCH ${path}settings/`, { key, body: { challengerModels: { enabled: true } } });
  const { predictionEnvironment } = (await app.ask(`GET ${path}`, { key })).body;
  const options = { modelPackageId: rival.row.id, name: 'Rival', predictionEnvironmentId: predictionEnvironment.id };
  expect((await app.ask(`POST ${path}challengers/`, { key, body: options })).status).toBe(202);

  const headers = { 'content-type': 'text/csv' };
  const rows = csvOf(champion.table, [0, 1, 2, 3]);
  const answer = await app.ask(`POST /predApi/v1.0/deployments/${id}/predictions`, { key, headers, body: rows });
  expect([answer.status, answer.body.data?.length], answer.text).toEqual([200, 4]);
  await getRecorder(app.platform).settle();
  await eventually(async () => (await count('1), 0) AS n FROM kept_requests WHERE deployment_id = $1', [id])) === 1);

  const replayed = await app.finished(await app.ask(`POST ${path}challengerPredictions/`, { key, body: {} }), key);
  expect(replayed.body.data).toHaveLength(1);
  const seen = 'rows), 0) AS n FROM monitoring_profiles WHERE deployment_id = $1 AND package_id = $2';
  await eventually(async () => (await count(seen, [id, rival.row.id])) === 4);
  // Once: a second replay finds nothing new.
  await app.finished(await app.ask(`POST ${path}challengerPredictions/`, { key, body: {} }), key);
  await getRecorder(app.platform).settle();
  expect(await count(seen, [id, rival.row.id])).toBe(4);
}, 120_000);
