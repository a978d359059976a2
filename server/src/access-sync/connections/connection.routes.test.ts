import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';

const { ask, person, platform } = await servedApp({ settings: { ALMANAC_ALLOW_INSECURE_PROVIDERS: 'true' } });
const flag = { permissions: ['ENABLE_ACL_SYNCHRONIZATION'] };
const admin = await person({ role: 'admin', organization: 'One', ...flag });
const plain = await person({ organization: 'One', ...flag });
const unflagged = await person({ role: 'admin', organization: 'One' });
const outsider = await person({ role: 'admin', organization: 'Two', ...flag });
const PATH = '/api/v2/aclConnections/';
const SECRET = 'hush-hush-secret';
const DEAD = 'http://127.0.0.1:9';
const configB = { tenantId: 'tenant-1', clientId: 'client', clientSecret: SECRET, graphUrl: DEAD, loginUrl: DEAD };
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const keyFile = { type: 'service_account', client_email: 'sync@p.example', private_key: pem, private_key_id: 'k1' };
const configA = { serviceAccountKey: keyFile, adminEmail: 'root@corp.example', domain: 'corp.example' };

let made = 0;
const create = async (more: object = {}) => {
  const body = { name: `B ${++made}`, provider: 'B', config: configB, ...more };
  return ask(`POST ${PATH}`, { key: admin.key, body });
};

test('201: both providers, with addresses filled in and nothing secret shown, then or ever', async () => {
  const b = await create();
  expect(b.status).toBe(201);
  expect(b.headers.location).toMatch(new RegExp(`${PATH}${b.body.id}/$`));
  expect(b.body).toMatchObject({
    provider: 'B',
    pollSeconds: 15,
    paused: false,
    config: { organizationLinks: 'deny' },
  });
  const a = await create({
    name: 'A',
    provider: 'A',
    config: { ...configA, serviceAccountKey: JSON.stringify(keyFile) },
  });
  expect(a.status).toBe(201);
  expect(a.body.config.tokenUrl).toMatch(/^https:/);
  const list = await ask(`GET ${PATH}`, { key: plain.key });
  const stored = await platform.db.pool.query('SELECT * FROM acl_connections');
  const everything = JSON.stringify([b.body, a.body, list.body, stored.rows]);
  expect(everything).not.toContain(SECRET);
  expect(everything).not.toContain('PRIVATE KEY');
  expect((await ask(`GET ${PATH}?provider=A`, { key: plain.key })).body).toMatchObject({ totalCount: 1 });
});

test('200: settings change; what is left out of the configuration stays, the secret too', async () => {
  const { id } = (await create()).body;
  const body = { name: 'Renamed', pollSeconds: 30, config: { organizationLinks: 'tenant' } };
  const changed = await ask(`PATCH ${PATH}${id}/`, { key: admin.key, body });
  expect(changed.body).toMatchObject({
    name: 'Renamed',
    pollSeconds: 30,
    config: { tenantId: 'tenant-1', organizationLinks: 'tenant' },
  });
  expect((await ask(`GET ${PATH}${id}/`, { key: admin.key })).body).toEqual(changed.body);
  // What is said of the provider is for administrators; that there is a connection, everybody may know.
  expect((await ask(`GET ${PATH}${id}/`, { key: plain.key })).body).toEqual({ ...changed.body, config: {} });
  const listed = (await ask(`GET ${PATH}`, { key: plain.key })).body.data;
  expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({ id, config: {} });
  expect(listed.filter(({ config }: { config: object }) => Object.keys(config).length > 0)).toEqual([]);
  const patch = async (config: object) => (await ask(`PATCH ${PATH}${id}/`, { key: admin.key, body: { config } })).body;
  expect((await patch({ siteIds: ['one'] })).config.siteIds).toEqual(['one']);
  expect((await patch({ siteIds: null })).config).not.toHaveProperty('siteIds');
  expect((await patch({ clientId: null })).errors).toHaveProperty(['config.clientId']);
});

test('422: another tenant is another connection, and a stored secret does not follow to a new address', async () => {
  const { id } = (await create()).body;
  const patch = (config: object) => ask(`PATCH ${PATH}${id}/`, { key: admin.key, body: { config } });
  expect((await patch({ tenantId: 'tenant-2' })).body.errors).toHaveProperty(['config.tenantId']);
  expect((await patch({ graphUrl: 'http://127.0.0.1:10' })).body.errors).toHaveProperty(['config.graphUrl']);
  expect((await patch({ graphUrl: 'http://127.0.0.1:10', clientSecret: 'new' })).status).toBe(200);
  expect((await patch({ colour: 'red' })).body.errors).toHaveProperty(['config.colour']);
});

test.each([
  [{ config: { ...configB, clientSecret: undefined } }, 'config.clientSecret'],
  [{ config: { ...configB, graphUrl: 'http://graph.example.com' } }, 'config.graphUrl'],
  [{ config: { ...configB, loginUrl: 'ftp://login.example.com' } }, 'config.loginUrl'],
  [{ config: { ...configB, tenantId: 'a/../b' } }, 'config.tenantId'],
  [{ config: { ...configB, colour: 'red' } }, 'config.colour'],
  [{ pollSeconds: 0 }, 'pollSeconds'],
  [{ provider: 'C' }, 'provider'],
  [{ provider: 'A' }, 'config.serviceAccountKey'],
  [{ name: '' }, 'name'],
])('422: %j is refused at %s', async (more, field) => {
  const answer = await create(more);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toContain(field);
});

