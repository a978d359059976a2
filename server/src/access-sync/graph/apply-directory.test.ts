import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { mayRead } from '../access/effective-access.ts';
import type { Principal, Subject } from '../model.ts';
import { aGrant, aMirror, anItem, owns } from './graph.fixtures.ts';

const platform = await testPlatform();

const person = (n: string, more: Partial<Principal> = {}): Principal => ({
  key: `user:${n}`,
  sourceId: n,
  kind: 'user',
  name: n,
  emails: [`${n}@here.org`],
  active: true,
  guest: false,
  ...more,
});
const group = (n: string, emails: string[] = []): Principal => ({
  ...person(n, { emails }),
  key: `group:${n}`,
  kind: 'group',
});
const asUser = (n: string): Subject => ({ kind: 'user', key: `user:${n}` });
const asGroup = (n: string): Subject => ({ kind: 'group', key: `group:${n}` });

/** One item, granted to these. */
async function mirrorWithGrants(...subjects: Subject[]) {
  const mirror = await aMirror(platform);
  await mirror.change([mirror.upsert(anItem('doc', null), owns(...subjects.map((one) => aGrant(one))))]);
  const reads = async (email: string) =>
    (await mayRead(platform, mirror.connectionId, { ...mirror, email }, ['doc'])).has('doc');
  return { ...mirror, reads };
}

test('nested groups, also in a ring, lead to the person, and a removal anywhere on the way ends it', async () => {
  const mirror = await mirrorWithGrants(asGroup('a'));
  await mirror.directory({
    principals: [person('ann'), group('a'), group('b'), group('c')],
    members: [
      { groupKey: 'group:a', members: [asGroup('b')] },
      { groupKey: 'group:b', members: [asGroup('c')] },
      { groupKey: 'group:c', members: [asUser('ann'), asGroup('a')] },
    ],
  });
  expect(await mirror.reads('ann@here.org')).toBe(true);
  await mirror.directory({ members: [{ groupKey: 'group:b', members: [] }] });
  expect(await mirror.reads('ann@here.org')).toBe(false);
  await mirror.directory({ members: [{ groupKey: 'group:b', members: [asUser('ann')] }] });
  expect(await mirror.reads('ann@here.org')).toBe(true);
});

test('memberships told from the person are the same memberships', async () => {
  const mirror = await mirrorWithGrants(asGroup('a'));
  await mirror.directory({
    principals: [person('ann'), group('a')],
    memberOf: [{ memberKey: 'user:ann', groups: ['group:a'] }],
  });
  expect(await mirror.reads('ann@here.org')).toBe(true);
  await mirror.directory({ memberOf: [{ memberKey: 'user:ann', groups: [] }] });
  expect(await mirror.reads('ann@here.org')).toBe(false);
});

test('a group that could not be read keeps its members; one that is gone, or was not told in a whole reading, has none', async () => {
  const mirror = await mirrorWithGrants(asGroup('a'));
  const whole = { principals: [person('ann')], complete: true };
  await mirror.directory({
    ...whole,
    principals: [person('ann'), group('a')],
    members: [{ groupKey: 'group:a', members: [asUser('ann')] }],
  });
  await mirror.directory({ ...whole, kept: ['group:a'] });
  expect(await mirror.reads('ann@here.org')).toBe(true);
  await mirror.directory({ removed: ['group:a'] });
  expect(await mirror.reads('ann@here.org')).toBe(false);
  await mirror.directory({ principals: [group('a')], members: [{ groupKey: 'group:a', members: [asUser('ann')] }] });
  expect(await mirror.reads('ann@here.org')).toBe(true);
  await mirror.directory({ ...whole, kept: ['group:a'] });
  await mirror.directory(whole);
  expect(await mirror.reads('ann@here.org')).toBe(false);
});

test('an address leads to its owner by any of their addresses, in any case, and to nobody when two claim it', async () => {
  const mirror = await mirrorWithGrants({ kind: 'mail', email: 'Ann.Alias@here.org' });
  expect(await mirror.reads('ann.alias@here.org')).toBe(true);
  await mirror.directory({ principals: [person('ann', { emails: ['ann@here.org', 'ANN.alias@here.org'] })] });
  expect(await mirror.reads('Ann@Here.org')).toBe(true);
  await mirror.directory({ principals: [person('bob', { emails: ['bob@here.org', 'ann.alias@here.org'] })] });
  expect(await mirror.reads('ann@here.org')).toBe(false);
  expect(await mirror.reads('bob@here.org')).toBe(false);
  await mirror.directory({ removed: ['user:bob'] });
  expect(await mirror.reads('ann@here.org')).toBe(true);
});

test('an address of a group lets its members in', async () => {
  const mirror = await mirrorWithGrants({ kind: 'mail', email: 'team@here.org' });
  await mirror.directory({
    principals: [person('ann'), group('team', ['team@here.org'])],
    members: [{ groupKey: 'group:team', members: [asUser('ann')] }],
  });
  expect(await mirror.reads('ann@here.org')).toBe(true);
  expect(await mirror.reads('team@here.org')).toBe(false);
});

test('the tenant is its members, everyone is guests too, and who is not active is nobody', async () => {
  const tenant = await mirrorWithGrants({ kind: 'tenant' });
  const everyone = await mirrorWithGrants({ kind: 'everyone' });
  const principals = [person('ann'), person('guest', { guest: true }), person('away', { active: false })];
  for (const mirror of [tenant, everyone]) await mirror.directory({ principals });
  const answers = async (mirror: typeof tenant) =>
    Promise.all(['ann', 'guest', 'away', 'unknown'].map((name) => mirror.reads(`${name}@here.org`)));
  expect(await answers(tenant)).toEqual([true, false, false, false]);
  expect(await answers(everyone)).toEqual([true, true, false, false]);
});
