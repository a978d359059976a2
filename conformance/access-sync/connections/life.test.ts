import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const PATH = '/api/v2/aclConnections/';
const aName = () => `connection ${randomBytes(6).toString('hex')}`;
const config = { tenantId: 'tenant.example', clientId: 'client', clientSecret: 'hush-hush' };
const body = (more: object = {}) => ({ name: aName(), provider: 'B', config, ...more });

/** Paused at once: nothing at these addresses is ours to call. */
async function aConnection() {
  const made = await call('POST', PATH, {
    json: body({ config: { ...config, graphUrl: 'https://127.0.0.2:9', loginUrl: 'https://127.0.0.2:9' } }),
  });
  expect(made.status).toBe(201);
  await call('POST', `${PATH}${made.body.id}/pause/`);
  return made.body as { id: string; name: string };
}

test('201, 200, 204: a connection is made, changed, paused, resumed and deleted, and its secret is never told', async () => {
  const { id, name } = await aConnection();
  const path = `${PATH}${id}/`;
  const told = [
    await call('GET', path),
    await call('GET', PATH),
    await call('PATCH', path, { json: { name: `${name} renamed`, pollSeconds: 60 } }),
    await call('POST', `${path}resume/`),
    await call('POST', `${path}pause/`),
    await call('GET', `${path}status/`),
  ];
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(told[2]?.body).toMatchObject({ name: `${name} renamed`, pollSeconds: 60 });
  expect(told[4]?.body.paused).toBe(true);
  expect(told[5]?.body).toMatchObject({ lastCompleteSync: null, answering: false });
  expect(told.map(({ text }) => text).join()).not.toContain('hush-hush');
  expect((await call('POST', `${path}preflight/`)).body.ok).toBe(false);
  expect((await call('POST', `${path}resync/`)).status).toBe(202);
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await call('GET', path)).status).toBe(404);
});

test('200: before anything was read, nobody may read anything', async () => {
  const { id } = await aConnection();
  const get = async (what: string) => (await call('GET', `${PATH}${id}/${what}`)).body;
  expect(await get('effectiveAccess/?user=ann@corp.example&itemId=x')).toMatchObject({ allowed: false, path: [] });
  for (const list of ['items/', 'principals/', 'changes/', 'readable/?user=ann@corp.example'])
    expect(await get(list), list).toMatchObject({ data: [], totalCount: 0 });
  expect((await call('DELETE', `${PATH}${id}/`)).status).toBe(204);
});

const routes = [
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ...['preflight/', 'resync/', 'pause/', 'resume/'].map((what) => ['POST', what] as const),
  ...['status/', 'items/', 'items/x/', 'items/x/readers/', 'principals/', 'changes/'].map(
    (what) => ['GET', what] as const,
  ),
  ['GET', 'readable/?user=ann@corp.example'],
  ['GET', 'effectiveAccess/?user=ann@corp.example&itemId=x'],
] as const;

test.each(routes)('401, 403, 404: %s %s for nobody, without the feature, of no connection', async (method, what) => {
  const json = method === 'PATCH' ? { json: { name: 'x' } } : {};
  const path = `${PATH}${'0'.repeat(24)}/${what}`;
  const person = await aPerson();
  expect((await call(method, path, { key: null, ...json })).status).toBe(401);
  expect((await call(method, path, { key: person.token, ...json })).status).toBe(403);
  expect((await call(method, path, json)).status).toBe(404);
});

test('401, 403: the list and making one', async () => {
  const person = await aPerson();
  expect((await call('GET', PATH, { key: null })).status).toBe(401);
  expect((await call('GET', PATH, { key: person.token })).status).toBe(403);
  expect((await call('POST', PATH, { key: null, json: body() })).status).toBe(401);
  expect((await call('POST', PATH, { key: person.token, json: body() })).status).toBe(403);
});

test('404, 409, 422: items that are not held, names that are taken, fields that are wrong', async () => {
  const { id, name } = await aConnection();
  expect((await call('GET', `${PATH}${id}/items/x/`)).status).toBe(404);
  expect((await call('GET', `${PATH}${id}/items/x/readers/`)).status).toBe(404);
  expect((await call('POST', PATH, { json: body({ name: name.toUpperCase() }) })).status).toBe(409);
  const wrong = [
    { ...body(), colour: 'red' },
    body({ provider: 'C' }),
    body({ pollSeconds: 0 }),
    body({ config: { ...config, graphUrl: 'http://graph.example.com' } }),
    body({ config: { ...config, clientSecret: undefined } }),
    body({ provider: 'A' }),
  ];
  for (const json of wrong) expect((await call('POST', PATH, { json })).status, JSON.stringify(json)).toBe(422);
  expect((await call('PATCH', `${PATH}${id}/`, { json: { provider: 'A' } })).status).toBe(422);
  expect((await call('GET', `${PATH}${id}/effectiveAccess/?user=ann@corp.example`)).status).toBe(422);
  expect((await call('GET', `${PATH}${id}/readable/`)).status).toBe(422);
  expect((await call('GET', `${PATH}?provider=C`)).status).toBe(422);
  expect((await call('DELETE', `${PATH}${id}/`)).status).toBe(204);
});
