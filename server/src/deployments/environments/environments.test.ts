import { beforeAll, expect, test } from 'vitest';
import { type ServedApp, servedApp } from '../../../test/served-app.ts';
import { aPackage } from '../deployments.fixtures.ts';

let app: ServedApp;
let owner: Awaited<ReturnType<ServedApp['person']>>;
let other: Awaited<ReturnType<ServedApp['person']>>;

beforeAll(async () => {
  app = await servedApp({ settings: { ALMANAC_PUBLIC_URL: 'https://ml.example.com/' } });
  owner = await app.person();
  other = await app.person();
});

const ALL = '/api/v2/predictionEnvironments/';
const ask = (line: string, body?: object, key = owner.key) =>
  app.ask(line, body === undefined ? { key } : { key, body });

test('an organization has one environment from the beginning, however many ask at once', async () => {
  const lists = await Promise.all(Array.from({ length: 8 }, () => ask(`GET ${ALL}`)));
  expect(new Set(lists.map(({ body }) => body.data.map(({ id }: { id: string }) => id).join())).size).toBe(1);
  const [native] = lists[0]?.body.data ?? [];
  expect(native).toMatchObject({
    platform: 'datarobot',
    isNative: true,
    permissions: ['CAN_VIEW', expect.any(String)],
  });
  const servers = (await ask('GET /api/v2/predictionServers/')).body;
  expect(servers).toMatchObject({ count: 1, next: null, totalCount: 1 });
  expect(servers.data).toEqual([{ id: native.id, url: 'https://ml.example.com', 'datarobot-key': native.id }]);
  expect((await ask(`PATCH ${ALL}${native.id}/`, { name: 'Mine' })).status).toBe(422);
  expect((await ask(`DELETE ${ALL}${native.id}/`)).status).toBe(422);
});

test.each([
  ['its service key', { ALMANAC_SERVICE_KEY: 'of the cloud' }, 'of the cloud'],
  ['none, where none was set', {}, ''],
])('the server of a managed cloud shows %s', async (_, settings: Record<string, string>, key) => {
  const cloud = await servedApp({ settings: { ALMANAC_INSTALLATION: 'managed-cloud', ...settings } });
  const reply = await cloud.ask('GET /api/v2/predictionServers/', { key: (await cloud.person()).key });
  expect(reply.body.data[0]['datarobot-key']).toBe(key);
});

test('environments are made, read, changed and deleted', async () => {
  const body = { name: 'Shop floor', platform: 'aws', description: '', priority: 1, managedBy: 'selfManaged' };
  const made = await ask(`POST ${ALL}`, body);
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({
    name: 'Shop floor',
    supportedModelFormats: ['datarobot', 'customModel', 'externalModel'],
    isManagedByManagementAgent: false,
    isDeleted: false,
  });
  expect(Object.keys(made.body.importMeta).sort()).toEqual(['creatorId', 'creatorUsername', 'dateCreated']);
  const one = `${ALL}${made.body.id}/`;
  const changed = await ask(`PATCH ${one}`, { name: 'Shop', isManagedByManagementAgent: true });
  expect(changed.body).toMatchObject({ name: 'Shop', managedBy: 'managementAgent', priority: '1' });
  expect((await ask(`GET ${ALL}?search=SHO&platform=aws`)).body.data).toHaveLength(1);
  expect((await ask(`GET ${ALL}?limit=0`)).body.totalCount).toBe(2);
  expect((await ask(`DELETE ${one}`)).status).toBe(204);
  expect((await ask(`GET ${one}`)).status).toBe(404);
  expect((await ask(`DELETE ${one}`)).status).toBe(404);
});

test('what is wrong is said by name', async () => {
  const wrong = await ask(`POST ${ALL}`, { name: ' ', platform: 'moon', colour: 'red' });
  expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([422, ['colour', 'name', 'platform']]);
  expect((await ask(`POST ${ALL}`, { name: 'A', platform: 'aws', plugin: 'p' })).body.errors.plugin).toBeDefined();
  const clash = { name: 'A', platform: 'aws', managedBy: 'selfManaged', isManagedByManagementAgent: true };
  expect((await ask(`POST ${ALL}`, clash)).body.errors.managedBy).toContain('managementAgent');
  expect((await ask(`GET ${ALL}?colour=red`)).body.errors.colour).toBeDefined();
});

test('others see what was shared with them, and an environment in use stays', async () => {
  const { id } = (await ask(`POST ${ALL}`, { name: 'Ours', platform: 'datarobotServerless' })).body;
  expect((await ask(`GET ${ALL}${id}/`, undefined, other.key)).status).toBe(404);
  const roles = [{ shareRecipientType: 'user', username: other.username, role: 'CONSUMER' }];
  expect((await ask(`PATCH ${ALL}${id}/sharedRoles/`, { operation: 'updateRoles', roles })).status).toBe(204);
  expect((await ask(`GET ${ALL}${id}/`, undefined, other.key)).body.permissions).not.toContain('CAN_UPDATE');
  expect((await ask(`PATCH ${ALL}${id}/`, { name: 'Theirs' }, other.key)).status).toBe(403);
  const { row } = await aPackage(app.platform, owner, 'regression');
  const body = { modelPackageId: row.id, label: 'Prices', predictionEnvironmentId: id };
  expect((await ask('POST /api/v2/deployments/fromModelPackage/', body)).status).toBe(202);
  const kept = await ask(`DELETE ${ALL}${id}/`);
  expect([kept.status, kept.body.message]).toEqual([422, expect.stringContaining('"Prices"')]);
});
