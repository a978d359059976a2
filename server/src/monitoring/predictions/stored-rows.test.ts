import { describe, expect, it } from 'vitest';
import { withDuckdb } from '#data';
import type { PredictionRecord } from '#deployments';
import { enqueueDueWork } from '#platform/jobs/schedule/schedule.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { type ADeployment, aDeployment, aRequest, ingestRecords, rowsOf, upTo } from '../monitoring.fixtures.ts';
import { compactRowsJob } from './compact.job.ts';
import { compactRows } from './compact.ts';
import { storedRowStore } from './stored-rows.store.ts';

const now = movableClock('2026-01-02T12:00:00.000Z');
const { platform, ask, person } = await servedApp({ now });
const ada = await person({ username: 'ada', organization: 'one' });
const { signal } = new AbortController();
const settings = { predictionsDataCollection: { enabled: true } };
const ALWAYS = { start: new Date(0), end: new Date('2100-01-01') };
const AT = Date.UTC(2026, 0, 1, 10, 30);
const json = (rows: object[]): NonNullable<PredictionRecord['input']> => ({
  format: 'json',
  bytes: new TextEncoder().encode(JSON.stringify(rows)),
});
const placeOf = ({ id: deploymentId }: ADeployment) => ({ organizationId: ada.organizationId, deploymentId });
const filesOf = ({ id }: ADeployment) => storedRowStore(platform.db.queries, ada.organizationId).within(id, ALWAYS);
const blobsOf = async ({ id }: ADeployment) => {
  const keys: string[] = [];
  for await (const key of platform.blobs.list(`kept-rows/${ada.organizationId}/${id}/`)) keys.push(key);
  return keys;
};
const run = (): Promise<unknown> =>
  compactRowsJob.run(platform, { organizationId: ada.organizationId }, { signal } as Parameters<
    typeof compactRowsJob.run
  >[2]);

async function rowsIn(deployment: ADeployment): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (const { key, columns } of await filesOf(deployment)) {
    const path = platform.blobs.localPath(key) ?? '';
    const rows = await withDuckdb({ config: platform.config, files: [path] }, (session) =>
      session.rows(`FROM read_parquet('${path}')`),
    );
    for (const row of rows) {
      const cells = Object.fromEntries((columns ?? []).map(({ name }, place) => [name, row[`c${place}`]]));
      const { made_at: at, association_id: id, batch_id: batch } = row;
      all.push({ at, batch, ...cells, id });
    }
  }
  return all;
}

