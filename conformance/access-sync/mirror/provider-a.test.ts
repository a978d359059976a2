import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildA, editA, type ProviderA, startProviderA } from '../../providers/index.ts';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { within } from './within.ts';

let site: Installation;
let fake: ProviderA;
let path: string;

beforeAll(async () => {
  site = await startInstallation({ ALMANAC_ALLOW_INSECURE_PROVIDERS: 'true' });
  fake = await startProviderA();
});
afterAll(async () => {
  await site?.stop();
  await fake?.close();
});

const ask = (method: string, what: string, json?: unknown) =>
  call(method, what, { url: site.url, key: site.adminKey, ...(json === undefined ? {} : { json }) });
const get = async (what: string) => (await ask('GET', path + what)).body;

test('what changes at the source is in force within a minute, with the default poll', async () => {
  const { world, url } = fake;
  const admin = buildA.addUser(world, 'admin', { admin: true });
  const ann = buildA.addUser(world, 'ann');
  const bob = buildA.addUser(world, 'bob');
  const staff = buildA.addGroup(world, 'staff');
  editA.join(staff, { id: bob.id, email: bob.email, role: 'MEMBER', type: 'USER' });
  const folder = buildA.addFile(world, buildA.rootOf(world, ann), 'Plans', 'folder');
  const file = buildA.addFile(world, folder, 'plan');
  const forStaff = {
    id: buildA.permissionId(staff.email),
    type: 'group' as const,
    role: 'reader' as const,
    email: staff.email,
  };

  const config = {
    serviceAccountKey: fake.keyFile,
    adminEmail: admin.email,
    domain: world.domain,
    driveUrl: url,
    activityUrl: url,
    directoryUrl: url,
    tokenUrl: fake.tokenUrl,
    scopeBase: fake.scopeBase,
  };
  const made = await ask('POST', '/api/v2/aclConnections/', { name: 'Files', provider: 'A', config });
  expect(made.status, made.text).toBe(201);
  expect(made.text).not.toContain('PRIVATE KEY');
  path = `/api/v2/aclConnections/${made.body.id}/`;
  const preflight = await ask('POST', `${path}preflight/`);
  expect(preflight.body, preflight.text).toMatchObject({ ok: true });
  await within(async () => (await get('status/')).state === 'fresh');

  const access = (user: { email: string }) => get(`effectiveAccess/?user=${user.email}&itemId=${file.id}`);
  expect((await access(ann)).allowed).toBe(true);
  expect((await access(bob)).allowed).toBe(false);

  editA.share(world, folder, forStaff);
  await within(async () => (await access(bob)).allowed);
  editA.unshare(world, folder, forStaff.id, { activity: 'never' });
  await within(async () => !(await access(bob)).allowed);
  editA.share(world, file, forStaff);
  await within(async () => (await access(bob)).allowed);
  editA.leave(staff, bob.id);
  await within(async () => !(await access(bob)).allowed);
  editA.trash(world, folder, true);
  await within(async () => !(await access(ann)).allowed);

  const written = fake.recorder.requests.filter(
    ({ method, path: asked }) => method !== 'GET' && asked !== '/token' && asked !== '/v2/activity:query',
  );
  expect(written).toEqual([]);
  expect((await ask('DELETE', path)).status).toBe(204);
}, 600_000);
