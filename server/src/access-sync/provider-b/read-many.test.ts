import { Agent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { buildB, handClock, type ProviderB, startProviderB } from '../../../test/providers.ts';
import { pace } from '../outbound/pace.ts';
import { openGraph } from './graph.ts';

const { signal } = new AbortController();
const started: ProviderB[] = [];
afterEach(async () => void (await Promise.all(started.splice(0).map((fake) => fake.close()))));

async function aGraph() {
  const clock = handClock();
  const timing = { now: clock.now, wait: clock.wait, random: () => 0.5 };
  const fake = await startProviderB({ now: clock.now });
  started.push(fake);
  const { world, app, url } = fake;
  const config = {
    tenantId: world.tenantId,
    clientId: app.clientId,
    clientSecret: app.secret ?? '',
    graphUrl: url,
    loginUrl: url,
  };
  const people = Array.from({ length: 45 }, (_, index) => buildB.addUser(world, `p${index}`));
  const graph = openGraph(config, timing, pace(timing), new Agent());
  const read = async () => {
    const replies = await graph.batch(
      people.map(({ id }) => `/users/${id}`),
      signal,
    );
    return replies.map(({ body }) => (body as { id: string }).id);
  };
  const count = (method: string, form: RegExp) =>
    fake.recorder.requests.filter((one) => one.method === method && form.test(one.path)).length;
  const batches = () => count('POST', /\$batch$/);
  const singles = () => count('GET', /\/users\//);
  return { clock, fake, graph, read, ids: people.map(({ id }) => id), batches, singles };
}

const refusals = [
  { status: 400, body: { error: { code: 'BadRequest' } } },
  { status: 403, body: { error: { code: 'Forbidden' } } },
  { status: 404 },
  { status: 405, body: 'Method Not Allowed' },
  { status: 501 },
  { status: 401, body: { error: { code: 'NotForBatches' } } },
  { status: 500 },
  { status: 302, headers: { location: '/elsewhere' } },
  null,
];

test.each(refusals)('a batch that is answered with %j is read by plain GETs, in the same order', async (reply) => {
  const { fake, clock, read, ids, batches, singles } = await aGraph();
  const began = clock.now();
  const isBatch = ({ path }: { path: string }) => path.endsWith('$batch');
  fake.faults.add({ when: isBatch, times: Number.POSITIVE_INFINITY, reply: () => reply });
  expect(await read()).toEqual(ids);
  expect(singles()).toBe(ids.length);
  const probes = batches();
  expect(probes).toBeLessThanOrEqual(2);
  // A probe is over soon, also where the gateway does not answer it at all.
  expect(clock.now() - began).toBeLessThan(10_000);
  expect(await read()).toEqual(ids);
  expect(batches()).toBe(probes);
});

test('where batches are served again they are used again', async () => {
  const { fake, clock, read, ids, batches, singles } = await aGraph();
  fake.faults.add({ when: ({ path }) => path.endsWith('$batch'), times: 1, reply: () => ({ status: 404 }) });
  await read();
  clock.advance(600_000);
  expect(await read()).toEqual(ids);
  expect([batches(), singles()]).toEqual([1 + 3, ids.length]);
});

test('a batch that worked before and fails is a failure, and is probed anew', async () => {
  const { fake, read, ids, singles } = await aGraph();
  await read();
  fake.faults.add({ when: ({ path }) => path.endsWith('$batch'), times: 100, reply: () => ({ status: 500 }) });
  await expect(read()).rejects.toMatchObject({ trouble: 'unavailable' });
  expect(await read()).toEqual(ids);
  expect(singles()).toBe(ids.length);
});
