import { beforeAll, expect, test } from 'vitest';
import { shopsProject } from '../projects/shops.ts';
import { call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { aPerson } from '../support/people.ts';

/** The Terraform provider: a JSON type on everything, a JSON body expected of every POST, redirects refused. */
const bare = { 'user-agent': 'DataRobotTerraformClient/0.10.0 Terraform-1.9', 'content-type': 'application/json' };
let key: string;
beforeAll(async () => {
  key = (await aPerson()).token;
});

const ask = (method: string, path: string, json?: object) =>
  call(method, `/api/v2/${path}`, { key, headers: bare, ...(json === undefined ? {} : { json }) });

test('a use case is made, read, changed, filled and deleted', async () => {
  const made = await ask('POST', 'useCases/', { name: 'Plan', description: '' });
  expect([made.status, made.body.id]).toEqual([201, expect.stringMatching(/^[0-9a-f]{24}$/)]);
  const at = `useCases/${made.body.id}`;
  expect((await ask('GET', `${at}/`)).body).toMatchObject({ name: 'Plan', description: '' });
  expect((await ask('GET', at)).status).toBe(200);
  expect((await ask('PATCH', `${at}/`, { name: 'Plans', description: 'd' })).body.name).toBe('Plans');

  const form = new FormData();
  form.append('file', new Blob(['a,b\n1,2\n']), 'a.csv');
  const dataset = await call('POST', '/api/v2/datasets/fromFile', { key, body: form });
  await follow(dataset, { key });
  const project = (await shopsProject({ key })).split('/')[4];
  const link = await ask('POST', `${at}/datasets/${dataset.body.catalogId}/`, {});
  expect([link.status, link.body.entityType]).toEqual([200, 'dataset']);
  expect((await ask('POST', `${at}/projects/${project}/`)).body).toMatchObject({
    entityType: 'project',
    entityId: project,
  });
  const resources = (await ask('GET', `${at}/resources/`)).body;
  expect(resources.data.map(({ entityType }: { entityType: string }) => entityType).sort()).toEqual([
    'dataset',
    'project',
  ]);
  expect((await ask('GET', 'useCases/allResources/?limit=1')).body.totalCount).toBe(2);
  expect((await ask('DELETE', `${at}/datasets/${dataset.body.catalogId}/`)).status).toBe(204);
  expect((await ask('DELETE', `${at}/`)).status).toBe(204);
  expect((await ask('GET', `${at}/`)).status).toBe(404);
}, 120_000);

test('404, 409 and 422 with a message each', async () => {
  const { id } = (await ask('POST', 'useCases/', {})).body;
  const other = (await ask('POST', 'useCases/', {})).body.id;
  const nothing = '65f000000000000000000001';
  expect((await ask('POST', `useCases/${id}/projects/${nothing}/`)).status).toBe(404);
  expect((await ask('POST', `useCases/${id}/dragons/${nothing}/`)).status).toBe(404);
  expect((await ask('GET', `useCases/${nothing}/`)).status).toBe(404);
  const project = (await shopsProject({ key })).split('/')[4];
  expect((await ask('POST', `useCases/${id}/projects/${project}/`)).status).toBe(200);
  const second = await ask('POST', `useCases/${other}/projects/${project}/`);
  expect([409, 422], second.text).toContain(second.status);
  for (const query of ['limit=0', 'limit=101', 'orderBy=taste', 'colour=red'])
    expect((await ask('GET', `useCases/?${query}`)).status, query).toBe(422);
  expect((await ask('PATCH', `useCases/${id}/`, { colour: 1 })).body.errors.colour).toBeDefined();
  expect((await call('GET', '/api/v2/useCases/', { key: null })).status).toBe(401);
}, 120_000);
