import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { mayRead } from '../access/effective-access.ts';
import type { Subject } from '../model.ts';
import { StaleFence } from './fence.ts';
import { adds, aGrant, aMirror, anItem, owns, silent } from './graph.fixtures.ts';
import { StaleGeneration } from './space.store.ts';

const platform = await testPlatform();
const ANN: Subject = { kind: 'mail', email: 'ann@here.org' };
type Mirror = Awaited<ReturnType<typeof aMirror>>;

const reads = async (mirror: Mirror, ...keys: string[]) =>
  [...(await mayRead(platform, mirror.connectionId, { ...mirror, email: 'ann@here.org' }, keys))].sort();

/** root (nobody) > open (Ann) > inner > leaf. */
async function aTree() {
  const mirror = await aMirror(platform);
  await mirror.change([
    mirror.upsert(anItem('leaf', 'inner', { kind: 'file' }), silent),
    mirror.upsert(anItem('inner', 'open'), silent),
    mirror.upsert(anItem('open', 'root'), adds(aGrant(ANN))),
    mirror.upsert(anItem('root', null), owns()),
  ]);
  return mirror;
}

test('pages that name children before their parents come out the same', async () => {
  const mirror = await aTree();
  expect(await reads(mirror, 'root', 'open', 'inner', 'leaf')).toEqual(['inner', 'leaf', 'open']);
});

test('a folder that moves takes what is below it along, without any of it being told', async () => {
  const mirror = await aTree();
  await mirror.change([mirror.upsert(anItem('inner', 'root'), silent)]);
  expect(await reads(mirror, 'inner', 'leaf')).toEqual([]);
  await mirror.change([mirror.upsert(anItem('inner', 'open'), silent)]);
  expect(await reads(mirror, 'inner', 'leaf')).toEqual(['inner', 'leaf']);
});

test('a ring of folders, as half of a swap shows it, is readable by nobody until it is undone', async () => {
  const mirror = await aTree();
  await mirror.change([mirror.upsert(anItem('leaf', 'inner'), owns(aGrant(ANN)))]);
  await mirror.change([mirror.upsert(anItem('open', 'leaf'), silent)]);
  expect(await reads(mirror, 'open', 'inner', 'leaf')).toEqual([]);
  await mirror.change([mirror.upsert(anItem('leaf', 'root'), silent)]);
  expect(await reads(mirror, 'open', 'inner', 'leaf')).toEqual(['inner', 'leaf', 'open']);
});

test('what is below a deleted folder is unreadable with it, also where it had grants of its own', async () => {
  const mirror = await aTree();
  await mirror.change([mirror.upsert(anItem('leaf', 'inner'), owns(aGrant(ANN)))], ['inner']);
  expect(await reads(mirror, 'inner', 'leaf')).toEqual([]);
  await mirror.change([mirror.upsert(anItem('leaf', 'root'), silent)]);
  expect(await reads(mirror, 'leaf')).toEqual(['leaf']);
});

test('a read that was sent earlier never overrules a later one: a revocation stays', async () => {
  const mirror = await aTree();
  const old = mirror.upsert(anItem('open', 'root'), adds(aGrant(ANN)));
  await mirror.change([mirror.upsert(anItem('open', 'root'), adds())]);
  await mirror.change([old]);
  expect(await reads(mirror, 'open', 'leaf')).toEqual([]);
  const resurrected = mirror.upsert(anItem('leaf', 'root'), owns(aGrant(ANN)));
  await mirror.change([], ['leaf']);
  await mirror.change([resurrected]);
  expect(await reads(mirror, 'leaf')).toEqual([]);
});

test('an item that was read earlier is neither moved, renamed nor brought back by what arrives later', async () => {
  const mirror = await aTree();
  const held = async (key: string) =>
    (
      await platform.db.queries
        .selectFrom('acl_items')
        .select(['name', 'present'])
        .where('connection_id', '=', mirror.connectionId)
        .where('key', '=', key)
        .execute()
    )[0];
  const early = mirror.upsert(anItem('inner', 'root', { name: 'Early' }), silent);
  await mirror.change([mirror.upsert(anItem('inner', 'open', { name: 'Late' }), silent)]);
  await mirror.change([early]);
  expect([await held('inner'), await reads(mirror, 'inner')]).toEqual([{ name: 'Late', present: true }, ['inner']]);
  const back = mirror.upsert(anItem('leaf', 'inner', { kind: 'file' }), silent);
  await mirror.change([], ['leaf']);
  await mirror.change([back]);
  expect((await held('leaf'))?.present).not.toBe(true);
});

