import { afterEach, expect, test } from 'vitest';
import { buildA, buildB, handClock, isListed, type ProviderA, type ProviderB } from '../../../test/providers.ts';
import type { ProviderClient } from '../provider-client.ts';
import { type Source, sourceA, sourceB } from './source.fixtures.ts';

const clock = handClock();
const started: Source[] = [];
afterEach(async () => void (await Promise.all(started.splice(0).map(({ fake }) => fake.close()))));

async function tenant(): Promise<{ fake: ProviderB; client: ProviderClient }> {
  const source = await sourceB(clock, 1);
  started.push(source);
  buildB.addDrive(source.fake.world, buildB.addSite(source.fake.world, 'hr'), 'Documents');
  return source;
}

async function organization(): Promise<{ fake: ProviderA; client: ProviderClient }> {
  const source = await sourceA(clock, 1);
  started.push(source);
  buildA.addUser(source.fake.world, 'admin', { admin: true });
  return source;
}

const missing = async (client: ProviderClient) =>
  (await client.preflight(new AbortController().signal)).filter(({ ok }) => !ok).map(({ name }) => name);

test('provider B: nothing is missing when all three permissions are granted', async () => {
  const { client } = await tenant();
  expect(await missing(client)).toEqual([]);
});

test.each(['Files.Read.All', 'Sites.Read.All', 'Directory.Read.All'])(
  'provider B: %s is named when it is missing',
  async (name) => {
    const { fake, client } = await tenant();
    fake.app.permissions = fake.app.permissions.filter((one) => one !== name);
    expect(await missing(client)).toContain(name);
    expect((await client.preflight(new AbortController().signal)).find((one) => one.name === name)?.detail).toMatch(
      /403.*administrator|No drive/,
    );
  },
);

test('provider B: full control is reported, never demanded', async () => {
  const { fake, client } = await tenant();
  const detail = async () =>
    (await client.preflight(new AbortController().signal)).find(({ name }) => name === 'Sites.FullControl.All')?.detail;
  expect(await detail()).toMatch(/^Optional/);
  fake.app.permissions = [...fake.app.permissions, 'Sites.FullControl.All'];
  fake.revokeTokens();
  clock.advance(3_600_000);
  expect(await detail()).toMatch(/^Granted/);
});

test.each([
  ['404', { status: 404, body: { error: { code: 'NotFound' } } }],
  ['403', { status: 403, body: { error: { code: 'Forbidden', message: 'Not on the list of this gateway.' } } }],
  ['405', { status: 405 }],
])(
  'provider B: with the listed routes alone nothing is missing, and no permission is blamed (%s)',
  async (_, reply) => {
    const { fake, client } = await tenant();
    fake.faults.add({
      when: (asked) => !isListed(asked) && !asked.path.endsWith('/token'),
      times: Number.POSITIVE_INFINITY,
      reply: () => reply,
    });
    const checks = await client.preflight(new AbortController().signal);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.filter(({ detail }) => /^Optional and not served/.test(detail)).map(({ name }) => name)).toEqual([
      '$batch',
      '/users, /groups',
    ]);
  },
);

test('provider B: every listed route is tried, the feed with all values of the Prefer header', async () => {
  const { fake, client } = await tenant();
  await client.preflight(new AbortController().signal);
  const asked = fake.recorder.requests.filter(isListed);
  const routes = new Set(
    asked.map(({ path }) => path.replace(/\?.*/, '').replace(/\/(sites|drives|items|users)\/[^/]+/g, '/$1/{id}')),
  );
  expect([...routes].sort()).toEqual([
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
  const feed = asked.find(({ path }) => path.includes('/root/delta'));
  expect(feed?.headers.prefer?.split(', ').sort()).toEqual([
    'deltashowremovedasdeleted',
    'deltashowsharingchanges',
    'deltatraversepermissiongaps',
    'hierarchicalsharing',
  ]);
});

test('provider B: a route that is needed and not there is named itself, not a permission', async () => {
  const { fake, client } = await tenant();
  const lost = { status: 404, body: { error: { code: 'NotFound' } } };
  fake.faults.add({ when: ({ path }) => path === '/v1.0/organization', times: 9, reply: () => lost });
  const [, check] = await client.preflight(new AbortController().signal);
  expect(check).toMatchObject({ name: '/organization', ok: false, detail: expect.stringContaining('Graph address') });
});

test('provider B: an app that cannot sign in is told so', async () => {
  const { fake, client } = await tenant();
  fake.faults.add({
    when: ({ path }) => path.endsWith('/token'),
    times: 9,
    reply: () => ({ status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000222: expired' } }),
  });
  expect(await missing(client)).toEqual(['token']);
});

test.each([
  'admin.directory.group.readonly',
  'admin.directory.user.readonly',
  'drive.readonly',
  'drive.activity.readonly',
])('provider A: the scope %s is named when it was not delegated', async (scope) => {
  const { fake, client } = await organization();
  expect(await missing(client)).toEqual([]);
  fake.account.delegated = fake.account.delegated.filter((one) => !one.endsWith(`/${scope}`));
  expect(await missing(client)).toEqual([scope]);
});

test('provider A: an administrator who is none is found out', async () => {
  const source = await sourceA(clock, 1);
  started.push(source);
  buildA.addUser(source.fake.world, 'admin');
  expect(await missing(source.client)).toEqual([
    'admin.directory.user.readonly',
    'admin.directory.group.readonly',
    'drive.readonly',
  ]);
});
