import { expect, test } from 'vitest';
import { grantOwnership } from '#accounts';
import { newId } from '#platform/ids.ts';
import { anActor } from '#platform/jobs/jobs.fixtures.ts';
import { zip } from '../ingest/zip.fixtures.ts';
import { linkProject } from '../versions/dataset.store.ts';
import { catalogue, form } from './datasets.fixtures.ts';

const { ask, person, platform, upload, settled, dataset } = await catalogue();
const owner = await person({ organization: 'One', firstName: 'Ada', lastName: 'Byron' });
const colleague = await person({ organization: 'One' });
const outsider = await person({ organization: 'Two', role: 'admin' });
const PATH = '/api/v2/datasets/';
const { key } = owner;

test('a file may be called anything', async () => {
  const made = await settled(key, await upload(key, 'a\n1\n', { name: '../\u0000sales\u0007 ü.csv' }));
  expect(made.body).toMatchObject({ processingState: 'COMPLETED', name: expect.stringContaining('sales') });
});

test('202, then the status leads to a record that satisfies the clients', async () => {
  const begun = await upload(key, 'price,name\n1.5,ant\n2,bee\n', { name: 'ants.csv' });
  expect(begun.status).toBe(202);
  expect(begun.headers.location).toMatch(new RegExp(`/api/v2/status/${begun.body.statusId}/$`));
  const version = await settled(key, begun);
  const status = await ask(`GET /api/v2/status/${begun.body.statusId}/`, { key });
  expect([status.status, status.headers.location]).toEqual([
    303,
    expect.stringMatching(new RegExp(`${PATH}${begun.body.catalogId}/$`)),
  ]);
  const { body } = await ask(`GET ${PATH}${begun.body.catalogId}/`, { key });
  expect(body).toMatchObject({
    datasetId: begun.body.catalogId,
    versionId: begun.body.catalogVersionId,
    name: 'ants.csv',
    categories: [],
    createdBy: owner.username,
    isLatestVersion: true,
    isSnapshot: true,
    processingState: 'COMPLETED',
    rowCount: 2,
    datasetSize: 25,
    error: '',
    dataSourceType: 'file',
    uri: 'ants.csv',
    lastModifierFullName: 'Ada Byron',
    featureCount: 2,
    sampleSize: null,
  });
  expect(body.featureCountByType.map((one: { count: number }) => one.count)).toEqual([1, 1]);
  expect(version.body).toMatchObject({ versionId: body.versionId, processingState: 'COMPLETED' });
});

test('datasets of documents alone are listed as eligible for a vector database, and none as metadata', async () => {
  const someone = await person({ organization: 'Four' });
  await dataset(someone.key, 'a\n1\n', 'table.csv');
  const packed = zip({ name: 'a.md', content: 'Ants carry leaves.' }, { name: 'b.md', content: 'Bees carry pollen.' });
  const begun = await upload(someone.key, packed, { name: 'documents.zip' });
  expect((await settled(someone.key, begun)).body.isVectorDatabaseEligible).toBe(true);
  const list = async (query: string) => (await ask(`GET ${PATH}?${query}`, { key: someone.key })).body;
  const eligible = await list('vectorDatabaseEligibleOnly=true');
  expect(eligible).toMatchObject({ totalCount: 1, data: [{ name: 'documents.zip', isVectorDatabaseEligible: true }] });
  expect((await list('vectorDatabaseMetadataEligibleOnly=true')).data).toEqual([]);
  expect((await list('')).totalCount).toBe(2);
});

test('202 without the slash, and with categories in a form', async () => {
  const { headers, body } = form('a\n1\n', 'a.csv', { categories: 'TRAINING' });
  const begun = await ask('POST /api/v2/datasets/fromFile', { key, headers, body });
  await settled(key, begun);
  const read = await ask(`GET ${PATH}${begun.body.catalogId}`, {
    key,
    headers: { 'content-type': 'application/json' },
  });
  expect([read.status, read.body.categories]).toEqual([200, ['TRAINING']]);
});

