import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';

const { ask, person, platform } = await servedApp();
const admin = await person({ role: 'admin' });
const change = (id: string, body: object, key = admin.key) => ask(`PATCH /api/v2/users/${id}/`, { key, body });
const works = async (key: string) => (await ask('GET /api/v2/version/', { key })).status === 200;

async function sessionOf(username: string, password = 'correct horse') {
  const answer = await ask('POST /api/v2/session/', { body: { username, password } });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

test('a disabled account stops at once with every key, token and session, and comes back when enabled', async () => {
  const user = await person();
  const token = (await ask('GET /api/v2/api_token/', { key: user.key })).body.api_token;
  const cookie = await sessionOf(user.username);
  expect([await works(user.key), await works(token)]).toEqual([true, true]);
  const disabled = await change(user.id, { disabled: true });
  expect([disabled.status, disabled.body.disabled]).toEqual([200, true]);
  expect([await works(user.key), await works(token)]).toEqual([false, false]);
  expect((await ask('GET /api/v2/version/', { cookie })).status).toBe(401);
  await change(user.id, { disabled: false });
  expect([await works(user.key), await works(token)]).toEqual([true, true]);
  expect((await ask('GET /api/v2/version/', { cookie })).status).toBe(401);
});

test('a permission given or taken shows in the next request', async () => {
  const user = await person();
  const held = async () => {
    const body = { entitlements: [{ name: 'ENABLE_PREDICTIONS_ADMIN' }] };
    return (await ask('POST /api/v2/entitlements/evaluate/', { key: user.key, body })).body.entitlements[0].value;
  };
  expect(await held()).toBe(false);
  await change(user.id, { permissions: ['ENABLE_PREDICTIONS_ADMIN'] });
  expect(await held()).toBe(true);
  await change(user.id, { permissions: [] });
  expect(await held()).toBe(false);
});

test('a new password ends the sessions and replaces the old one; keys go on', async () => {
  const user = await person();
  const cookie = await sessionOf(user.username);
  await change(user.id, { password: 'battery staple' });
  expect((await ask('GET /api/v2/version/', { cookie })).status).toBe(401);
  expect(await works(user.key)).toBe(true);
  const body = { username: user.username, password: 'correct horse' };
  expect((await ask('POST /api/v2/session/', { body })).status).toBe(401);
  expect((await ask('POST /api/v2/session/', { body: { ...body, password: 'battery staple' } })).status).toBe(200);
});

test('names and address change, null takes them away', async () => {
  const user = await person({ email: 'old@example.org', firstName: 'Old' });
  const { body } = await change(user.id, { email: 'new@example.org', firstName: 'New', lastName: 'Name' });
  expect(body).toMatchObject({ email: 'new@example.org', firstName: 'New', lastName: 'Name' });
  expect((await change(user.id, { email: null })).body).toMatchObject({ email: null, firstName: 'New' });
});

test('409: the last administrator cannot be disabled or demoted, not even by two at once', async () => {
  const lone = await person({ role: 'admin', organization: 'Small' });
  for (const body of [{ disabled: true }, { role: 'user' }]) {
    expect((await change(lone.id, body, lone.key)).status).toBe(409);
  }
  const second = await person({ role: 'admin', organization: 'Small' });
  const answers = await Promise.all([
    change(lone.id, { role: 'user' }, second.key),
    change(second.id, { role: 'user' }, lone.key),
  ]);
  const admins = await platform.db.queries
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', lone.organizationId)
    .where('role', '=', 'admin')
    .execute();
  expect(admins).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('422: unknown permissions and fields', async () => {
  const user = await person();
  expect((await change(user.id, { permissions: ['FLY'] })).status).toBe(422);
  expect((await change(user.id, { username: 'other' })).status).toBe(422);
});

test('what was changed, by whom and from where, is in the audit trail, without secrets', async () => {
  const user = await person();
  await change(user.id, { password: 'battery staple', firstName: 'Ada' });
  const entries = await platform.db.queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject', '=', user.id)
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['user.created', 'user.changed']);
  expect(entries[1]).toMatchObject({ actor_id: admin.id, address: '127.0.0.1', details: { firstName: 'Ada' } });
  expect(JSON.stringify(entries)).not.toContain('battery');
});
