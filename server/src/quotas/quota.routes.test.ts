import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { servedApp } from '../../test/served-app.ts';
import { aResource } from './quotas.fixtures.ts';

const { ask, person, platform } = await servedApp();
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const admin = await person({ organization: 'One', role: 'admin' });
const outsider = await person({ organization: 'Two', role: 'admin' });
const PATH = '/api/v2/quotas/';

/** Of Ann. */
const deployments = await Promise.all(Array.from({ length: 40 }, () => aResource(platform, ann)));
const workloads = await Promise.all(Array.from({ length: 20 }, () => aResource(platform, ann, 'workload')));

const body = (more: object = {}) => ({
  resourceId: deployments.pop(),
  resourceType: 'deployment',
  defaultRules: [{ limit: 300, rule: 'requests' }],
  ...more,
});
const post = (sent: unknown, key = ann.key) => ask(`POST ${PATH}`, { key, body: sent });
/** JSON by hand: no number of JavaScript can carry these digits. */
const postText = (limit: string) =>
  ask(`POST ${PATH}`, {
    key: ann.key,
    headers: { 'content-type': 'application/json' },
    body: `{"resourceId":"${workloads.pop()}","resourceType":"workload","defaultRules":[{"limit":${limit},"rule":"token"}]}`,
  });
const policy = (more: object = {}) => ({ consumerId: 'c', consumerType: 'user', rules: [], ...more });
const wrongPlaces = async (sent: unknown) => {
  const answer = await post(sent);
  return [answer.status, ...Object.keys(answer.body.errors ?? {})];
};

test('200: made with what is usual, shown, changed and deleted', async () => {
  const sent = body();
  const made = await post(sent);
  expect(made.status).toBe(200);
  expect(made.body).toEqual({
    id: made.body.id,
    userId: ann.id,
    resourceId: sent.resourceId,
    resourceType: 'deployment',
    defaultRules: [{ limit: 300, rule: 'requests', window: 'min' }],
    policies: [],
    saturationThreshold: null,
    shadow: false,
  });
  const one = `${PATH}${made.body.id}/`;
  expect((await ask(`GET ${one}`, { key: ann.key })).body).toEqual(made.body);
  expect((await ask(`PATCH ${one}`, { key: ann.key })).body).toEqual(made.body);
  const capacity = { capacity: 0, units: 'requests' };
  const change = { capacity, saturationThreshold: 0.8, policies: [policy({ reserved: 0.5 })] };
  const changed = await ask(`PATCH ${one}`, { key: ann.key, body: change });
  expect(changed.body).toMatchObject({ ...change, defaultRules: made.body.defaultRules });
  const cleared = await ask(`PATCH ${one}`, { key: ann.key, body: { saturationThreshold: null } });
  expect(cleared.body).toMatchObject({ saturationThreshold: null, capacity });
  expect((await ask(`DELETE ${one}`, { key: ann.key })).status).toBe(204);
  expect((await ask(`GET ${one}`, { key: ann.key })).status).toBe(404);
});

