import { afterAll, expect, test } from 'vitest';
import { historyB, startProviderB } from '../../../conformance/providers/index.ts';
import { mayRead } from '../../src/access-sync/access/check-access.ts';
import { itemKey } from '../../src/access-sync/item-keys.ts';
import { servedApp } from '../served-app.ts';
import { syncOnce } from './in-step.ts';

const { platform, ask, person } = await servedApp({ settings: { ALMANAC_ALLOW_INSECURE_PROVIDERS: 'true' } });
const admin = await person({ role: 'admin', permissions: ['ENABLE_ACL_SYNCHRONIZATION'] });
const fake = await startProviderB({ seed: 7 });
afterAll(() => fake.close());
historyB.grow(fake.world, fake.random);

const made = await ask('POST /api/v2/aclConnections/', {
  key: admin.key,
  body: {
    name: 'B',
    provider: 'B',
    config: {
      tenantId: fake.world.tenantId,
      clientId: fake.app.clientId,
      clientSecret: fake.app.secret,
      graphUrl: fake.url,
      loginUrl: fake.url,
    },
  },
});

const differences = async (): Promise<string[]> => {
  const truth = fake.truth();
  const items = [...fake.world.items.values()];
  const keys = new Map(items.map((item) => [itemKey(item.driveId, item.id), item.id]));
  const wrong: string[] = [];
  for (const user of fake.world.users.values()) {
    const who = { organizationId: admin.organizationId, email: user.mail ?? user.upn };
    const found = await mayRead(platform, made.body.id, who, [...keys.keys()]);
    const mine = new Set([...found].map((key) => keys.get(key) ?? key));
    const due = truth.readable(user.id);
    for (const id of mine) if (!due.has(id)) wrong.push(`${user.upn} reads ${id}, and must not`);
    for (const id of due) if (!mine.has(id)) wrong.push(`${user.upn} does not read ${id}, and may`);
  }
  return wrong;
};

test('a tenant is mirrored: everybody may read here what they may read there', async () => {
  expect(made.status).toBe(201);
  expect((await syncOnce(platform)).failures).toEqual([]);
  expect(await differences()).toEqual([]);
  const status = await ask(`GET /api/v2/aclConnections/${made.body.id}/status/`, { key: admin.key });
  expect(status.body).toMatchObject({ state: 'fresh', answering: true, lastError: null });
  expect(status.body.counts.items).toBeGreaterThan(10);
});

test('edits of every kind arrive', async () => {
  for (let round = 0; round < 25; round++) {
    const edits = [];
    for (let n = 0; n < 8; n++) edits.push(historyB.edit(fake.world, fake.random));
    expect((await syncOnce(platform, { verifyAll: true })).failures).toEqual([]);
    expect(await differences(), edits.join('\n')).toEqual([]);
  }
});
