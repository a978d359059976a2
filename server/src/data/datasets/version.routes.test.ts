import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { catalogue, form } from './datasets.fixtures.ts';

let served = 'a,b\n1,x\n';
const site = createServer((_, response) => response.end(served));
site.listen(0, '127.0.0.1');
await once(site, 'listening');
afterAll(() => site.close());
const { port } = site.address() as AddressInfo;
const url = `http://127.0.0.1:${port}/prices.csv`;

const { ask, person, upload, settled, dataset, blobs, platform } = await catalogue({
  ALMANAC_FETCH_ALLOWED_HOSTS: `127.0.0.1:${port}`,
});
const { key } = await person({ organization: 'One' });
const outsider = await person({ organization: 'Two' });
const PATH = '/api/v2/datasets/';
const versionsOf = async (id: string, query = '') => (await ask(`GET ${PATH}${id}/versions/${query}`, { key })).body;

test('versions follow each other; the newest is the dataset', async () => {
  const id = await dataset(key);
  const second = await settled(key, await upload(key, 'a\n1\n2\n3\n', { path: `${id}/versions/fromFile` }));
  expect((await ask(`GET ${PATH}${id}/`, { key })).body).toMatchObject({
    versionId: second.body.versionId,
    rowCount: 3,
  });
  const { data } = await versionsOf(id);
  expect(data.map((one: { isLatestVersion: boolean }) => one.isLatestVersion)).toEqual([true, false]);
  expect((await versionsOf(id, '?orderBy=created')).data[0].rowCount).toBe(2);
  expect((await versionsOf(id, '?category=SAMPLE')).data).toEqual([]);
  const first = data[1].versionId;
  const third = await settled(key, await ask(`POST ${PATH}${id}/versions/${first}/fromVersion/`, { key }));
  expect(third.body).toMatchObject({ rowCount: 2, isLatestVersion: true, uri: `version:${first}` });
  expect((await ask(`DELETE ${PATH}${id}/versions/${third.body.versionId}/`, { key })).status).toBe(204);
  expect((await ask(`GET ${PATH}${id}/`, { key })).body.versionId).toBe(second.body.versionId);
  expect((await ask(`GET ${PATH}${id}/versions/${third.body.versionId}/`, { key })).status).toBe(404);
  expect((await ask(`GET ${PATH}${id}/versions/${first}/file/`, { key })).body).toBe('a,b\n1,x\n2,y\n');
  expect((await ask(`GET ${PATH}${id}/versions/${first}/projects/`, { key })).body.data).toEqual([]);
});

test('a file that cannot be read: the version and its status say line and reason, and nothing stays', async () => {
  const begun = await upload(key, 'a,b\n1,2\n3\n', { name: 'broken.csv' });
  const { body } = await settled(key, begun);
  const sentence = expect.stringContaining('Line 3: 1 value where the header has 2');
  expect(body).toMatchObject({ processingState: 'ERROR', error: sentence, dataPersisted: false, rowCount: null });
  const status = await ask(`GET /api/v2/status/${begun.body.statusId}/`, { key });
  expect([status.status, status.body]).toMatchObject([200, { status: 'ERROR', message: body.error }]);
  expect(await blobs(`datasets/${begun.body.catalogId}/`)).toEqual([]);
  const id = begun.body.catalogId;
  expect((await ask(`GET ${PATH}${id}/file/`, { key })).status).toBe(422);
  const again = `POST ${PATH}${id}/versions/fromLatestVersion/`;
  expect((await ask(again, { key })).status).toBe(409);
  expect((await ask(again, { key, body: { useLatestSuccess: true } })).status).toBe(409);
  expect((await ask(`DELETE ${PATH}${id}/versions/${body.versionId}/`, { key })).status).toBe(409);
  const good = await settled(key, await upload(key, 'a\n1\n', { path: `${id}/versions/fromFile` }));
  expect(good.body.processingState).toBe('COMPLETED');
  const bad = await settled(key, await upload(key, 'PAR1 not', { path: `${id}/versions/fromFile` }));
  expect(bad.body.processingState).toBe('ERROR');
  expect((await versionsOf(id, '?filterFailed=true')).data).toHaveLength(1);
  const saved = await settled(key, await ask(again, { key, body: { useLatestSuccess: true } }));
  expect(saved.body).toMatchObject({ processingState: 'COMPLETED', rowCount: 1 });
});

test('a version that could not be read is not made the latest, and the way out is one that is there', async () => {
  const id = await dataset(key);
  const bad = await settled(key, await upload(key, 'a,b\n1\n', { path: `${id}/versions/fromFile` }));
  const refused = await ask(`POST ${PATH}${id}/versions/${bad.body.versionId}/fromVersion/`, { key });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('versions/?filterFailed=true')]);
  expect(refused.body.message).not.toContain('useLatestSuccess');
});