test('an item whose permissions were never read is readable by nobody, and neither is what inherits from it', async () => {
  const mirror = await aTree();
  await mirror.change([
    mirror.upsert(anItem('dark', 'open'), { state: 'kept', ifNew: 'deny' }),
    mirror.upsert(anItem('below', 'dark'), silent),
  ]);
  expect(await reads(mirror, 'dark', 'below')).toEqual([]);
});

test('another space cannot delete what it merely lost sight of', async () => {
  const mirror = await aTree();
  await mirror.addSpace('other');
  await mirror.crawl(1, 'other');
  const gone = [{ key: 'leaf', tick: mirror.nextTick() }];
  await mirror.apply({ spaceKey: 'other', mode: 'crawl', deletes: gone });
  expect(await reads(mirror, 'leaf')).toEqual(['leaf']);
});

test('a crawl is in force with its last page; until then what is held serves, then what it did not meet is gone', async () => {
  const mirror = await aTree();
  const generation = await mirror.crawl(2);
  const page = { mode: 'crawl', generation } as const;
  const first = await mirror.apply({
    ...page,
    complete: false,
    upserts: [mirror.upsert(anItem('root', null), owns()), mirror.upsert(anItem('open', 'root'), adds())],
  });
  expect(first.inForce).toBe(false);
  expect(await reads(mirror, 'open', 'inner', 'leaf')).toEqual(['inner', 'leaf', 'open']);
  await mirror.apply({ ...page, upserts: [mirror.upsert(anItem('new', 'root'), owns(aGrant(ANN)))] });
  expect(await reads(mirror, 'open', 'inner', 'leaf', 'new')).toEqual(['new']);
  const left = await platform.db.queries
    .selectFrom('acl_items')
    .select('key')
    .where('connection_id', '=', mirror.connectionId)
    .orderBy('key')
    .execute();
  expect(left.map(({ key }) => key)).toEqual(['new', 'open', 'root']);
});

test('a repeated item in a later page keeps the permissions that an earlier page read', async () => {
  const mirror = await aMirror(platform);
  const generation = await mirror.crawl(2);
  const page = { mode: 'crawl', generation } as const;
  const one = mirror.upsert(anItem('root', null), owns(aGrant(ANN)));
  await mirror.apply({ ...page, complete: false, upserts: [one] });
  await mirror.apply({ ...page, upserts: [mirror.upsert(anItem('root', null, { name: 'Again' }), silent)] });
  expect(await reads(mirror, 'root')).toEqual(['root']);
});

test('a lease that ended and a crawl that was replaced write nothing', async () => {
  const mirror = await aTree();
  const upserts = [mirror.upsert(anItem('leaf', 'root'), owns())];
  await expect(mirror.apply({ fence: 1, upserts })).rejects.toThrow(StaleFence);
  await expect(mirror.apply({ generation: 7, upserts })).rejects.toThrow(StaleGeneration);
  await expect(mirror.directory({}, 5)).rejects.toThrow(StaleFence);
  expect(await reads(mirror, 'leaf')).toEqual(['leaf']);
});

test('the cursor is kept with what it covers, or not at all', async () => {
  const mirror = await aTree();
  const cursorOf = async () =>
    (
      await platform.db.queries
        .selectFrom('acl_spaces')
        .select('cursor')
        .where('connection_id', '=', mirror.connectionId)
        .executeTakeFirstOrThrow()
    ).cursor;
  await mirror.apply({ cursor: 'c1' });
  await expect(mirror.apply({ cursor: 'c2', fence: 9 })).rejects.toThrow();
  expect(await cursorOf()).toBe('c1');
});

test('what changed is told with its cause', async () => {
  const mirror = await aTree();
  await mirror.change([mirror.upsert(anItem('inner', 'root', { name: 'Renamed' }), owns(aGrant(ANN)))], ['leaf']);
  const log = await platform.db.queries
    .selectFrom('acl_changes')
    .select(['kind', 'subject', 'cause'])
    .where('connection_id', '=', mirror.connectionId)
    .orderBy('id', 'desc')
    .limit(4)
    .execute();
  expect(log.map(({ kind, subject }) => `${kind} ${subject}`).sort()).toEqual([
    'grantsChanged inner',
    'itemMoved inner',
    'itemRemoved leaf',
    'itemRenamed inner',
  ]);
  expect(new Set(log.map(({ cause }) => cause))).toEqual(new Set(['test']));
});
