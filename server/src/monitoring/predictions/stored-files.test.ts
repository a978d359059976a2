import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { withDuckdb } from '#data';
import { getRecorder } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { ingestSegments } from '../ingest/ingest-segments.ts';
import { type ADeployment, aDeployment, aRequest, ingestRecords, rowsOf, upTo } from '../monitoring.fixtures.ts';
import { compactRowsJob } from './compact.job.ts';
import { compactRows } from './compact.ts';
import { storedRowStore } from './stored-rows.store.ts';
import { FilesReplaced, materialiseFiles } from './table-files.ts';

const now = movableClock('2026-01-02T12:00:00.000Z');
const { platform, ask, person } = await servedApp({ now });
const ada = await person({ username: 'ada', organization: 'one' });
const folder = await mkdtemp(join(tmpdir(), 'almanac-stored-'));
afterAll(() => rm(folder, { recursive: true }));
const { signal } = new AbortController();
const settings = { predictionsDataCollection: { enabled: true } };
const ALWAYS = { start: new Date(0), end: new Date('2100-01-01') };
const placeOf = ({ id: deploymentId }: ADeployment) => ({ organizationId: ada.organizationId, deploymentId });
const filesOf = ({ id }: ADeployment) => storedRowStore(platform.db.queries, ada.organizationId).within(id, ALWAYS);
const pathOf = ({ id }: ADeployment) => `kept-rows/${ada.organizationId}/${id}/`;
async function blobsIn(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of platform.blobs.list(prefix)) keys.push(key);
  return keys.sort();
}
const run = (): Promise<unknown> =>
  compactRowsJob.run(platform, { organizationId: ada.organizationId }, { signal } as Parameters<
    typeof compactRowsJob.run
  >[2]);
const recordRows = (deployment: ADeployment, count: number) =>
  ingestRecords(platform, [
    aRequest(
      ada,
      deployment,
      rowsOf(deployment.table, upTo(count), () => 1),
    ),
  ]);

describe('files of stored rows', () => {
  it('stay when those they were folded from cannot be removed; the sweep removes these', async () => {
    const deployment = await aDeployment(platform, ada, 'regression', { settings });
    await recordRows(deployment, 3);
    const blobs: Platform['blobs'] = Object.create(platform.blobs);
    // Once: whatever is removed after that is gone.
    blobs.delete = () => {
      blobs.delete = (key) => platform.blobs.delete(key);
      return Promise.reject(new Error('The store is busy'));
    };
    await expect(compactRows({ ...platform, blobs }, placeOf(deployment), signal)).rejects.toThrow('busy');
    const [file] = await filesOf(deployment);
    expect(file?.rows).toBe(3);
    expect(await blobsIn(pathOf(deployment))).toHaveLength(2);
    await run();
    expect(await blobsIn(pathOf(deployment))).toEqual([file?.key]);
  });

  it('that nobody knows of go after a day, with those of ingested segments', async () => {
    const deployment = await aDeployment(platform, ada, 'regression', { settings });
    const [old, young] = [newId(new Date(now().getTime() - 2 * 86_400_000)), newId(now())];
    const at = (name: string) => `${pathOf(deployment)}${name}`;
    const strays = [at(`${old}.parquet`), at(`${young}.parquet`), at('an-ingested-segment')];
    for (const key of strays) await platform.blobs.write(key, Readable.from([Buffer.from('x')]));
    // Waits to be ingested: its rows may be written already.
    const recorder = getRecorder(platform);
    recorder.note(
      aRequest(
        ada,
        deployment,
        rowsOf(deployment.table, [0], () => 1),
      ),
    );
    await recorder.settle();
    const { rows } = await platform.db.pool.query('SELECT id FROM prediction_segments WHERE absorbed_at IS NULL');
    expect(rows).toHaveLength(1);
    const waiting = at(rows[0].id);
    await platform.blobs.write(waiting, Readable.from([Buffer.from('x')]));
    await run();
    expect(await blobsIn(pathOf(deployment))).toEqual([at(`${young}.parquet`), waiting].sort());
    await ingestSegments(platform, ada.organizationId);
    now.moveSeconds(2 * 86_400);
    await run();
    expect(await blobsIn(pathOf(deployment))).toEqual((await filesOf(deployment)).map(({ key }) => key));
  });

  it('can be read to the end by whoever borrowed them, though others fold on', async () => {
    const deployment = await aDeployment(platform, ada, 'regression', { settings });
    await recordRows(deployment, 2);
    await compactRows(platform, placeOf(deployment), signal);
    const before = await filesOf(deployment);
    const [materialised] = await materialiseFiles(platform, before, folder, signal);
    await recordRows(deployment, 2);
    await compactRows(platform, placeOf(deployment), signal);
    expect((await filesOf(deployment)).map(({ rows }) => rows)).toEqual([4]);
    expect((await readFile(materialised?.path ?? '')).length).toBe(before[0]?.bytes);
    await expect(materialiseFiles(platform, before, folder, signal)).rejects.toThrow(FilesReplaced);
  });

  it('hold forecasts beside the rows of their days, and days beyond those in the same way of writing', async () => {
    const deployment = await aDeployment(platform, ada, 'series', { settings });
    const day = (number: number) => new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10);
    const lines = ['north', 'south'].flatMap((shop, at) =>
      upTo(34).map((n) => `${day(60 + n)},${shop},${n % 2},${n < 30 ? 100 * (at + 1) : ''}`),
    );
    const headers = { 'content-type': 'text/csv' };
    const body = `date,store,promotion,sales\n${lines.join('\n')}\n`;
    const answer = await ask(deployment.line, { key: ada.key, headers, body });
    expect(answer.status, answer.text).toBe(200);
    await getRecorder(platform).settle();
    await ingestSegments(platform, ada.organizationId);
    await compactRows(platform, placeOf(deployment), signal);
    const [file] = await filesOf(deployment);
    const names = file?.columns?.map(({ name }) => name) ?? [];
    expect(names).toEqual([
      ...['date', 'store', 'promotion', 'sales'],
      ...['FORECAST_POINT', 'FORECAST_DISTANCE', 'sales_PREDICTION'],
    ]);
    const path = platform.blobs.localPath(file?.key ?? '') ?? '';
    const rows = await withDuckdb({ config: platform.config, files: [path] }, (session) =>
      session.rows(`FROM read_parquet('${path}') ORDER BY c1, c0`),
    );
    const cells = rows.map((row) => names.map((_, place) => row[`c${place}`]));
    const ahead = upTo(7).map((n) => [day(90 + n), n < 4 ? String(n % 2) : null, String(n + 1)]);
    expect(cells.map(([date, , promotion, , , distance]) => [date, promotion, distance])).toEqual([...ahead, ...ahead]);
    expect(cells.map(([, store]) => store)).toEqual([
      ...Array<string>(7).fill('north'),
      ...Array<string>(7).fill('south'),
    ]);
    expect(new Set(cells.map(([, , , , point]) => point))).toEqual(new Set([`${day(89)}T00:00:00.000Z`]));
    const said = answer.body.data.map(({ prediction }: { prediction: number }) => prediction);
    expect(cells.map((row) => Number(row[6])).sort()).toEqual([...said].sort());
  });
});
