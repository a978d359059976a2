import { expect, test } from 'vitest';
import { call } from '../../../support/call.ts';
import { aPerson } from '../../../support/people.ts';
import { aDataset, PATH } from '../a-dataset.ts';

const { id, versionId } = await aDataset('a,b\n1,x\n', 'read me.csv');

test('200: the list is an envelope, and its next page can be followed', async () => {
  await aDataset();
  const list = await call('GET', `${PATH}?limit=1`);
  expect(Object.keys(list.body).sort()).toEqual(['count', 'data', 'next', 'previous', 'totalCount']);
  const next = new URL(list.body.next);
  expect((await call('GET', next.pathname + next.search)).status).toBe(200);
  const bare = await call('GET', '/api/v2/datasets', { headers: { 'content-type': 'application/json' } });
  expect(bare.status).toBe(200);
});

test('200: record, version, file, permissions, projects, catalogue', async () => {
  expect((await call('GET', `${PATH}${id}/`)).body).toMatchObject({ datasetId: id, versionId, name: 'read me.csv' });
  expect((await call('GET', `${PATH}${id}/versions/${versionId}/`)).body).toMatchObject({ versionId });
  expect((await call('GET', `${PATH}${id}/file/`)).text).toBe('a,b\n1,x\n');
  expect((await call('GET', `${PATH}${id}/versions/${versionId}/file/`)).text).toBe('a,b\n1,x\n');
  expect((await call('GET', `${PATH}${id}/permissions/`)).body.canDeleteDataset).toBe(true);
  expect((await call('GET', `${PATH}${id}/projects/`)).body.data).toEqual([]);
  expect((await call('GET', `${PATH}${id}/versions/${versionId}/projects/`)).body.data).toEqual([]);
  expect((await call('GET', `/api/v2/catalogItems/${id}/`)).body).toMatchObject({ id, catalogName: 'read me.csv' });
  expect((await call('GET', '/api/v2/catalogItems/?searchFor=READ%20ME&orderBy=-relevance')).body.data[0].id).toBe(id);
});

test('401, 404', async () => {
  expect((await call('GET', PATH, { key: null })).status).toBe(401);
  const key = (await aPerson()).token;
  for (const path of ['', 'versions/', 'file/', 'permissions/', 'projects/', `versions/${versionId}/`]) {
    expect([path, (await call('GET', `${PATH}${id}/${path}`, { key })).status]).toEqual([path, 404]);
    const nothing = `${PATH}000000000000000000000000/${path}`;
    expect([nothing, (await call('GET', nothing)).status]).toEqual([nothing, 404]);
  }
});

test('410: a deleted one, until it is brought back', async () => {
  const gone = await aDataset();
  expect((await call('DELETE', `${PATH}${gone.id}/`)).status).toBe(204);
  expect((await call('GET', `${PATH}${gone.id}/`)).status).toBe(410);
  expect((await call('PATCH', `${PATH}${gone.id}/deleted/`)).status).toBe(204);
  expect((await call('PATCH', `${PATH}${gone.id}/deleted/`)).status).toBe(200);
  expect((await call('GET', `${PATH}${gone.id}/`)).status).toBe(200);
});

test.each(['orderBy=size', 'category=FOOD', 'limit=-1', 'limit=0', 'filterFailed=maybe', 'colour=red'])(
  '422: %s',
  async (query) => {
    const wrong = await call('GET', `${PATH}?${query}`);
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors)[0]).toContain(query.split('=')[0]);
  },
);
