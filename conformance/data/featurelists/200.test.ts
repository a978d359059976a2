import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aTable, COLUMNS } from '../features/a-table.ts';

const { key, path, versionPath } = await aTable();
const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);
const make = (json: object) => call('POST', `${path}featurelists/`, { key, json });

test('a life: made, found by both routes, renamed, deleted', async () => {
  const made = await make({ name: 'Zebra', features: ['sales', 'day'] });
  expect(made.status).toBe(201);
  const address = new URL(made.headers.get('location') ?? '').pathname;
  expect(address).toMatch(/\/$/);
  expect((await call('GET', address, { key })).body).toEqual(made.body);
  expect((await call('GET', `${versionPath}featurelists/${made.body.id}/`, { key })).body).toEqual(made.body);
  for (const place of [path, versionPath]) {
    const listed = await call('GET', `${place}featurelists/`, { key });
    expect([listed.status, listed.body.totalCount]).toEqual([200, 2]);
    expect(names(listed)).toEqual(['All Features', 'Zebra']);
    expect(listed.body.data[0]).toMatchObject({ features: COLUMNS, userCreated: false });
    expect(names(await call('GET', `${place}featurelists/?orderBy=-name`, { key }))).toEqual(['Zebra', 'All Features']);
    expect(names(await call('GET', `${place}featurelists/?searchFor=EBR`, { key }))).toEqual(['Zebra']);
    expect((await call('GET', `${place}featurelists/?limit=1`, { key })).body.next).toContain('offset=1');
    for (const field of ['name', 'description', 'featuresNumber', 'creationDate', 'userCreated']) {
      for (const order of [field, `-${field}`]) {
        expect((await call('GET', `${place}featurelists/?orderBy=${order}`, { key })).status).toBe(200);
      }
    }
  }
  expect((await call('PATCH', address, { key, json: { name: 'Yak' } })).body.name).toBe('Yak');
  expect((await call('DELETE', address, { key })).status).toBe(204);
  expect((await call('GET', address, { key })).status).toBe(404);
});
