import { afterAll, expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { buildB, editB, startProviderB } from '../../../test/providers.ts';
import { servedApp } from '../../../test/served-app.ts';
import { openClient } from '../open-client.ts';
import { connectionById } from './sync.store.ts';
import { startSynchronizer } from './synchronizer.ts';

const { ask, person, platform } = await servedApp({ settings: { ALMANAC_ALLOW_INSECURE_PROVIDERS: 'true' } });
const admin = await person({ role: 'admin', permissions: ['ENABLE_ACL_SYNCHRONIZATION'] });

const fake = await startProviderB();
afterAll(() => fake.close());
const { world } = fake;
const ann = buildB.addUser(world, 'ann');
const drive = buildB.addDrive(world, buildB.addSite(world, 'site'), 'Documents');
const root = world.items.get(drive.rootId);
if (root === undefined) throw new Error('A drive has a root.');
const file = buildB.addItem(world, root, 'plan.docx', 'file');
const granted = editB.shareWith(world, file, { kind: 'user', id: ann.id });

const made = await ask('POST /api/v2/aclConnections/', {
  key: admin.key,
  body: {
    name: 'B',
    provider: 'B',
    pollSeconds: 1,
    config: {
      tenantId: world.tenantId,
      clientId: fake.app.clientId,
      clientSecret: fake.app.secret,
      graphUrl: fake.url,
      loginUrl: fake.url,
    },
  },
});
const path = `/api/v2/aclConnections/${made.body.id}/`;
const get = async (what: string) => (await ask(`GET ${path}${what}`, { key: admin.key })).body;
const post = (what: string) => ask(`POST ${path}${what}/`, { key: admin.key });
const annReads = async () => (await get(`effectiveAccess/?user=${ann.mail}&itemId=${file.id}`)).allowed;
const fence = async () => (await platform.db.pool.query('SELECT fence FROM acl_sync')).rows[0].fence;

// Two workers, as on two machines.
const workers = [startSynchronizer(platform), startSynchronizer(platform)];
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

test('a connection is read, then kept in step, by one of the workers at a time', async () => {
  const preflight = await post('preflight');
  expect(preflight.body, JSON.stringify(preflight.body)).toMatchObject({ ok: true });
  await eventually(async () => (await get('status/')).state === 'fresh', 60);
  expect(await annReads()).toBe(true);
  editB.unshare(world, file, granted.id);
  await eventually(async () => !(await annReads()), 60);
  editB.shareWith(world, file, { kind: 'user', id: ann.id });
  await eventually(annReads, 60);
  expect(await fence()).toBe(1);
});

test('a change of settings, a pause and a resumption pass the lease on', async () => {
  await post('pause');
  await eventually(
    async () => (await platform.db.pool.query('SELECT lease_owner FROM acl_sync')).rows[0].lease_owner === null,
  );
  const asked = fake.recorder.requests.length;
  editB.shareWith(world, root, { kind: 'everyone' });
  expect((await get('')).paused).toBe(true);
  expect(fake.recorder.requests.length).toBe(asked);
  await post('resume');
  await eventually(async () => (await get(`effectiveAccess/?user=${ann.mail}&itemId=${root.id}`)).allowed, 60);
  expect(await fence()).toBeGreaterThan(1);
});

test('everything is read anew when asked, while what is held serves', async () => {
  expect((await post('resync')).body.state).toBe('syncing');
  expect(await annReads()).toBe(true);
  await eventually(async () => (await get('changes/?kind=crawlCompleted')).totalCount > 1, 60);
  await eventually(async () => (await get('status/')).state === 'fresh', 60);
  expect(await annReads()).toBe(true);
});

test('a provider that withdraws its consent is told, and nobody reads anything until it gives it back', async () => {
  const { permissions } = fake.app;
  const held = [...permissions];
  (permissions as string[]).length = 0;
  fake.revokeTokens();
  await eventually(async () => (await get('status/')).state === 'failed', 60);
  expect(await annReads()).toBe(false);
  expect((await get('status/')).lastError.message).not.toBe('');
  (permissions as string[]).push(...held);
  fake.revokeTokens();
  await post('resume');
  await eventually(annReads, 60);
});

test('where plain http is no longer allowed, a connection that uses it is not opened', async () => {
  const row = await connectionById(platform.db.queries, made.body.id);
  if (row === undefined) throw new Error('The connection was made.');
  const strict = { ...platform, config: { ...platform.config, allowInsecureProviders: false } };
  expect(() => openClient(strict, row)).toThrow(/ALMANAC_ALLOW_INSECURE_PROVIDERS/);
  expect(() => openClient(platform, row)).not.toThrow();
});

test('deleted while it is kept in step, it leaves nothing behind', async () => {
  expect((await ask(`DELETE ${path}`, { key: admin.key })).status).toBe(204);
  // Whatever was under way has ended when the workers have.
  await Promise.all(workers.map((worker) => worker.stop()));
  for (const table of ['acl_sync', 'acl_spaces', 'acl_items', 'acl_principals', 'acl_staged', 'acl_changes'])
    expect((await platform.db.pool.query(`SELECT count(*) AS held FROM ${table}`)).rows, table).toEqual([{ held: 0 }]);
});
