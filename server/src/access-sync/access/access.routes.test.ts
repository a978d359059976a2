import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { adds, aGrant, aMirror, anItem, owns, silent } from '../graph/graph.fixtures.ts';
import type { Principal } from '../model.ts';

const clock = movableClock();
const { ask, person, platform } = await servedApp({ now: clock });
const flag = { permissions: ['ENABLE_ACL_SYNCHRONIZATION'] };
const admin = await person({ role: 'admin', ...flag });
const ann = await person({ email: 'ann@here.org', ...flag });
const member = (key: string, kind: 'user' | 'group', emails: string[] = []): Principal => ({
  key,
  sourceId: key,
  kind,
  name: `Name of ${key}`,
  emails,
  active: true,
  guest: false,
});

/** drive > folder (granted to Outer, which holds Inner, which holds Ann) > file; beside it a private file. */
async function aWorld(more: { organizationLinks?: 'tenant' } = {}) {
  const mirror = await aMirror(platform, more);
  await mirror.directory({
    principals: [
      member('user:ann', 'user', ['ann@here.org']),
      member('user:bob', 'user', ['bob@here.org']),
      member('group:outer', 'group'),
      member('group:inner', 'group'),
    ],
    members: [
      { groupKey: 'group:outer', members: [{ kind: 'group', key: 'group:inner' }] },
      { groupKey: 'group:inner', members: [{ kind: 'user', key: 'user:ann' }] },
    ],
  });
  const outer = aGrant(
    { kind: 'group', key: 'group:outer' },
    { permissionId: 'p1', raw: { id: 'p1', roles: ['read'] } },
  );
  const link = aGrant({ kind: 'tenant' }, { permissionId: 'p2', gate: 'organizationLink' });
  await mirror.change([
    mirror.upsert(anItem('drive', null), owns()),
    mirror.upsert(anItem('folder', 'drive'), adds(outer)),
    mirror.upsert(anItem('file', 'folder', { kind: 'file', sourceId: 'source-1' }), silent),
    mirror.upsert(anItem('linked', 'drive', { kind: 'file' }), adds(link)),
    mirror.upsert(anItem('public', 'drive', { kind: 'file' }), adds(aGrant({ kind: 'anyone' }))),
    mirror.upsert(anItem('foreign', 'drive', { kind: 'file' }), adds(aGrant({ kind: 'mail', email: 'out@side.org' }))),
  ]);
  const path = `/api/v2/aclConnections/${mirror.connectionId}/`;
  const access = async (user: string, itemId: string, key = admin.key) =>
    (await ask(`GET ${path}effectiveAccess/?user=${user}&itemId=${itemId}`, { key })).body;
  return { ...mirror, path, access };
}

