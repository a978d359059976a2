import { afterEach, expect, test } from 'vitest';
import { buildB, handClock, type ProviderB } from '../../../test/providers.ts';
import { type Source, sourceB } from '../histories/source.fixtures.ts';
import type { DirectoryPage } from '../model.ts';
import type { Pass } from '../provider-client.ts';

const started: Source[] = [];
afterEach(async () => void (await Promise.all(started.splice(0).map(({ fake }) => fake.close()))));

async function tenant() {
  const source = await sourceB(handClock(), 1);
  started.push(source);
  const { world } = source.fake;
  const [ann, bob, cy] = (['ann', 'bob', 'cy'] as const).map((name) => buildB.addUser(world, name));
  if (!ann || !bob || !cy) throw new Error('Three people were added');
  const inner = buildB.addGroup(world, 'inner');
  const outer = buildB.addGroup(world, 'outer', { unified: true });
  inner.members.add(ann.id);
  outer.members.add(inner.id);
  inner.members.add(outer.id);
  outer.owners.add(bob.id);
  return { ...source, world, ann, bob, cy, inner, outer };
}

/** What is held and whom the platform knows, as the pass would tell. */
const aPass = (people: readonly string[], granted: readonly string[]): Pass => ({
  signal: new AbortController().signal,
  now: () => new Date(0),
  tick: () => 1,
  async *below() {},
  held: async () => [],
  async *principals(kind) {
    if (kind === 'user') for (const id of granted) yield { key: `user:${id}`, sourceId: id, kind, known: false };
  },
  async *people() {
    yield* people;
  },
});

async function read(source: Pick<Source, 'client'>, pass: Pass): Promise<DirectoryPage> {
  const pages: DirectoryPage[] = [];
  for await (const page of source.client.directory(pass)) pages.push(page);
  expect(pages.map(({ complete }) => complete).lastIndexOf(true)).toBe(pages.length - 1);
  const all = <T>(of: (page: DirectoryPage) => readonly T[]) => pages.flatMap((page) => [...of(page)]);
  return {
    principals: all((page) => page.principals),
    members: all((page) => page.members),
    memberOf: all((page) => page.memberOf),
    removed: all((page) => page.removed),
    complete: true,
  };
}

test('direct members and owners are read apart, nesting is left as it is', async () => {
  const { inner, outer, ann, bob, ...source } = await tenant();
  const { members, principals } = await read(source, aPass([], []));
  const keys = Object.fromEntries(
    members.map((one) => [one.groupKey, one.members.map((subject) => 'key' in subject && subject.key)]),
  );
  expect(keys).toEqual({
    [`group:${inner.id}`]: [`user:${ann.id}`, `group:${outer.id}`],
    [`group:${outer.id}`]: [`group:${inner.id}`],
    [`group:${outer.id}_o`]: [`user:${bob.id}`],
  });
  expect(principals.filter(({ kind }) => kind === 'user')).toHaveLength(3);
});

test('a group that went away in between is told as removed, one that is hidden as empty', async () => {
  const { fake, inner, outer, ...source } = await tenant();
  const notThere = { status: 404, body: { error: { code: 'Request_ResourceNotFound' } } };
  const hidden = { status: 403, body: { error: { code: 'Authorization_RequestDenied' } } };
  fake.faults.add({ when: ({ path }) => path.endsWith(`${inner.id}/members`), times: 1, reply: () => notThere });
  fake.faults.add({ when: ({ path }) => path.endsWith(`${outer.id}/members`), times: 1, reply: () => hidden });
  const { members, removed } = await read(source, aPass([], []));
  expect(removed).toEqual([`group:${inner.id}`]);
  expect(members.find(({ groupKey }) => groupKey === `group:${outer.id}`)?.members).toEqual([]);
});

test('where lists are not served, people are looked up one by one with the groups above them', async () => {
  const { fake, ann, bob, cy, inner, outer, ...source } = await tenant();
  fake.faults.add({
    when: ({ path }) => /^\/v1\.0\/(users|groups)$/.test(path),
    times: 1,
    reply: () => ({ status: 404, body: { error: { code: 'BadRequest' } } }),
  });
  const { principals, memberOf } = await read(source, aPass([ann.upn.toUpperCase(), 'nobody@x.y'], [bob.id]));
  const users = principals.filter(({ kind }) => kind === 'user').map(({ sourceId }) => sourceId);
  expect(new Set(users)).toEqual(new Set([ann.id, bob.id]));
  expect(users).not.toContain(cy.id);
  expect(new Map(memberOf.map((one) => [one.memberKey, one.groups]))).toEqual(
    new Map([
      [`user:${ann.id}`, [`group:${inner.id}`]],
      [`user:${bob.id}`, []],
      [`group:${inner.id}`, [`group:${outer.id}`]],
      [`group:${outer.id}`, [`group:${inner.id}`]],
    ]),
  );
});

/** Every request that fits is refused, for as long as the fake runs. */
const refuseAll = (fake: ProviderB, form: RegExp, status: number) =>
  fake.faults.add({
    when: ({ path }) => form.test(path),
    times: Number.POSITIVE_INFINITY,
    reply: () => ({ status, body: { error: { code: 'Forbidden' } } }),
  });

test.each([
  ['/users', /^\/v1\.0\/users$/, 403],
  ['/groups', /^\/v1\.0\/groups$/, 404],
  ['/groups/{id}/members', /^\/v1\.0\/groups\/[^/]+\/(members|owners)$/, 403],
])('without %s nobody is refused: memberships are read from the people', async (_, form, status) => {
  const { fake, client, ann, inner, outer } = await tenant();
  refuseAll(fake, form, status);
  const { members, memberOf } = await read({ client }, aPass([ann.upn], []));
  expect(members).toEqual([]);
  expect(memberOf.map((one) => [one.memberKey, one.groups])).toEqual([
    [`user:${ann.id}`, [`group:${inner.id}`]],
    [`group:${inner.id}`, [`group:${outer.id}`]],
    [`group:${outer.id}`, [`group:${inner.id}`]],
  ]);
});

test('where the groups of groups are not served, a group is in none, and each of them is not asked', async () => {
  const { fake, client, ann, inner } = await tenant();
  refuseAll(fake, /^\/v1\.0\/groups/, 404);
  const { memberOf } = await read({ client }, aPass([ann.upn], []));
  expect(memberOf.map((one) => [one.memberKey, one.groups])).toEqual([
    [`user:${ann.id}`, [`group:${inner.id}`]],
    [`group:${inner.id}`, []],
  ]);
  await read({ client }, aPass([ann.upn], []));
  expect(fake.recorder.requests.filter(({ path }) => path.includes('/groups/'))).toHaveLength(1);
});

test('a profile that may not be read is a refusal, not a person who is gone', async () => {
  const { fake, client, ann } = await tenant();
  refuseAll(fake, /^\/v1\.0\/users/, 403);
  await expect(read({ client }, aPass([ann.upn], []))).rejects.toMatchObject({
    trouble: 'unauthorized',
    message: expect.stringContaining('Directory.Read.All'),
  });
});