test('two people delete the last two versions at once: one stays', async () => {
  const id = await dataset(key);
  const first = (await ask(`GET ${PATH}${id}/`, { key })).body.versionId;
  const second = (await settled(key, await upload(key, 'a\n1\n', { path: `${id}/versions/fromFile` }))).body.versionId;
  const { db } = platform;
  const answer = await db.transaction(async (tx) => {
    await tx.selectFrom('datasets').select('id').where('id', '=', id).forUpdate().execute();
    await tx.updateTable('dataset_versions').set({ deleted_at: new Date() }).where('id', '=', first).execute();
    const asked = ask(`DELETE ${PATH}${id}/versions/${second}/`, { key });
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db.queries);
      expect(rows).toHaveLength(1);
    });
    return { asked };
  });
  expect((await answer.asked).status).toBe(409);
  expect((await ask(`GET ${PATH}${id}/`, { key })).status).toBe(200);
});

test('from a URL: fetched, kept, and fetched again for the next version', async () => {
  const body = { url, categories: 'TRAINING', sampleSize: { type: 'rows', value: 1 } };
  const begun = await ask(`POST ${PATH}fromURL/`, { key, body });
  const first = await settled(key, begun);
  expect(first.body).toMatchObject({ name: 'prices.csv', uri: url, rowCount: 1, sampleSize: body.sampleSize });
  served = 'a,b\n1,x\n2,y\n';
  const id = begun.body.catalogId;
  const second = await settled(key, await ask(`POST ${PATH}${id}/versions/fromURL/`, { key, body: { url } }));
  expect(second.body).toMatchObject({ rowCount: 2, dataSourceType: 'url', categories: ['TRAINING'] });
  served = 'a,b\n1,x\n2,y\n3,z\n';
  const third = await settled(key, await ask(`POST ${PATH}${id}/versions/fromLatestVersion/`, { key }));
  expect(third.body).toMatchObject({ rowCount: 3, uri: url });
});

test('from a URL inside: refused, with the reason on the version', async () => {
  const begun = await ask(`POST ${PATH}fromURL/`, { key, body: { url: 'http://localhost:1/a.csv' } });
  const { body } = await settled(key, begun);
  expect(body).toMatchObject({ processingState: 'ERROR', error: expect.stringContaining('localhost') });
  expect(await blobs(`datasets/${begun.body.catalogId}/`)).toEqual([]);
});

test('from a stage', async () => {
  const { id: stageId } = (await ask('POST /api/v2/dataStages/', { key, body: { filename: 'parts.csv' } })).body;
  await ask(`PUT /api/v2/dataStages/${stageId}/parts/1/`, { key, ...form('a,b\n1,', 'part') });
  await ask(`PUT /api/v2/dataStages/${stageId}/parts/2/`, { key, ...form('2\n', 'part') });
  expect((await ask(`POST ${PATH}fromStage/`, { key, body: { stageId } })).status).toBe(422);
  await ask(`POST /api/v2/dataStages/${stageId}/finalize/`, { key });
  const made = await settled(key, await ask(`POST ${PATH}fromStage/`, { key, body: { stageId } }));
  expect(made.body).toMatchObject({ name: 'parts.csv', rowCount: 1, dataSourceType: 'stage' });
  const id = made.body.datasetId;
  const next = await settled(key, await ask(`POST ${PATH}${id}/versions/fromStage/`, { key, body: { stageId } }));
  expect(next.body.processingState).toBe('COMPLETED');
});

test('404, 422: versions of others, versions that are not there', async () => {
  const id = await dataset(key);
  const other = await dataset(key);
  const { versionId } = (await ask(`GET ${PATH}${other}/`, { key })).body;
  expect((await ask(`GET ${PATH}${id}/versions/${versionId}/`, { key })).status).toBe(404);
  expect((await ask(`GET ${PATH}${id}/versions/`, { key: outsider.key })).status).toBe(404);
  expect((await upload(outsider.key, 'a\n1\n', { path: `${id}/versions/fromFile` })).status).toBe(404);
  expect((await upload(key, '', { path: `${id}/versions/fromFile` })).status).toBe(422);
  expect((await ask(`POST ${PATH}${id}/versions/fromURL/`, { key, body: { url: 'no' } })).status).toBe(422);
  expect((await ask(`GET ${PATH}${id}/versions/?limit=0`, { key })).status).toBe(422);
  expect(await blobs('incoming/')).toEqual([]);
});