test('200: a yes comes with the way from the item to the person', async () => {
  const { access } = await aWorld();
  const answer = await access('ANN@here.org', 'file');
  expect(answer).toMatchObject({ allowed: true, reason: null, freshness: 'fresh' });
  expect(answer.path.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`)).toEqual([
    'item file',
    'inheritedFrom folder',
    'grant p1',
    'group group:outer',
    'group group:inner',
    'user user:ann',
  ]);
});

test('200: a no says why', async () => {
  const { access } = await aWorld();
  expect(await access('bob@here.org', 'file')).toEqual({
    allowed: false,
    path: [],
    reason: 'noGrant',
    freshness: 'fresh',
  });
  expect((await access('ann@here.org', 'nothing')).reason).toBe('unknownItem');
  expect((await access('bob@here.org', 'linked')).allowed).toBe(false);
  expect((await access('out@side.org', 'foreign')).allowed).toBe(true);
});

test('200: shares that have ended, and those of people who left or are guests, give nothing', async () => {
  const { access, directory, change, upsert } = await aWorld({ organizationLinks: 'tenant' });
  const left = { ...member('user:left', 'user', ['left@here.org']), active: false };
  const guest = { ...member('user:guest', 'user', ['guest@else.org']), guest: true };
  await directory({ principals: [left, guest, member('user:cat', 'user', ['cat@here.org'])], members: [] });
  const ends = (seconds: number) => new Date(clock().getTime() + seconds * 1000);
  const to = (key: string, more: object = {}) => aGrant({ kind: 'user', key }, { permissionId: key, ...more });
  const link = aGrant({ kind: 'tenant' }, { permissionId: 'p3', gate: 'organizationLink' });
  await change([
    upsert(anItem('over', 'drive', { kind: 'file' }), adds(to('user:cat', { expiresAt: ends(-1) }))),
    upsert(
      anItem('lasting', 'drive', { kind: 'file' }),
      adds(to('user:cat', { expiresAt: ends(60) }), to('user:left')),
    ),
    upsert(anItem('ours', 'drive', { kind: 'file' }), adds(link)),
  ]);
  const allowed = async (user: string, item: string) => (await access(user, item)).allowed;
  expect([await allowed('cat@here.org', 'lasting'), await allowed('cat@here.org', 'over')]).toEqual([true, false]);
  expect(await allowed('left@here.org', 'lasting')).toBe(false);
  expect([await allowed('cat@here.org', 'ours'), await allowed('guest@else.org', 'ours')]).toEqual([true, false]);
});

test("200: an item answers to the provider's own id too", async () => {
  const { access } = await aWorld();
  expect((await access('ann@here.org', 'source-1')).allowed).toBe(true);
});

test('200: links for the organization count when the connection says so', async () => {
  const { access } = await aWorld({ organizationLinks: 'tenant' });
  expect((await access('bob@here.org', 'linked')).allowed).toBe(true);
  expect((await access('out@side.org', 'linked')).allowed).toBe(false);
});

test('200: past the staleness limit every answer is no, and says so', async () => {
  const { access, path } = await aWorld();
  clock.moveSeconds(3599);
  expect(await access('ann@here.org', 'file')).toMatchObject({ allowed: true, freshness: 'stale' });
  clock.moveSeconds(2);
  expect(await access('ann@here.org', 'file')).toMatchObject({
    allowed: false,
    reason: 'notBelieved',
    freshness: 'stale',
  });
  const readable = await ask(`GET ${path}readable/?user=ann@here.org`, { key: admin.key });
  expect(readable.body).toMatchObject({ data: [], totalCount: 0, freshness: 'stale' });
  expect((await ask(`GET ${path}items/public/readers/`, { key: admin.key })).body.data).toEqual([]);
});

test('200: what a person can read, paged', async () => {
  const { path } = await aWorld();
  const get = (query: string) => ask(`GET ${path}readable/?user=ann@here.org${query}`, { key: ann.key });
  const all = await get('');
  expect(all.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(['file', 'folder', 'public']);
  const pages = [await get('&limit=2'), await get('&limit=2&offset=2'), await get('&limit=2&offset=9')];
  expect(pages.map(({ body }) => [body.count, body.totalCount])).toEqual([
    [2, 3],
    [1, 3],
    [0, 3],
  ]);
  expect(pages.flatMap(({ body }) => body.data)).toEqual(all.body.data);
});

test('200: who can read an item', async () => {
  const { path } = await aWorld();
  const readers = async (item: string) =>
    (await ask(`GET ${path}items/${item}/readers/`, { key: admin.key })).body.data.map(
      ({ type, id }: { type: string; id: string }) => `${type} ${id}`,
    );
  expect(await readers('file')).toEqual(['user user:ann']);
  expect(await readers('foreign')).toEqual(['external mail:out@side.org']);
  expect(await readers('public')).toEqual(['anyone anyone', 'user user:ann', 'user user:bob']);
  expect((await ask(`GET ${path}items/nothing/readers/`, { key: admin.key })).status).toBe(404);
});

test('200, 403: people ask about themselves, administrators about anybody', async () => {
  const { path } = await aWorld();
  const get = (user: string) => ask(`GET ${path}effectiveAccess/?user=${user}&itemId=file`, { key: ann.key });
  expect((await get('ann@here.org')).body.allowed).toBe(true);
  expect((await get('bob@here.org')).status).toBe(403);
});

test('422: what is missing or unknown is named', async () => {
  const { path } = await aWorld();
  const wrong = await ask(`GET ${path}effectiveAccess/?user=nobody&colour=red`, { key: admin.key });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors).sort()).toEqual(['colour', 'itemId', 'user']);
});

test('200: items with grants as held and as sent, principals and the log can be looked through', async () => {
  const { path } = await aWorld();
  const get = async (what: string) => (await ask(`GET ${path}${what}`, { key: admin.key })).body;
  expect((await get('items/?parentId=drive&kind=file')).totalCount).toBe(3);
  expect((await get('items/?top=true')).data).toMatchObject([{ id: 'drive', parentId: null }]);
  expect((await get('items/?searchFor=PUBLIC')).data).toMatchObject([
    { id: 'public', parentId: 'drive', inherits: true },
  ]);
  const folder = await get('items/folder/');
  expect(folder).toMatchObject({
    path: [{ id: 'drive' }],
    grants: [{ permissionId: 'p1', counts: true, raw: { id: 'p1', roles: ['read'] } }],
  });
  expect((await get('items/linked/')).grants).toMatchObject([{ counts: false, organizationLink: true }]);
  expect((await get('principals/?memberOf=group:outer')).data).toMatchObject([{ id: 'group:inner', membersCount: 1 }]);
  expect((await get('principals/?type=user&searchFor=bob')).totalCount).toBe(1);
  expect((await get('changes/?kind=itemAdded')).totalCount).toBe(6);
  expect((await get('status/')).counts).toMatchObject({
    items: 6,
    grants: 4,
    users: 2,
    groups: 2,
    memberships: 2,
    unreadableItems: 0,
  });
});
