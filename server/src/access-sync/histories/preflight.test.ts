import { afterEach, expect, test } from 'vitest';
import { buildA, buildB, handClock, type ProviderA, type ProviderB } from '../../../test/providers.ts';
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
