import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { mayRead, viewOf } from '../access/effective-access.ts';
import { findItems } from '../access/explain.store.ts';
import { readableItems, readersOf } from '../access/lists.store.ts';
import type { Acl, Grant } from '../model.ts';
import { aGrant, aMirror, anItem } from './graph.fixtures.ts';
import { subjectOf, World } from './world.fixtures.ts';

const platform = await testPlatform();

const ITEMS = ['root', 'a', 'b', 'c', 'd', 'e', 'f', 'g'];
const USERS = ['user:1', 'user:2', 'user:3', 'user:4'];
const GROUPS = ['group:x', 'group:y', 'group:z', 'group:w'];
const SUBJECTS = [
  ...USERS,
  ...GROUPS,
  'mail:one@here.org',
  'mail:alias@here.org',
  'mail:out@side.org',
  'domain:here.org',
];
const EVERY_SUBJECT = [...SUBJECTS, 'tenant', 'everyone', 'anyone'];

const grant = fc.record({
  subject: fc.constantFrom(...EVERY_SUBJECT),
  role: fc.constantFrom('read' as const, 'write' as const, 'none' as const),
  gate: fc.constantFrom('always' as const, 'always' as const, 'organizationLink' as const, 'never' as const),
  expires: fc.constantFrom(null, 'past', 'future'),
});
const place = fc.record({
  do: fc.constant('place' as const),
  key: fc.constantFrom(...ITEMS.slice(1)),
  parent: fc.constantFrom(...ITEMS, 'nowhere'),
});
const share = fc.record({
  do: fc.constant('share' as const),
  key: fc.constantFrom(...ITEMS),
  inherits: fc.boolean(),
  grants: fc.array(grant, { maxLength: 3 }),
});
const remove = fc.record({ do: fc.constant('remove' as const), key: fc.constantFrom(...ITEMS.slice(1)) });
const regroup = fc.record({
  do: fc.constant('regroup' as const),
  group: fc.constantFrom(...GROUPS),
  members: fc.uniqueArray(fc.constantFrom(...USERS, ...GROUPS, 'tenant', 'mail:out@side.org'), { maxLength: 3 }),
});
const employ = fc.record({
  do: fc.constant('employ' as const),
  user: fc.constantFrom(...USERS),
  active: fc.boolean(),
  guest: fc.boolean(),
  alias: fc.boolean(),
});
const flush = fc.record({ do: fc.constant('flush' as const) });
const step = fc.oneof(place, place, share, share, remove, regroup, regroup, employ, flush);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const DAY = 24 * 3600 * 1000;
const primary = (user: string) => (user === 'user:1' ? 'one@here.org' : `${user.slice(5)}@here.org`);

test('whatever happens to trees, groups and grants, access is what walking everything would find', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.boolean(), async (steps, links) => {
      const mirror = await aMirror(platform, { organizationLinks: links ? 'tenant' : 'deny' });
      const gates = links ? ['always', 'organizationLink'] : ['always'];
      const world = new World();
      for (const user of USERS) world.users.set(user, { active: true, guest: false, emails: [primary(user)] });
      world.users.set('out', { active: true, guest: true, emails: [] });
      for (const group of GROUPS) world.members.set(group, new Set());
      world.items.set('root', { parent: null, inherits: false, grants: [], deleted: false });
      const dirty = new Map<string, 'acl' | 'place'>([['root', 'acl']]);

      const flushed = async () => {
        const upserts = [];
        const deletes: string[] = [];
        for (const [key, what] of dirty) {
          const item = world.items.get(key);
          if (item === undefined) continue;
          if (item.deleted) deletes.push(key);
          else {
            const known: Acl = { state: 'known', inherits: item.inherits, grants: item.grants };
            upserts.push(
              mirror.upsert(anItem(key, item.parent), what === 'acl' ? known : { state: 'kept', ifNew: 'inherit' }),
            );
          }
        }
        dirty.clear();
        const before = await everybody();
        const page = { upserts, deletes: deletes.map((key) => ({ key, tick: mirror.nextTick() })) };
        await mirror.narrow(page);
        const meanwhile = await everybody();
        await mirror.apply(page);
        const after = await everybody();
        const told = `after ${JSON.stringify(steps)}`;
        expect(
          [...meanwhile].filter((pair) => !before.has(pair)),
          `wider ${told}`,
        ).toEqual([]);
        expect(
          [...meanwhile].filter((pair) => !after.has(pair)),
          `withdrawn late ${told}`,
        ).toEqual([]);
        const people = world.directory();
        await mirror.directory({ ...people, principals: people.principals.filter(({ key }) => key !== 'out') });
      };

      const everybody = async () => {
        const pairs = new Set<string>();
        for (const email of [...USERS.map(primary), 'out@side.org'])
          for (const key of await mayRead(platform, mirror.connectionId, { ...mirror, email }, ITEMS))
            pairs.add(`${email} ${key}`);
        return pairs;
      };

      const agree = async () => {
        const now = platform.now();
        for (const [user, { emails }] of world.users) {
          const email = emails[0];
          if (email === undefined) continue;
          const found = await mayRead(platform, mirror.connectionId, { ...mirror, email: email.toUpperCase() }, ITEMS);
          const due = ITEMS.filter((key) => world.mayRead(user, key, now, gates));
          expect([...found].sort(), `${user} after ${JSON.stringify(steps)}`).toEqual(due.sort());
          expect(await listReadable(mirror, email), `list of ${user} after ${JSON.stringify(steps)}`).toEqual(
            due.sort(),
          );
        }
        for (const key of ITEMS) {
          const due = USERS.filter((user) => world.mayRead(user, key, now, gates)).sort();
          expect(await readers(mirror, key, gates), `readers of ${key} after ${JSON.stringify(steps)}`).toEqual(due);
        }
      };

      for (const one of steps) {
        act(world, one, dirty);
        if (one.do === 'flush') {
          await flushed();
          await agree();
        }
      }
      await flushed();
      await agree();
    }),
    { numRuns: 60 },
  );
});

