import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { servedApp } from '../../../test/served-app.ts';
import { childrenFirst, rowEraser } from './deleted-organization.store.ts';

// The last version of the API that has these routes.
const { ask, person, platform } = await servedApp({ settings: { ALMANAC_API_VERSION: '2.34' } });
const { db, blobs } = platform;
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const PATH = '/api/v2/deletedOrganizations/';
const permissions = ['ENABLE_PERMANENT_DELETE'];
const boss = await person({ organization: 'Owners', role: 'admin', permissions });

let organizations = 0;
async function anOrganization() {
  const organization = `Guests ${++organizations}`;
  const [admin, user] = [await person({ organization, role: 'admin' }), await person({ organization })];
  return { id: admin.organizationId, admin, user };
}
const schedule = (body: object, key = boss.key) => ask(`POST ${PATH}`, { key, body });
const upload = async (key: string): Promise<string> => {
  const body = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\n1\n\r\n--cut--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' };
  return (await ask('POST /api/v2/datasets/fromFile/', { key, headers, body })).body.catalogId;
};
const files = async (prefix: string) => {
  const keys: string[] = [];
  for await (const key of blobs.list(prefix)) keys.push(key);
  return keys;
};
const stateOf = async (id: string) => (await ask(`GET ${PATH}${id}/`, { key: boss.key })).body.state;

test('403 without the permission, also for administrators; 404 and 409 with the reason', async () => {
  const { id, admin, user } = await anOrganization();
  for (const key of [admin.key, user.key]) {
    expect((await ask(`GET ${PATH}`, { key })).status).toBe(403);
    expect((await schedule({ organizationId: boss.organizationId }, key)).status).toBe(403);
  }
  expect((await schedule({ organizationId: boss.organizationId })).status).toBe(409);
  expect((await schedule({ organizationIds: [id, 'nobody'] })).status).toBe(404);
  expect((await ask(`GET ${PATH}${id}/`, { key: boss.key })).status).toBe(404);
  expect((await ask(`POST ${PATH}${id}/`, { key: boss.key })).status).toBe(404);
  expect((await schedule({})).status).toBe(422);
  expect((await schedule({ organizationId: id, organizationIds: [id] })).status).toBe(422);
});

test('201, 204: scheduled, its people cannot sign in; cancelled, they can, and nothing was lost', async () => {
  const { id, user } = await anOrganization();
  const dataset = await upload(user.key);
  const made = await schedule({ organizationId: id });
  expect([made.status, made.headers.deprecation]).toEqual([201, expect.stringMatching(/^@\d+$|^true$/)]);
  expect(made.body.data).toMatchObject([{ id, state: 'scheduled', usersCount: 2, counts: { datasets: 1 } }]);
  expect((await schedule({ organizationId: id })).body).toEqual(made.body);
  expect((await ask('GET /api/v2/datasets/', { key: user.key })).status).toBe(401);
  expect((await ask(`DELETE ${PATH}${id}/`, { key: boss.key })).status).toBe(204);
  expect((await ask(`GET /api/v2/datasets/${dataset}/`, { key: user.key })).status).toBe(200);
});

test('cancelled, whoever was disabled before stays disabled', async () => {
  const { id, admin, user } = await anOrganization();
  expect((await ask(`PATCH /api/v2/users/${user.id}/`, { key: admin.key, body: { disabled: true } })).status).toBe(200);
  expect((await schedule({ organizationId: id })).status).toBe(201);
  expect((await ask(`DELETE ${PATH}${id}/`, { key: boss.key })).status).toBe(204);
  const statusFor = async (key: string) => (await ask('GET /api/v2/datasets/', { key })).status;
  expect([await statusFor(admin.key), await statusFor(user.key)]).toEqual([200, 401]);
});

test('202 → 303: erased, no row and no file of it is left, and others keep theirs', async () => {
  const [gone, kept] = [await anOrganization(), await anOrganization()];
  const [lost, safe] = [await upload(gone.user.key), await upload(kept.user.key)];
  await ask('POST /api/v2/useCases/', { key: gone.user.key });
  await ask('POST /api/v2/groups/', { key: gone.admin.key, body: { name: 'All' } });
  expect(await files(`datasets/${lost}/`)).not.toEqual([]);
  await schedule({ organizationId: gone.id });
  const begun = await ask(`POST ${PATH}${gone.id}/`, { key: boss.key });
  expect(begun.status).toBe(202);
  expect((await ask(`POST ${PATH}${gone.id}/`, { key: boss.key })).status).toBe(409);
  expect((await ask(`DELETE ${PATH}${gone.id}/`, { key: boss.key })).status).toBe(409);
  await expect.poll(() => stateOf(gone.id), { timeout: 60_000, interval: 50 }).toBe('erased');
  const eraser = rowEraser(db.queries);
  const tables = (await eraser.tables()).filter((table) => table !== 'organizations');
  const left = await Promise.all(tables.map(async (table) => [table, await eraser.count(table, gone.id)]));
  expect(left.filter(([, rows]) => rows !== 0)).toEqual([]);
  expect(await files(`datasets/${lost}/`)).toEqual([]);
  expect(await files(`datasets/${safe}/`)).not.toEqual([]);
  expect((await ask(`GET /api/v2/datasets/${safe}/`, { key: kept.user.key })).status).toBe(200);
  expect((await ask(`GET ${PATH}`, { key: boss.key })).body.data[0]).toMatchObject({ id: gone.id, state: 'erased' });
});

/** Tables of the installation, not of an organization. */
const DUMMY_HASH = ['event_deliveries', 'sign_in_attempts', 'setup_tokens', 'deleted_organizations', 'migrations'];

test('no table can be forgotten: its rows name an organization, or go with the rows of one that does', async () => {
  const owned = await rowEraser(db.queries).tables();
  const { rows: all } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`.execute(db.queries);
  const { rows: cascades } = await sql<{ child: string; parent: string }>`
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
    FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'`.execute(db.queries);
  const goes = (table: string): boolean =>
    owned.includes(table) || cascades.some(({ child, parent }) => child === table && parent !== child && goes(parent));
  expect(all.map(({ name }) => name).filter((name) => !goes(name) && !DUMMY_HASH.includes(name))).toEqual([]);
});

test('the newest version has none of them, and says how to get them back', async () => {
  const newest = await servedApp();
  const { key } = await newest.person({ role: 'admin', permissions });
  for (const line of [`GET ${PATH}`, `POST ${PATH}`, `GET ${PATH}1/`, `POST ${PATH}1/`, `DELETE ${PATH}1/`]) {
    const gone = await newest.ask(line, { key });
    expect([gone.status, gone.body.code]).toEqual([404, 'http.removed']);
    expect(gone.body.message).toContain('ALMANAC_API_VERSION=2.34');
  }
  expect(newest.routes.filter(({ path }) => path.startsWith(PATH))).toEqual([]);
});

test('children before parents, whatever the names', () => {
  const references = [
    { child: 'a', parent: 'c' },
    { child: 'c', parent: 'b' },
    { child: 'z', parent: 'a' },
  ];
  expect(childrenFirst(['a', 'b', 'c', 'z'], references)).toEqual(['z', 'a', 'c', 'b']);
});