test('the list: newest first, by category, failed ones left out, paged; others see nothing', async () => {
  const someone = await person({ organization: 'Three' });
  const first = await dataset(someone.key, 'a\n1\n', 'first.csv');
  const second = await upload(someone.key, 'a,b\n1\n', {
    name: 'second.csv',
    fields: { categories: '["PREDICTION"]' },
  });
  expect((await settled(someone.key, second)).body.processingState).toBe('ERROR');
  const list = async (query = '') => (await ask(`GET ${PATH}${query}`, { key: someone.key })).body;
  const names = async (query: string) => (await list(query)).data.map((one: { name: string }) => one.name);
  expect(await names('')).toEqual(['second.csv', 'first.csv']);
  expect(await names('?orderBy=created')).toEqual(['first.csv', 'second.csv']);
  expect(await names('?category=PREDICTION')).toEqual(['second.csv']);
  expect(await names('?filterFailed=True')).toEqual(['first.csv']);
  expect(await names('?searchFor=FIRST')).toEqual(['first.csv']);
  expect(await names('?searchFor=third')).toEqual([]);
  expect(await names('?vectorDatabaseEligibleOnly=true')).toEqual([]);
  expect(await names(`?datasetVersionIds=${second.body.catalogVersionId}`)).toEqual(['second.csv']);
  expect(await names('?useCaseIds=000000000000000000000000')).toEqual([]);
  expect(await list('?limit=1')).toMatchObject({ count: 1, totalCount: 2, next: expect.stringContaining('offset=1') });
  expect((await ask(`GET ${PATH}?colour=red`, { key: someone.key })).status).toBe(422);
  expect((await ask(`GET ${PATH}?orderBy=name`, { key: someone.key })).status).toBe(422);
  expect((await ask(`GET ${PATH}${first}/`, { key: outsider.key })).status).toBe(404);
  expect((await ask(`GET ${PATH}`, { key: outsider.key })).body.totalCount).toBe(0);
});

test('200, 204, 410: changed, deleted, brought back', async () => {
  const id = await dataset(key);
  const changed = await ask(`PATCH ${PATH}${id}/`, { key, body: { name: 'Renamed', categories: 'SAMPLE' } });
  expect(changed.body).toMatchObject({ name: 'Renamed', categories: ['SAMPLE'] });
  expect((await ask(`DELETE ${PATH}${id}/`, { key })).status).toBe(204);
  const gone = await ask(`GET ${PATH}${id}/`, { key });
  expect([gone.status, gone.body.message]).toEqual([410, expect.stringContaining(`${id}/deleted/`)]);
  expect((await ask(`GET ${PATH}${id}/file/`, { key })).status).toBe(410);
  const deleted = await ask(`GET ${PATH}?isDeleted=true`, { key });
  expect(deleted.body.data).toMatchObject([{ datasetId: id }]);
  expect((await ask(`PATCH ${PATH}${id}/deleted/`, { key })).status).toBe(204);
  expect((await ask(`PATCH ${PATH}${id}/deleted/`, { key })).status).toBe(200);
  expect((await ask(`GET ${PATH}${id}/`, { key })).body.name).toBe('Renamed');
});

test('the file is the one that was uploaded, byte for byte', async () => {
  const content = Buffer.from('name;größe\r\n"x";1\r\n', 'latin1');
  const begun = await upload(key, content, { name: 'größe.csv' });
  await settled(key, begun);
  const file = await ask(`GET ${PATH}${begun.body.catalogId}/file/`, { key });
  expect(file.status).toBe(200);
  expect(file.headers['content-type']).toBe('text/csv');
  expect(file.headers['content-length']).toBe(String(content.length));
  expect(file.headers['content-disposition']).toContain("filename*=UTF-8''gr%C3%B6%C3%9Fe.csv");
});

test('shared: what a consumer may, what not; permissions say so', async () => {
  const id = await dataset(key);
  expect((await ask(`GET ${PATH}${id}/`, { key: colleague.key })).status).toBe(404);
  const share = {
    operation: 'updateRoles',
    roles: [{ role: 'CONSUMER', shareRecipientType: 'user', id: colleague.id }],
  };
  expect((await ask(`PATCH ${PATH}${id}/sharedRoles/`, { key, body: share })).status).toBe(204);
  expect((await ask(`GET ${PATH}${id}/`, { key: colleague.key })).status).toBe(200);
  expect((await ask(`PATCH ${PATH}${id}/`, { key: colleague.key, body: { name: 'x' } })).status).toBe(403);
  expect((await ask(`DELETE ${PATH}${id}/`, { key: colleague.key })).status).toBe(403);
  const mine = await ask(`GET ${PATH}${id}/permissions/`, { key });
  const theirs = await ask(`GET ${PATH}${id}/permissions/`, { key: colleague.key });
  expect([mine.body.canDeleteDataset, theirs.body.canDeleteDataset]).toEqual([true, false]);
  expect([mine.body.canCreateProject, theirs.body.canCreateProject]).toEqual([true, true]);
  expect((await ask(`GET ${PATH}${id}/accessControl/`, { key })).body.data).toHaveLength(2);
  expect((await ask(`GET ${PATH}${id}/projects/`, { key })).body.data).toEqual([]);
});