type Mirror = Awaited<ReturnType<typeof aMirror>>;
const ALL = { offset: 0, limit: 1000 };

/** The same questions asked from the other ends. */
async function listReadable(mirror: Mirror, email: string): Promise<string[]> {
  const view = await viewOf(platform, mirror.connectionId, { ...mirror, email });
  if (view === undefined) throw new Error('The connection is there.');
  const { rows, total } = await readableItems(platform.db, view.standing.nodes, view.counting, ALL);
  expect(rows.length).toBe(total);
  return rows.map(({ id }) => id).sort();
}

async function readers(mirror: Mirror, key: string, gates: readonly string[]): Promise<string[]> {
  const [item] = await findItems(platform.db, mirror.connectionId, key);
  if (item === undefined) return [];
  const { rows } = await readersOf(platform.db, mirror.connectionId, item.id, { gates, now: platform.now() }, ALL);
  return rows.flatMap(({ type, id }) => (type === 'user' ? [id] : [])).sort();
}

function act(world: World, one: Step, dirty: Map<string, 'acl' | 'place'>): void {
  if (one.do === 'place') {
    const held = world.items.get(one.key);
    const fresh = held === undefined || held.deleted;
    const item = fresh ? { inherits: true, grants: [] } : held;
    world.items.set(one.key, { inherits: item.inherits, grants: item.grants, parent: one.parent, deleted: false });
    // Whether it was there before or is a new one under the same key, only its own list can tell.
    if (held?.deleted) dirty.set(one.key, 'acl');
    else if (dirty.get(one.key) !== 'acl' || fresh) dirty.set(one.key, 'place');
  } else if (one.do === 'share') {
    const held = world.items.get(one.key);
    if (held === undefined || held.deleted) return;
    world.items.set(one.key, { ...held, inherits: one.inherits, grants: one.grants.map(toGrant) });
    dirty.set(one.key, 'acl');
  } else if (one.do === 'remove') {
    const held = world.items.get(one.key);
    if (held === undefined) return;
    held.deleted = true;
    dirty.set(one.key, 'acl');
  } else if (one.do === 'regroup') world.members.set(one.group, new Set(one.members));
  else if (one.do === 'employ') {
    const emails = one.alias && one.user === 'user:1' ? ['one@here.org', 'alias@here.org'] : [primary(one.user)];
    world.users.set(one.user, { active: one.active, guest: one.guest, emails });
  }
}

const toGrant = (
  {
    subject,
    role,
    gate,
    expires,
  }: { subject: string; role: Grant['role']; gate: Grant['gate']; expires: string | null },
  index: number,
): Grant => {
  const expiresAt = expires === null ? null : new Date(Date.now() + (expires === 'past' ? -DAY : DAY));
  return aGrant(subjectOf(subject), { permissionId: `p${index}`, role, gate, expiresAt });
};