describe('rows that are kept', () => {
  it('are those of deployments that ask for them, folded into one file a day, however many came', async () => {
    const deployment = await aDeployment(platform, ada, 'regression', { settings });
    const other = await aDeployment(platform, ada, 'regression');
    for (let n = 0; n < 5; n += 1) {
      const rows = rowsOf(deployment.table, upTo(4), (row) => row + n / 10);
      await ingestRecords(platform, [
        aRequest(ada, deployment, { ...rows, at: AT + n }),
        aRequest(ada, other, rows),
        aRequest(ada, deployment, { ...rows, source: 'challenger' }),
      ]);
    }
    expect(await blobsOf(deployment)).toHaveLength(5);
    expect(await blobsOf(other)).toEqual([]);
    await compactRows(platform, placeOf(deployment), signal);
    const [file, ...more] = await filesOf(deployment);
    expect(more).toEqual([]);
    expect(file).toMatchObject({ rows: 20, earliest: new Date(AT), latest: new Date(AT + 4) });
    await ingestRecords(platform, [
      aRequest(ada, deployment, { ...rowsOf(deployment.table, [0], () => 7), at: AT + 9 }),
    ]);
    await ingestRecords(platform, [
      aRequest(ada, deployment, { ...rowsOf(deployment.table, [0], () => 8), at: AT + 86_400_000 }),
    ]);
    await compactRows(platform, placeOf(deployment), signal);
    expect((await filesOf(deployment)).map(({ rows }) => rows)).toEqual([21, 1]);
    expect(await blobsOf(deployment)).toHaveLength(2);
    const target = `${deployment.row.target.name}_PREDICTION`;
    expect((await rowsIn(deployment)).map((row) => Number(row[target]))).toEqual([
      ...upTo(5).flatMap((n) => upTo(4).map((row) => row + n / 10)),
      ...[7, 8],
    ]);
  });

  it('hold what was sent as it was written, whatever it was called, with ids and batches', async () => {
    const association = { columnNames: ['id'], requiredInPredictionRequests: false, autoGenerateId: false };
    const deployment = await aDeployment(platform, ada, 'binary', {
      settings: { ...settings, associationId: association },
    });
    const one = json([{ id: 'a"1', Size: '007', size: 1.5, 'x, "y"\n': 'li\nne', at: 'mine', none: null }]);
    const odd = {
      cr: 'a\rb',
      crlf: 'a\r\nb',
      quotes: '"',
      comma: ',',
      nul: 'a\0b',
      blank: ' ',
      long: 'x'.repeat(3_000_000),
    };
    const two = json([{ id: 12345678901234, colour: 'grün', ...odd }]);
    await ingestRecords(platform, [
      aRequest(ada, deployment, { input: one, answer: { width: 1, values: Float64Array.of(0.25) }, at: AT }),
      aRequest(ada, deployment, { input: two, answer: { width: 1, values: Float64Array.of(0.75) }, at: AT + 1 }),
    ]);
    await compactRows(platform, placeOf(deployment), signal);
    const { name, classes } = deployment.row.target;
    const [first, second] = await rowsIn(deployment);
    const files = await filesOf(deployment);
    expect(files.flatMap(({ columns }) => columns?.filter(({ from }) => from === 'sent').map((c) => c.name))).toEqual([
      ...['id', 'Size', 'size', 'x, "y"\n', 'at', 'none', 'colour', ...Object.keys(odd)],
    ]);
    expect(first).toMatchObject({ id: 'a"1', Size: '007', size: '1.5', 'x, "y"\n': 'li\nne', colour: null });
    expect(first).toMatchObject({ [`${name}_PREDICTION`]: classes[0], [`${name}_${classes[1]}_PREDICTION`]: '0.25' });
    expect(second).toMatchObject({ ...odd, nul: 'ab' });
    expect(second).toMatchObject({ id: '12345678901234', colour: 'grün', [`${name}_PREDICTION`]: classes[1] });
  });

  it('count once when two fold at the same time', async () => {
    const deployment = await aDeployment(platform, ada, 'regression', { settings });
    for (let n = 0; n < 3; n += 1) {
      await ingestRecords(platform, [
        aRequest(
          ada,
          deployment,
          rowsOf(deployment.table, upTo(2), () => n),
        ),
      ]);
    }
    await Promise.all([1, 2, 3].map(() => compactRows(platform, placeOf(deployment), signal)));
    expect((await filesOf(deployment)).reduce((sum, { rows }) => sum + rows, 0)).toBe(6);
    expect(await blobsOf(deployment)).toHaveLength((await filesOf(deployment)).length);
  });

  it('go when their time is over, and with their deployment', async () => {
    const old = await aDeployment(platform, ada, 'regression', { settings });
    const deleted = await aDeployment(platform, ada, 'regression', { settings });
    const rows = rowsOf(old.table, upTo(2), () => 1);
    await ingestRecords(platform, [
      aRequest(ada, old, { ...rows, at: AT - 89 * 86_400_000 }),
      aRequest(ada, old, { ...rows, at: AT }),
      aRequest(ada, deleted, rows),
    ]);
    await run();
    expect(await filesOf(old)).toHaveLength(2);
    now.moveSeconds(2 * 86_400);
    await ask(`DELETE /api/v2/deployments/${deleted.id}/`, { key: ada.key });
    await run();
    expect((await filesOf(old)).map(({ latest }) => latest)).toEqual([new Date(AT)]);
    expect(await blobsOf(old)).toHaveLength(1);
    expect(await blobsOf(deleted)).toEqual([]);
  });

  it('are looked after by a schedule that ends with the last of them', async () => {
    const scheduled = async () =>
      (await platform.db.pool.query(`SELECT subject FROM scheduled_work WHERE kind = 'monitoring.fold-rows'`)).rows;
    expect(await scheduled()).toEqual([{ subject: ada.organizationId }]);
    await enqueueDueWork(platform);
    const jobs = await platform.db.pool.query(`SELECT status FROM job_records WHERE kind = 'monitoring.fold-rows'`);
    expect(jobs.rows).toEqual([{ status: 'INITIALIZED' }]);
    now.moveSeconds(100 * 86_400);
    await run();
    expect(await scheduled()).toEqual([]);
  });
});
