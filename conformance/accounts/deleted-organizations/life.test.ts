import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployedElsewhere } from '../../deployments/elsewhere.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { type MadeUser, userByCommand } from '../../support/command.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { aPerson } from '../../support/people.ts';
import { expectRefusal, expectWrongBodiesRefused } from '../../support/refusals.ts';

const PATH = '/api/v2/deletedOrganizations/';

let site: Installation;
/** An administrator of the first organization, who may erase others. */
let boss: CallOptions & { url: string };
let agentKey: string;
/** Of the session of the same person in a browser. */
let cookie: string;
let [guests, visitors]: MadeUser[] = [];

beforeAll(async () => {
  // The last version of the API that has these routes.
  site = await startInstallation({ ALMANAC_API_VERSION: '2.34' });
  const admin = { url: site.url, key: site.adminKey };
  const permissions = ['ENABLE_PERMANENT_DELETE'];
  const person = await aPerson({ role: 'admin', permissions }, admin);
  boss = { url: site.url, key: person.token };
  const { username, password } = person;
  const begun = await call('POST', '/api/v2/session/', { url: site.url, key: null, json: { username, password } });
  cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const json = { name: 'agent', deploymentId: (await deployedElsewhere(boss, 'Elsewhere')).id };
  agentKey = (await call('POST', '/api/v2/account/apiKeys/', { ...boss, json })).body.key;
  guests = await userByCommand(site, 'guest', '--organization', 'Guests', '--role', 'admin');
  visitors = await userByCommand(site, 'visitor', '--organization', 'Visitors', '--role', 'admin');
}, 240_000);
afterAll(() => site?.stop());

const schedule = (json: object, options: CallOptions = boss) => call('POST', PATH, { ...options, json });
const one = (made: MadeUser | undefined) => `${PATH}${made?.organizationId}/`;
const signedIn = async (made: MadeUser | undefined) =>
  (await call('GET', '/api/v2/account/info/', { url: site.url, key: made?.apiKey ?? '' })).status === 200;

const routes = [
  ['GET', PATH],
  ['POST', PATH],
  ['GET', `${PATH}${'0'.repeat(24)}/`],
  ['POST', `${PATH}${'0'.repeat(24)}/`],
  ['DELETE', `${PATH}${'0'.repeat(24)}/`],
] as const;

describe.each(routes)('%s %s', (method, path) => {
  test('401: without credentials and with wrong ones', async () => {
    expectRefusal(await call(method, path, { ...boss, key: null }), 401, 'http.no_credentials');
    expectRefusal(await call(method, path, { ...boss, key: 'nobody' }), 401, 'http.bad_credentials');
  });

  test('403: the key of an agent, and administrators without the permission', async () => {
    expectRefusal(await call(method, path, { ...boss, key: agentKey }), 403, 'http.not_for_agent_keys');
    const refused = await call(method, path, { ...boss, key: guests?.apiKey ?? '' });
    expectRefusal(refused, 403, 'accounts.may_not_erase');
    expect(refused.body.message).toContain('Enable Permanent Delete');
  });

  if (method !== 'GET')
    test('403: the page of another site', async () => {
      const headers = { cookie, origin: 'https://elsewhere.example' };
      expectRefusal(await call(method, path, { url: site.url, key: null, headers }), 403, 'accounts.other_site');
    });

  test('422: a parameter nobody knows', async () => {
    const refused = await call(method, `${path}?unheard=1`, boss);
    expectRefusal(refused, 422, 'request.invalid');
    expect(refused.body.errors).toHaveProperty('unheard');
  });

  if (method !== 'GET')
    test('400, 413, 415: a body that cannot be read', () => expectWrongBodiesRefused(method, path, boss));
});

test('404, 409, 422: organizations that are not there, one’s own, and none at all', async () => {
  const { body: me } = await call('GET', '/api/v2/account/info/', boss);
  expectRefusal(await schedule({ organizationId: me.orgId }), 409, 'accounts.own_organization');
  expectRefusal(await schedule({ organizationIds: ['nowhere'] }), 404, 'accounts.no_such_organization');
  expectRefusal(await schedule({}), 422, 'request.invalid');
  for (const method of ['GET', 'POST', 'DELETE']) {
    const refused = await call(method, one(guests), boss);
    expectRefusal(refused, 404, 'accounts.not_scheduled');
    expect(refused.body.message).toContain('POST deletedOrganizations/');
  }
});

test('201, 200, 204: scheduled, nobody of it signs in; cancelled, everybody does again', async () => {
  const id = guests?.organizationId;
  const made = await schedule({ organizationId: id });
  expect([made.status, made.body.data]).toEqual([
    201,
    [expect.objectContaining({ id, name: 'Guests', state: 'scheduled', usersCount: 1 })],
  ]);
  expect(new URL(made.headers.get('location') ?? '').pathname).toBe(one(guests));
  expect((await call('GET', one(guests), boss)).body).toMatchObject({ id, scheduledForDeletion: true });
  expect((await call('GET', PATH, boss)).body.data).toMatchObject([{ id }]);
  expect(await signedIn(guests)).toBe(false);
  expect((await call('DELETE', one(guests), boss)).status).toBe(204);
  expect(await signedIn(guests)).toBe(true);
});

test('202, 409: erased for good, and there is no way back', async () => {
  const id = visitors?.organizationId;
  expect((await schedule({ organizationIds: [id] })).status).toBe(201);
  const begun = await call('POST', one(visitors), boss);
  expect([begun.status, begun.body.statusId]).toEqual([202, expect.any(String)]);
  for (const method of ['POST', 'DELETE'])
    expectRefusal(await call(method, one(visitors), boss), 409, 'accounts.erasure_began');
  for (;;) {
    const { body } = await call('GET', one(visitors), boss);
    if (body.state === 'erased') break;
    await pause(100);
  }
  expect(await signedIn(visitors)).toBe(false);
  expectRefusal(await call('DELETE', one(visitors), boss), 409, 'accounts.erasure_began');
  expect((await call('GET', PATH, boss)).body.data).toMatchObject([{ id, erasureTime: expect.stringMatching(/Z$/) }]);
}, 60_000);
