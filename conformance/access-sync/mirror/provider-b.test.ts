import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildB, editB, type ProviderB, startProviderB } from '../../providers/index.ts';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { within } from './within.ts';

let site: Installation;
let fake: ProviderB;
let path: string;

beforeAll(async () => {
  site = await startInstallation({ ALMANAC_ALLOW_INSECURE_PROVIDERS: 'true' });
  fake = await startProviderB();
});
afterAll(async () => {
  await site?.stop();
  await fake?.close();
});

const ask = (method: string, what: string, json?: unknown) =>
  call(method, what, { url: site.url, key: site.adminKey, ...(json === undefined ? {} : { json }) });
const get = async (what: string) => (await ask('GET', path + what)).body;

test('what changes at the source is in force within a minute, with the default poll', async () => {
  const { world } = fake;
  const ann = buildB.addUser(world, 'ann');
  const bob = buildB.addUser(world, 'bob');
  const staff = buildB.addGroup(world, 'staff');
  const leads = buildB.addGroup(world, 'leads');
  staff.members.add(leads.id);
  leads.members.add(ann.id);
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
  path = `/api/v2/aclConnections/${made.body.id}/`;
  const preflight = await ask('POST', `${path}preflight/`);
  expect(preflight.body, preflight.text).toMatchObject({ ok: true });
  await within(async () => (await get('status/')).state === 'fresh');

  const access = (user: { mail: string | null }) => get(`effectiveAccess/?user=${user.mail}&itemId=${file.id}`);
  const yes = await access(ann);
  expect(yes.allowed).toBe(true);
  expect(yes.path.map(({ type }: { type: string }) => type)).toEqual([
    'item',
    'inheritedFrom',
    'grant',
    'group',
    'group',
    'user',
  ]);
  expect((await access(bob)).allowed).toBe(false);

  leads.members.delete(ann.id);
  await within(async () => !(await access(ann)).allowed);
  leads.members.add(bob.id);
  await within(async () => (await access(bob)).allowed);
  editB.unshare(world, folder, shared.id);
  await within(async () => !(await access(bob)).allowed);
  editB.shareWith(world, file, { kind: 'user', id: ann.id });
  await within(async () => (await access(ann)).allowed);

  const readable = await get(`readable/?user=${ann.mail}`);
  expect(readable.data.map(({ sourceId }: { sourceId: string }) => sourceId)).toEqual([file.id]);
  const readers = await get(`items/${file.id}/readers/`);
  expect(readers.data.map(({ email }: { email: string }) => email)).toEqual([ann.mail]);
  expect((await get(`items/${file.id}/`)).grants.length).toBeGreaterThan(0);
  expect((await get('principals/?type=group')).totalCount).toBe(2);
  expect((await get('changes/')).totalCount).toBeGreaterThan(3);
  expect((await get('status/')).counts).toMatchObject({ items: 3, users: 2, groups: 2 });
  const methods = fake.recorder.requests.filter(
    ({ method, path: asked }) => method !== 'GET' && !/token$|\$batch$/.test(asked),
  );
  expect(methods).toEqual([]);
  expect((await ask('DELETE', path)).status).toBe(204);
}, 600_000);
