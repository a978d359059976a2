import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';

const password = 'long enough a password';
const aName = () => `person-${randomBytes(6).toString('hex')}`;
const anAddress = () => `${aName()}@corp.example`;

let ownOrganization: string;
beforeAll(async () => {
  ownOrganization = (await call('GET', '/api/v2/account/info/')).body.orgId;
});

describe.each(['users/', 'organizations/{organizationId}/users/'])('POST %s', (path) => {
  const add = (json: object, organization = ownOrganization) =>
    call('POST', `/api/v2/${path.replace('{organizationId}', organization)}`, { json: { password, ...json } });

  test('201: a person, who can sign in', async () => {
    const [username, email] = [aName(), anAddress()];
    const made = await add({ username, email, firstName: 'Ann' });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ username, email, orgId: ownOrganization }),
    ]);
    const signedIn = await call('POST', '/api/v2/api_token/', { key: null, json: { username, password } });
    expect(signedIn.status).toBe(200);
  });

  test('409: a name or an address that somebody has', async () => {
    const [username, email] = [aName(), anAddress()];
    expect((await add({ username, email })).status).toBe(201);
    expectRefusal(await add({ username: username.toUpperCase() }), 409, 'accounts.username_taken');
    const refused = await add({ username: aName(), email: email.toUpperCase() });
    expectRefusal(refused, 409, 'accounts.email_taken');
    expect(refused.body.message).toContain('an address of their own');
  });

  test('422: a permission nobody knows and a password everybody knows', async () => {
    const permissions = ['ENABLE_MAGIC'];
    expectRefusal(await add({ username: aName(), permissions }), 422, 'accounts.unknown_permission');
    expectRefusal(await add({ username: aName(), password: 'password' }), 422, 'accounts.wrong_password');
  });

  if (path.includes('{'))
    test('404: people are added to one’s own organization only', async () => {
      expectRefusal(await add({ username: aName() }, '0'.repeat(24)), 404, 'accounts.no_such_organization');
    });
});

test('409, 422: an account is not given the address of another, nor a permission nobody knows', async () => {
  const email = anAddress();
  const [{ id }] = [await aPerson(), await aPerson({ email })];
  const change = (json: object) => call('PATCH', `/api/v2/users/${id}/`, { json });
  expectRefusal(await change({ email }), 409, 'accounts.email_taken');
  const refused = await change({ permissions: ['ENABLE_MAGIC'] });
  expectRefusal(refused, 422, 'accounts.unknown_permission');
  expect(refused.body.message).toContain('ENABLE_PREDICTIONS_ADMIN');
  expect((await change({ email: anAddress() })).status).toBe(200);
});