test('every digit of a limit comes back, and what is outside of the bounds is 422', async () => {
  for (const limit of ['1', '9007199254740993', '9223372036854775807', '9223372036854775999']) {
    const made = await postText(limit);
    expect([limit, made.status]).toEqual([limit, 200]);
    const shown = await ask(`GET ${PATH}${made.body.id}/`, { key: ann.key });
    expect(shown.text).toContain(`"limit":${limit},`);
  }
  const exponent = await postText('9.2e18');
  expect([exponent.status, exponent.text]).toEqual([200, expect.stringContaining('"limit":9200000000000000000,')]);
  for (const limit of ['0', '-1', '1.5', '9223372036854776000', '1e30', '"5"', 'null', 'true']) {
    const refused = await postText(limit);
    expect([limit, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([
      limit,
      422,
      ['defaultRules.0.limit'],
    ]);
  }
});

test('422 names the place of every violation', async () => {
  const rule = { limit: 1, rule: 'requests' };
  expect(await wrongPlaces(undefined)).toEqual([422, 'resourceId', 'resourceType', 'defaultRules']);
  expect(await wrongPlaces(body({ resourceType: 'project' }))).toEqual([422, 'resourceType']);
  expect(await wrongPlaces(body({ defaultRules: Array(101).fill(rule) }))).toEqual([422, 'defaultRules']);
  expect(await wrongPlaces(body({ policies: Array(10_001).fill(policy()) }))).toEqual([422, 'policies']);
  expect(await wrongPlaces(body({ defaultRules: [{ ...rule, window: 'week' }] }))).toEqual([
    422,
    'defaultRules.0.window',
  ]);
  expect(await wrongPlaces(body({ saturationThreshold: 1.01 }))).toEqual([422, 'saturationThreshold']);
  expect(await wrongPlaces(body({ policies: [policy({ reserved: -0.1 })] }))).toEqual([422, 'policies.0.reserved']);
  expect(await wrongPlaces(body({ capacity: { capacity: 2_147_483_648, units: 'token' } }))).toEqual([
    422,
    'capacity.capacity',
  ]);
  expect(await wrongPlaces(body({ colour: 'red' }))).toEqual([422, 'colour']);
});

test('200: a list of 100 rules, all on the same thing', async () => {
  const rules = Array.from({ length: 100 }, (_, index) => ({ limit: index + 1, rule: 'requests', window: 'hour' }));
  const made = await post(body({ defaultRules: rules, policies: [policy({ rules })] }));
  expect(made.status).toBe(200);
  expect(made.body.defaultRules).toEqual(rules);
  expect(made.body.policies[0].rules).toEqual(rules);
});

test('422: a quota that contradicts itself', async () => {
  const rule = { limit: 1, rule: 'requests', window: 'hour' };
  expect(await wrongPlaces(body({ defaultRules: [rule, { ...rule }] }))).toEqual([422, 'defaultRules.1']);
  const atOnce = { limit: 1, rule: 'concurrentRequests' };
  expect(await wrongPlaces(body({ defaultRules: [atOnce, { ...atOnce, window: 'day' }] }))).toEqual([
    422,
    'defaultRules.1',
  ]);
  expect((await post(body({ defaultRules: [rule, { ...rule, window: 'day' }] }))).status).toBe(200);
  expect(await wrongPlaces(body({ policies: [policy(), policy()] }))).toEqual([422, 'policies.1.consumerId']);
  expect((await post(body({ policies: [policy(), policy({ consumerType: 'usergroup' })] }))).status).toBe(200);
  const policies = (...reserved: number[]) =>
    reserved.map((share, index) => policy({ consumerId: `c${index}`, reserved: share }));
  const shares = (...reserved: number[]) => body({ policies: policies(...reserved) });
  expect((await post(shares(0.1, 0.2, 0.7))).status).toBe(200);
  expect(await wrongPlaces(shares(0.6, 0.41))).toEqual([422, 'policies']);
  const { id } = (await post(shares(0.6))).body;
  const late = await ask(`PATCH ${PATH}${id}/`, { key: ann.key, body: { policies: policies(0.6, 0.5) } });
  expect(late.status).toBe(422);
});

test('409: a resource has one quota; administrators may set one for an id nobody of their organization has', async () => {
  const sent = body();
  const { id } = (await post(sent)).body;
  const twice = await post(sent, admin.key);
  expect([twice.status, twice.body.message]).toEqual([409, expect.stringContaining(`quotas/${id}/`)]);
  expect((await post(sent, outsider.key)).status).toBe(200);
});

test('404: a resource of somebody else answers as one that does not exist', async () => {
  const [theirs, nobodys] = [body(), body({ resourceId: newId() })];
  const answers = [];
  for (const sent of [theirs, nobodys]) {
    const { status, text } = await post(sent, bob.key);
    answers.push([status, text.replaceAll(sent.resourceId ?? '', '<id>')]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe(404);
});

test('200: lists are paged by offset and limit, which are required unless one resource is asked for', async () => {
  const sent = body();
  const { resourceId } = sent;
  await post(sent);
  const list = (query: string, key = ann.key) => ask(`GET ${PATH}${query}`, { key });
  const missing = await list('');
  expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['offset', 'limit']]);
  for (const query of ['?offset=0&limit=10001', '?offset=-1&limit=1', '?offset=0&limit=0', '?offset=a&limit=1']) {
    expect([query, (await list(query)).status]).toEqual([query, 422]);
  }
  const first = await list('?offset=0&limit=1');
  expect(first.body).toMatchObject({ count: 1, previous: null });
  expect(first.body.next).toContain('offset=1');
  const one = await list(`?resourceType=deployment&resourceId=${resourceId}`);
  expect(one.body.data).toMatchObject([{ resourceId }]);
  expect((await list(`?offset=0&limit=10000&resourceId=${resourceId}`, bob.key)).body.data).toEqual([]);
  expect((await list(`?offset=0&limit=10000&resourceId=${resourceId}`, admin.key)).body.totalCount).toBe(1);
});

test('404: nobody sees the quotas of others, nor of other organizations', async () => {
  const { id } = (await post(body())).body;
  for (const key of [bob.key, outsider.key]) {
    for (const line of [`GET ${PATH}${id}/`, `PATCH ${PATH}${id}/`, `DELETE ${PATH}${id}/`]) {
      expect([line, (await ask(line, { key })).status]).toEqual([line, 404]);
    }
  }
  expect((await ask(`GET ${PATH}${id}/`)).status).toBe(401);
  expect((await ask(`GET ${PATH}${id}/`, { key: admin.key })).status).toBe(200);
});

test('10,000 policies are kept in order', async () => {
  const policies = Array.from({ length: 10_000 }, (_, index) =>
    policy({ consumerId: `user-${index}`, rules: [{ limit: index + 1, rule: 'requests', window: 'day' }] }),
  );
  const made = await post(body({ policies }));
  expect(made.status).toBe(200);
  expect(made.body.policies.at(-1)).toEqual({ ...policies.at(-1), consumerName: null, reserved: null });
});

test('an administrator lists the quotas of their own organization, and no other', async () => {
  const { id, resourceId } = (await post(body())).body;
  const listed = async (key: string) =>
    (await ask(`GET ${PATH}?offset=0&limit=100&resourceId=${resourceId}`, { key })).body.data;
  expect(await listed(admin.key)).toMatchObject([{ id }]);
  expect(await listed(outsider.key)).toEqual([]);
});

test('templates: four ship with the product, administrators add their own', async () => {
  const templates = '/api/v2/quotaTemplates/';
  const shipped = await ask(`GET ${templates}?offset=0&limit=100`, { key: ann.key });
  expect(shipped.body.data.map(({ name }: { name: string }) => name)).toEqual(['Trial', 'Standard', 'Chat', 'Batch']);
  expect((await ask(`GET ${templates}`, { key: ann.key })).status).toBe(422);
  expect((await ask(`GET ${templates}?offset=0&limit=101`, { key: ann.key })).status).toBe(422);
  const own = { name: 'Ours', rules: [{ limit: 5, rule: 'token', window: 'day' }] };
  expect((await ask(`POST ${templates}`, { key: ann.key, body: own })).status).toBe(403);
  const made = await ask(`POST ${templates}`, { key: admin.key, body: own });
  expect([made.status, made.body]).toEqual([201, { id: made.body.id, ...own }]);
  const one = `${templates}${made.body.id}/`;
  expect((await ask(`GET ${one}`, { key: ann.key })).body).toEqual(made.body);
  expect((await ask(`GET ${one}`, { key: outsider.key })).status).toBe(404);
  expect((await ask(`DELETE ${templates}${shipped.body.data[0].id}/`, { key: admin.key })).status).toBe(403);
  expect((await ask(`DELETE ${one}`, { key: admin.key })).status).toBe(204);
});
