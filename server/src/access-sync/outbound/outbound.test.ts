import { Agent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { buildB, handClock, type ProviderB, startProviderB } from '../../../test/providers.ts';
import { driveRetryPolicy } from '../provider-a/retry-policy.ts';
import { Site } from '../provider-b/graph.schema.ts';
import { openGraph } from '../provider-b/graph.ts';
import { graphRetryPolicy } from '../provider-b/retry-policy.ts';
import type { Reply } from './outbound.ts';
import { pace } from './pace.ts';

const { signal } = new AbortController();
const started: ProviderB[] = [];
afterEach(async () => void (await Promise.all(started.splice(0).map((fake) => fake.close()))));

async function aGraph(options: Parameters<typeof startProviderB>[0] = {}) {
  const clock = handClock();
  const timing = { now: clock.now, wait: clock.wait, random: () => 0.5 };
  const fake = await startProviderB({ now: clock.now, ...options });
  started.push(fake);
  const { world, app, url } = fake;
  const config = {
    tenantId: world.tenantId,
    clientId: app.clientId,
    clientSecret: app.secret ?? '',
    graphUrl: url,
    loginUrl: url,
  };
  return { clock, fake, paced: pace(timing), graph: openGraph(config, timing, pace(timing), new Agent()) };
}

test('Retry-After silences the whole app for as long as it says, also for calls that were not refused', async () => {
  const { clock, fake, graph } = await aGraph();
  await graph.get('/organization', signal);
  const began = clock.now();
  const throttled = {
    status: 429,
    headers: { 'retry-after': '120' },
    body: { error: { code: 'activityLimitReached' } },
  };
  fake.faults.add({ when: ({ path }) => path === '/v1.0/organization', times: 1, reply: () => throttled });
  expect((await graph.get('/organization', signal)).status).toBe(200);
  expect(clock.now() - began).toBe(120_000);
  await graph.get('/sites', signal);
  const times = fake.recorder.requests.slice(2).map(({ at }) => at - began);
  expect(times).toEqual([0, 120_000, 120_000]);
});

test('a stated limit is kept to: calls slow down before they are refused', async () => {
  const { fake, graph } = await aGraph({ rate: { units: 100, windowMs: 60_000 } });
  for (let call = 0; call < 250; call += 1) await graph.get('/organization', signal);
  const statuses = fake.recorder.requests.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBe(251);
  expect(statuses.filter((status) => status === 429).length).toBeLessThanOrEqual(2);
});

test('a token that was taken back is asked for once more', async () => {
  const { fake, graph } = await aGraph();
  await graph.get('/organization', signal);
  fake.revokeTokens();
  expect((await graph.get('/organization', signal)).status).toBe(200);
  const { permissions } = fake.app;
  expect(permissions).toContain('Directory.Read.All');
  fake.faults.add({ when: ({ path }) => path === '/v1.0/organization', times: 2, reply: () => ({ status: 401 }) });
  await expect(graph.get('/organization', signal)).rejects.toMatchObject({ trouble: 'unauthorized' });
});

test('a call that keeps failing ends, and says where', async () => {
  const { fake, graph } = await aGraph();
  fake.faults.add({ when: ({ path }) => path === '/v1.0/sites', times: 99, reply: () => null });
  await expect(graph.get('/sites', signal)).rejects.toMatchObject({
    trouble: 'unavailable',
    message: /^\/v1.0\/sites failed 6 times/,
  });
});

test('redirects and links to other hosts are not followed', async () => {
  const { fake, graph } = await aGraph();
  const elsewhere = { status: 302, headers: { location: 'http://127.0.0.1:9/steal' } };
  fake.faults.add({ when: ({ path }) => path === '/v1.0/sites', times: 1, reply: () => elsewhere });
  await expect(graph.get('/sites', signal)).rejects.toThrow(/redirected/);
  const page = { status: 200, body: { value: [], '@odata.nextLink': 'https://evil.example/v1.0/sites?x' } };
  fake.faults.add({ when: ({ path }) => path === '/v1.0/sites', times: 1, reply: () => page });
  await expect(graph.collect(Site, '/sites', signal)).rejects.toThrow(/another host/);
});

test('what is not JSON, or not what was asked for, is no answer', async () => {
  const { fake, graph } = await aGraph();
  fake.faults.add({
    when: ({ path }) => path === '/v1.0/sites',
    times: 1,
    reply: () => ({ status: 200, body: { value: 'x' } }),
  });
  await expect(graph.collect(Site, '/sites', signal)).rejects.toThrow(/unexpected at value/);
  buildB.addSite(fake.world, 'hr');
  expect(await graph.collect(Site, '/sites', signal)).toHaveLength(1);
});

test('only what was throttled in a batch is asked again, and answers keep the order of the questions', async () => {
  const { fake, graph } = await aGraph();
  const users = Array.from({ length: 45 }, (_, n) => buildB.addUser(fake.world, `u${n}`));
  const throttled = { status: 429, headers: { 'Retry-After': '7' }, body: {} };
  fake.faults.add({ when: ({ path }) => path.endsWith(users[3]?.id ?? ''), times: 1, reply: () => throttled });
  const replies = await graph.batch(
    users.map(({ id }) => `/users/${id}`),
    signal,
  );
  expect(replies.map(({ body }) => (body as { id: string }).id)).toEqual(users.map(({ id }) => id));
  const sizes = fake.recorder.requests
    .filter(({ path }) => path.endsWith('$batch'))
    .map(({ body }) => (JSON.parse(body) as { requests: unknown[] }).requests.length);
  expect(sizes).toEqual([20, 20, 5, 1]);
});

const refusal = (status: number, reason: string, headers = {}): Reply => ({
  status,
  headers,
  body: { error: { errors: [{ reason }] } },
});

test.each([
  [403, 'userRateLimitExceeded', { kind: 'retry', scope: 'lane' }],
  [403, 'rateLimitExceeded', { kind: 'retry', scope: 'all' }],
  [403, 'sharingRateLimitExceeded', { kind: 'retry', scope: 'all' }],
  [429, 'rateLimitExceeded', { kind: 'retry', scope: 'all' }],
  [500, 'backendError', { kind: 'retry', scope: 'call' }],
  [503, 'backendError', { kind: 'retry', scope: 'call' }],
  [403, 'dailyLimitExceeded', { kind: 'fail', problem: { trouble: 'throttled' } }],
  [401, 'authError', { kind: 'fail', problem: { trouble: 'unauthorized' } }],
  [403, 'insufficientFilePermissions', { kind: 'accept' }],
  [403, 'domainPolicy', { kind: 'accept' }],
  [404, 'notFound', { kind: 'accept' }],
])('provider A: %i %s', (status, reason, expected) => {
  expect(driveRetryPolicy.classify(refusal(status, reason), 0)).toMatchObject(expected);
});

test.each([
  [429, {}, { kind: 'retry', scope: 'all', afterMs: null }],
  [503, { 'retry-after': '9' }, { kind: 'retry', scope: 'all', afterMs: 9000 }],
  [500, {}, { kind: 'retry', scope: 'call', afterMs: null }],
  [410, {}, { kind: 'accept' }],
  [304, {}, { kind: 'accept' }],
])('provider B: %i %j', (status, headers, expected) => {
  expect(graphRetryPolicy.classify(refusal(status, '', headers), 0)).toMatchObject(expected);
});