test('422: plain http is refused where the installation does not allow it', async () => {
  const strict = await servedApp();
  const someone = await strict.person({ role: 'admin', ...flag });
  const body = { name: 'B', provider: 'B', config: configB };
  const answer = await strict.ask(`POST ${PATH}`, { key: someone.key, body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors['config.graphUrl']).toContain('ALMANAC_ALLOW_INSECURE_PROVIDERS');
});

test('409: a name the organization has already', async () => {
  const { name } = (await create()).body;
  expect((await create({ name: name.toUpperCase() })).status).toBe(409);
});

test('200, 202: paused, resumed, asked to read everything anew; the state says where it stands', async () => {
  const { id } = (await create()).body;
  const post = (what: string) => ask(`POST ${PATH}${id}/${what}/`, { key: admin.key });
  expect((await post('pause')).body.paused).toBe(true);
  expect((await post('resume')).body.paused).toBe(false);
  const resync = await post('resync');
  expect(resync.status).toBe(202);
  expect(resync.headers.location).toMatch(/status\/$/);
  const status = await ask(`GET ${PATH}${id}/status/`, { key: plain.key });
  expect(status.body).toMatchObject({
    state: 'never',
    answering: false,
    lastCompleteSync: null,
    lagSeconds: null,
    unresolvedPrincipals: 0,
    lastError: null,
  });
});

test('200: a preflight that reaches nobody says so and is not ok', async () => {
  const { id } = (await create()).body;
  const answer = await ask(`POST ${PATH}${id}/preflight/`, { key: admin.key });
  expect(answer.status).toBe(200);
  expect(answer.body.ok).toBe(false);
  expect(answer.body.checks.some((check: { ok: boolean; detail: string }) => !check.ok && check.detail !== '')).toBe(
    true,
  );
  expect(JSON.stringify(answer.body)).not.toContain(SECRET);
});

test('204: deleted with everything, then not there', async () => {
  const { id } = (await create()).body;
  expect((await ask(`DELETE ${PATH}${id}/`, { key: admin.key })).status).toBe(204);
  expect((await ask(`DELETE ${PATH}${id}/`, { key: admin.key })).status).toBe(404);
  expect((await ask(`GET ${PATH}${id}/status/`, { key: admin.key })).status).toBe(404);
});

test('204: deleted while somebody writes what was read of it', async () => {
  const { id } = (await create()).body;
  const { pool } = platform.db;
  const blocked = async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return rows.length > 0;
  };
  const writer = await pool.connect();
  try {
    await writer.query('BEGIN');
    await writer.query('SELECT fence FROM acl_sync WHERE connection_id = $1 FOR UPDATE', [id]);
    const deleted = ask(`DELETE ${PATH}${id}/`, { key: admin.key });
    await expect.poll(blocked, { timeout: 10_000 }).toBe(true);
    await writer.query('INSERT INTO acl_spaces (connection_id, key, name) VALUES ($1, $2, $2)', [id, 'drive']);
    await writer.query('COMMIT');
    expect((await deleted).status).toBe(204);
  } finally {
    writer.release();
  }
  const { rows } = await pool.query('SELECT FROM acl_spaces WHERE connection_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('401, 403, 404: nobody, without the feature, without the role, from another organization', async () => {
  const { id } = (await create()).body;
  const lines = [
    `PATCH ${PATH}${id}/`,
    `DELETE ${PATH}${id}/`,
    ...['preflight', 'resync', 'pause', 'resume'].map((what) => `POST ${PATH}${id}/${what}/`),
    ...['items/', 'items/x/', 'items/x/readers/', 'principals/', 'changes/'].map((what) => `GET ${PATH}${id}/${what}`),
  ];
  const open = ['', 'status/', 'readable/?user=a@b.c', 'effectiveAccess/?user=a@b.c&itemId=x'].map(
    (what) => `GET ${PATH}${id}/${what}`,
  );
  for (const line of [...lines, ...open]) {
    const body = line.startsWith('PATCH') ? { body: { name: 'x' } } : {};
    expect((await ask(line, body)).status, line).toBe(401);
    expect((await ask(line, { key: unflagged.key, ...body })).status, line).toBe(403);
    expect((await ask(line, { key: outsider.key, ...body })).status, line).toBe(404);
  }
  for (const line of lines) {
    const body = line.startsWith('PATCH') ? { body: { name: 'x' } } : {};
    expect((await ask(line, { key: plain.key, ...body })).status, line).toBe(403);
  }
  for (const line of open.slice(2)) expect((await ask(line, { key: plain.key })).status, line).toBe(403);
  expect(
    (await ask(`POST ${PATH}`, { key: plain.key, body: { name: 'x', provider: 'B', config: configB } })).status,
  ).toBe(403);
});
