import { beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';

const ALL = '/api/v2/predictionEnvironments/';
let owner: Person;
let other: Person;
beforeAll(async () => {
  owner = await aPerson();
  other = await aPerson();
});

const ask = (method: string, path: string, json?: object, person: Person = owner) =>
  call(method, path, { key: person.token, ...(json === undefined ? {} : { json }) });

test('200: there is a place to deploy to, and a server, from the beginning', async () => {
  const { data } = (await ask('GET', ALL)).body;
  const native = data.find(({ isNative }: { isNative: boolean }) => isNative);
  expect(native).toMatchObject({ platform: 'datarobot', isDeleted: false });
  const servers = (await ask('GET', '/api/v2/predictionServers/?offset=0&limit=50')).body;
  expect(servers).toMatchObject({ count: 1, next: null, previous: null });
  expect(servers.data[0].url).not.toMatch(/\/$/);
  expect(servers.data[0]['datarobot-key']).toMatch(/./);
  expect((await ask('DELETE', `${ALL}${native.id}/`)).status).toBe(422);
});

test('201, 200, 204, 404: a life, with the calls of Terraform', async () => {
  const json = {
    name: 'Till',
    description: '',
    platform: 'aws',
    priority: 2,
    managedBy: 'selfManaged',
    isManagedByManagementAgent: false,
  };
  const made = await ask('POST', ALL, json);
  expect([made.status, made.body.id]).toEqual([201, expect.stringMatching(/^[0-9a-f]{24}$/)]);
  const one = `${ALL}${made.body.id}`;
  expect((await ask('GET', `${one}/`)).body).toMatchObject({ name: 'Till', managedBy: 'selfManaged' });
  expect((await ask('PATCH', `${one}/`, { ...json, name: 'Tills' })).body.name).toBe('Tills');
  expect((await ask('GET', one, undefined, other)).status).toBe(404);
  expect((await ask('DELETE', `${one}/`)).status).toBe(204);
  expect((await ask('GET', `${one}/`)).status).toBe(404);
});

test('401 and 422: nobody, and what is wrong by name', async () => {
  expect((await call('GET', ALL, { key: null })).status).toBe(401);
  expect((await call('GET', '/api/v2/predictionServers/', { key: null })).status).toBe(401);
  const wrong = await ask('POST', ALL, { platform: 'moon', supportedModelFormats: ['paper'], colour: 1 });
  expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
    422,
    ['colour', 'name', 'platform', 'supportedModelFormats.0'],
  ]);
  expect((await ask('GET', '/api/v2/predictionServers/?colour=red')).status).toBe(422);
});
