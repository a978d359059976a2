import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';

const { ask, person } = await servedApp();
const admin = await person({ role: 'admin', organization: 'Analytical' });
const plain = await person({ organization: 'analytical' });
const outsider = await person({ role: 'admin', organization: 'Elsewhere' });
const inOrganization = `/api/v2/organizations/${admin.organizationId}/users/`;
const fresh = (username: string) => ({ username, password: 'correct horse' });

test('an organization is the same in any case', () => {
  expect(plain.organizationId).toBe(admin.organizationId);
  expect(outsider.organizationId).not.toBe(admin.organizationId);
});

test('201: an administrator adds people, who can sign in', async () => {
  const body = { ...fresh('Grace'), email: 'grace@example.org', permissions: ['ENABLE_PREDICTIONS_ADMIN'] };
  const made = await ask(`POST ${inOrganization}`, { key: admin.key, body });
  expect(made.status).toBe(201);
  expect(made.headers.location).toMatch(new RegExp(`/api/v2/users/${made.body.id}/$`));
  expect(made.body).toMatchObject({ username: 'Grace', role: 'user', orgId: admin.organizationId, disabled: false });
  expect((await ask('POST /api/v2/session/', { body: fresh('grace') })).status).toBe(200);
  const short = await ask('POST /api/v2/users/', { key: admin.key, body: fresh('Hedy') });
  expect([short.status, short.body.orgId]).toEqual([201, admin.organizationId]);
});

test('200: the list shows one organization, page by page', async () => {
  const { status, body } = await ask(`GET ${inOrganization}?limit=2`, { key: admin.key });
  expect([status, body.count, body.previous]).toEqual([200, 2, null]);
  expect(body.totalCount).toBeGreaterThanOrEqual(4);
  const everybody = await ask(`GET ${inOrganization}`, { key: admin.key });
  const names = everybody.body.data.map((user: { username: string }) => user.username);
  expect(names).not.toContain(outsider.username);
});

test('409: a name or address that is taken, in any case', async () => {
  await ask('POST /api/v2/users/', { key: admin.key, body: { ...fresh('Taken'), email: 'taken@example.org' } });
  const name = await ask('POST /api/v2/users/', { key: admin.key, body: fresh('TAKEN') });
  expect([name.status, name.body.code]).toEqual([409, 'accounts.username_taken']);
  const email = await ask('POST /api/v2/users/', {
    key: admin.key,
    body: { ...fresh('other'), email: 'Taken@Example.org' },
  });
  expect([email.status, email.body.code]).toEqual([409, 'accounts.email_taken']);
});

test('409: the address of one is not the username of another, in any organization', async () => {
  const owner = { ...fresh('owner'), email: 'owner@example.org' };
  expect((await ask('POST /api/v2/users/', { key: admin.key, body: owner })).status).toBe(201);
  const thief = await ask('POST /api/v2/users/', { key: outsider.key, body: fresh('Owner@Example.org') });
  expect([thief.status, thief.body.code]).toEqual([409, 'accounts.username_taken']);
  const own = { ...fresh('me@example.org'), email: 'me@example.org' };
  const made = await ask('POST /api/v2/users/', { key: outsider.key, body: own });
  expect(made.status).toBe(201);
  const late = { ...fresh('late'), email: 'Me@example.org' };
  expect((await ask('POST /api/v2/users/', { key: admin.key, body: late })).status).toBe(409);
  await ask('POST /api/v2/users/', { key: admin.key, body: fresh('desk@example.org') });
  const change = { email: 'desk@example.org' };
  const changed = await ask(`PATCH /api/v2/users/${made.body.id}/`, { key: outsider.key, body: change });
  expect([changed.status, changed.body.code]).toEqual([409, 'accounts.email_taken']);
  const kept = await ask(`PATCH /api/v2/users/${made.body.id}/`, { key: outsider.key, body: { email: own.email } });
  expect(kept.status).toBe(200);
});

test('of the same name asked for many times at once one is made', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => ask('POST /api/v2/users/', { key: admin.key, body: fresh('Racer') })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('422: names, passwords, addresses and permissions that cannot be', async () => {
  const wrong = [
    { username: 'x' },
    fresh('a:b'),
    { username: 'x', password: 'short' },
    { ...fresh('x'), email: 'nowhere' },
    { ...fresh('x'), role: 'owner' },
    { ...fresh('x'), more: true },
  ];
  for (const body of wrong) {
    expect((await ask('POST /api/v2/users/', { key: admin.key, body })).status).toBe(422);
  }
  const unknown = await ask('POST /api/v2/users/', { key: admin.key, body: { ...fresh('x'), permissions: ['FLY'] } });
  expect(unknown.status).toBe(422);
  expect(unknown.body.errors.permissions).toContain('ENABLE_PREDICTIONS_ADMIN');
});

test('403 and 404: people who are no administrators, and other organizations', async () => {
  expect((await ask(`GET ${inOrganization}`, { key: plain.key })).status).toBe(403);
  expect((await ask('POST /api/v2/users/', { key: plain.key, body: fresh('y') })).status).toBe(403);
  expect((await ask(`PATCH /api/v2/users/${plain.id}/`, { key: plain.key, body: { role: 'admin' } })).status).toBe(403);
  expect((await ask(`GET ${inOrganization}`, { key: outsider.key })).status).toBe(404);
  expect((await ask(`GET /api/v2/users/${plain.id}/`, { key: outsider.key })).status).toBe(404);
  const change = await ask(`PATCH /api/v2/users/${plain.id}/`, { key: outsider.key, body: { disabled: true } });
  expect(change.status).toBe(404);
  expect((await ask(`GET /api/v2/organizations/${admin.organizationId}/`, { key: outsider.key })).status).toBe(404);
});

test('200: people see themselves and their organization', async () => {
  expect((await ask(`GET /api/v2/users/${plain.id}/`, { key: plain.key })).body.username).toBe(plain.username);
  const own = await ask(`GET /api/v2/organizations/${plain.organizationId}/`, { key: plain.key });
  expect(own.body).toMatchObject({ id: plain.organizationId, name: 'Analytical' });
  const list = await ask('GET /api/v2/organizations/', { key: plain.key });
  expect(list.body).toMatchObject({ totalCount: 1, data: [own.body] });
});
