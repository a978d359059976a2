import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';

const PATH = '/api/v2/aclConnections/';
const graphUrl = 'https://127.0.0.2:9';
const connection = () => ({
  name: `connection ${randomBytes(6).toString('hex')}`,
  provider: 'B',
  config: { tenantId: 'tenant.example', clientId: 'client', clientSecret: 'x', graphUrl, loginUrl: graphUrl },
});

/** Holds the permission of the feature, and administers nothing. */
let reader: Person;
let path: string;
beforeAll(async () => {
  const email = `${randomBytes(6).toString('hex')}@corp.example`;
  reader = { ...(await aPerson({ permissions: ['ENABLE_ACL_SYNCHRONIZATION'], email })), username: email };
  const made = await call('POST', PATH, { json: connection() });
  path = `${PATH}${made.body.id}/`;
  await call('POST', `${path}pause/`);
});
afterAll(async () => {
  await call('DELETE', path);
});

const ask = (method: string, where: string, json?: object) =>
  call(method, where, { key: reader.token, ...(json === undefined ? {} : { json }) });

test.each([
  ['PATCH', '', { name: 'mine' }],
  ['DELETE', ''],
  ['POST', 'preflight/'],
  ['POST', 'resync/'],
  ['POST', 'pause/'],
  ['POST', 'resume/'],
  ['GET', 'items/'],
  ['GET', 'items/x/'],
  ['GET', 'items/x/readers/'],
  ['GET', 'principals/'],
  ['GET', 'changes/'],
] as const)('403: %s %s is for administrators', async (method, what, json?: object) => {
  const refused = await ask(method, `${path}${what}`, json);
  expectRefusal(refused, 403, 'access_sync.not_administrator');
  expect(refused.body.message).toContain('Ask an administrator');
});

test('403: so is making a connection', async () => {
  expectRefusal(await ask('POST', PATH, connection()), 403, 'access_sync.not_administrator');
});

test.each(['readable/?', 'effectiveAccess/?itemId=x&'])('200, 403: %s answers about oneself only', async (what) => {
  expect((await ask('GET', `${path}${what}user=${reader.username}`)).status).toBe(200);
  const refused = await ask('GET', `${path}${what}user=ann@corp.example`);
  expectRefusal(refused, 403, 'access_sync.not_yourself');
  expect(refused.body.message).toContain('the address of your own account');
});

test('409: a connection is not given the name of another', async () => {
  const other = await call('POST', PATH, { json: connection() });
  await call('POST', `${PATH}${other.body.id}/pause/`);
  const { name } = (await call('GET', path)).body;
  expectRefusal(await call('PATCH', `${PATH}${other.body.id}/`, { json: { name } }), 409, 'access_sync.name_taken');
  expect((await call('DELETE', `${PATH}${other.body.id}/`)).status).toBe(204);
});
