import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildB, editB, isListed, type ProviderB, startProviderB } from '../../providers/index.ts';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { within } from './within.ts';

let site: Installation;
let fake: ProviderB;
let path: string;

beforeAll(async () => {
  site = await startInstallation({ ALMANAC_ALLOW_INSECURE_PROVIDERS: 'true' });
  fake = await startProviderB({ routes: 'listed' });
});
afterAll(async () => {
  await site?.stop();
  await fake?.close();
});

const ask = (method: string, what: string, json?: unknown) =>
  call(method, what, { url: site.url, key: site.adminKey, ...(json === undefined ? {} : { json }) });
const get = async (what: string) => (await ask('GET', path + what)).body;

test('outbound calls, provider B: the ten listed GET routes are enough', async () => {
  const { world } = fake;
  const [ann, bob] = [buildB.addUser(world, 'ann'), buildB.addUser(world, 'bob')];
  for (const { upn } of [ann, bob]) {
    const made = await ask('POST', '/api/v2/users/', { username: upn, email: upn, password: 'correct horse battery' });
    expect(made.status, made.text).toBe(201);
  }
  const staff = buildB.addGroup(world, 'staff');
  staff.members.add(ann.id);
  const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
  const root = world.items.get(drive.rootId);
  if (root === undefined) throw new Error('A drive has a root.');
  const folder = buildB.addItem(world, root, 'Plans', 'folder');
  const file = buildB.addItem(world, folder, 'plan.docx', 'file');
  const shared = editB.shareWith(world, folder, { kind: 'group', id: staff.id });

  const config = {
    tenantId: world.tenantId,
    clientId: fake.app.clientId,
    clientSecret: fake.app.secret,
    graphUrl: fake.url,
    loginUrl: fake.url,
  };
  const made = await ask('POST', '/api/v2/aclConnections/', { name: 'Corp', provider: 'B', config });
  expect(made.status).toBe(201);
  expect(made.body.config.organizationLinks).toBe('deny');
  path = `/api/v2/aclConnections/${made.body.id}/`;
  const preflight = await ask('POST', `${path}preflight/`);
  expect(preflight.body, preflight.text).toMatchObject({ ok: true });
  const feed = fake.recorder.requests.find((asked) => asked.path.includes('/root/delta'));
  expect(feed?.headers.prefer).toContain('deltashowsharingchanges');
  await within(async () => (await get('status/')).state === 'fresh');

  const access = async (user: { upn: string }) =>
    (await get(`effectiveAccess/?user=${user.upn}&itemId=${file.id}`)).allowed;
  await within(() => access(ann));
  expect(await access(bob)).toBe(false);
  staff.members.delete(ann.id);
  await within(async () => !(await access(ann)));
  staff.members.add(bob.id);
  await within(() => access(bob));
  editB.unshare(world, folder, shared.id);
  await within(async () => !(await access(bob)));
  editB.shareWith(world, file, { kind: 'user', id: ann.id });
  await within(() => access(ann));

  // A link for everybody in the organization gives nobody anything unless the connection says so.
  editB.share(world, file, { roles: ['read'], link: { scope: 'organization', type: 'view', people: [] } });
  await within(async () =>
    (await get(`items/${file.id}/`)).grants.some((grant: { organizationLink: boolean }) => grant.organizationLink),
  );
  expect(await access(bob)).toBe(false);

  const served = fake.recorder.requests.filter(({ status }) => status === 200);
  const others = served.filter((asked) => !isListed(asked) && !asked.path.endsWith('/oauth2/v2.0/token'));
  expect(others.map((asked) => `${asked.method} ${asked.path}`)).toEqual([]);
  const routes = served
    .filter(isListed)
    .map((asked) => asked.path.replace(/\?.*/, '').replace(/\/(sites|drives|items|users)\/[^/]+/g, '/$1/{id}'));
  expect([...new Set(routes)].sort()).toEqual([
    '/v1.0/drives/{id}',
    '/v1.0/drives/{id}/items/{id}',
    '/v1.0/drives/{id}/items/{id}/permissions',
    '/v1.0/drives/{id}/root/delta',
    '/v1.0/organization',
    '/v1.0/sites',
    '/v1.0/sites/{id}/drives',
    '/v1.0/users/{id}',
    '/v1.0/users/{id}/memberOf',
  ]);
  expect((await get('status/')).lastError).toBeNull();
  expect((await ask('DELETE', path)).status).toBe(204);
}, 600_000);