test('projects made of a dataset are listed to those who may see them', async () => {
  const { catalogId, catalogVersionId } = (await upload(key, 'a\n1\n')).body;
  const share = { operation: 'updateRoles', roles: [{ role: 'OWNER', shareRecipientType: 'user', id: colleague.id }] };
  expect((await ask(`PATCH ${PATH}${catalogId}/sharedRoles/`, { key, body: share })).status).toBe(204);
  const kind = { type: 'project', title: 'project', listedAt: 'projects/' };
  const now = platform.now();
  const ids: string[] = [];
  for (const { id: userId, organizationId } of [owner, colleague]) {
    const id = newId(now);
    await platform.db.transaction(async (tx) => {
      await linkProject(tx, catalogVersionId, id, now);
      await grantOwnership(tx, anActor({ userId, organizationId }), now, { kind, id });
    });
    ids.push(id);
  }
  const listed = async (who: string) => (await ask(`GET ${PATH}${catalogId}/projects/`, { key: who })).body;
  expect(await listed(key)).toMatchObject({ totalCount: 1, data: [{ id: ids[0] }] });
  expect(await listed(colleague.key)).toMatchObject({ totalCount: 1, data: [{ id: ids[1] }] });
});

test('many at once: tagged, shared, deleted; nothing when one is not yours', async () => {
  const ids = [await dataset(key), await dataset(key)];
  const bulk = (payload: object, by = key) => ask(`PATCH ${PATH}`, { key: by, body: { datasetIds: ids, payload } });
  expect((await bulk({ action: 'tag', tags: ['q3', 'q3', 'eu'] })).status).toBe(204);
  expect((await ask(`GET ${PATH}${ids[1]}/`, { key })).body.tags).toEqual(['q3', 'eu']);
  expect((await bulk({ action: 'delete' }, colleague.key)).status).toBe(404);
  const roles = [{ role: 'EDITOR', shareRecipientType: 'user', username: colleague.username }];
  expect((await bulk({ action: 'updateRoles', roles })).status).toBe(204);
  expect((await bulk({ action: 'delete' }, colleague.key)).status).toBe(403);
  expect((await bulk({ action: 'delete' })).status).toBe(204);
  expect((await ask(`GET ${PATH}${ids[0]}/`, { key })).status).toBe(410);
  expect((await bulk({ action: 'paint' })).status).toBe(422);
});

test('401, 422: who does not say who they are, and what is wrong', async () => {
  expect((await ask(`GET ${PATH}`)).status).toBe(401);
  expect((await upload(key, '')).body.errors.file).toContain('is empty');
  expect((await ask(`POST ${PATH}fromFile/`, { key, body: {} })).body.errors.file).toContain('got nothing');
  expect((await upload(key, 'a\n1\n', { fields: { categories: 'PAINT' } })).status).toBe(422);
  expect((await upload(key, 'a\n1\n', { fields: { colour: 'red' } })).body.errors).toHaveProperty('colour');
  for (const body of [
    {},
    { url: 'x' },
    { url: 'ftp://host/a' },
    { url: 'http://u:p@host/a' },
    { url: 'http://host/a', doSnapshot: false },
  ]) {
    expect([body, (await ask(`POST ${PATH}fromURL/`, { key, body })).status]).toEqual([body, 422]);
  }
  expect((await ask(`POST ${PATH}fromStage/`, { key, body: { stageId: 'x' } })).status).toBe(404);
  const id = await dataset(key);
  expect((await ask(`PATCH ${PATH}${id}/`, { key, body: { name: '' } })).status).toBe(422);
  expect((await ask(`PATCH ${PATH}${id}/`, { key, body: { colour: 'red' } })).status).toBe(422);
});
