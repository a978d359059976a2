import { expect, test, vi } from 'vitest';
import { createUser } from '#accounts';
import type { Platform } from '#platform/context.ts';
import { anActor, eventually } from '#platform/jobs/jobs.fixtures.ts';
import { ServiceRegistry } from '#platform/services.ts';
import { testPlatform } from '../../../test/platform.ts';
import { servedApp } from '../../../test/served-app.ts';
import { counterStore } from './counter.store.ts';
import { reserveUse } from './reservations.ts';
import { usageCounter } from './usage-counter.ts';

const { ask, person, platform } = await servedApp();
const limited = await testPlatform({
  settings: { ALMANAC_LLM_CALL_LIMIT: '5', ALMANAC_VECTOR_DATABASE_LIMIT: '0' },
});

let people = 0;
async function someone(at: Platform) {
  const row = await createUser(at, { username: `counted-${++people}`, password: 'correct horse' });
  return anActor({ userId: row.id, organizationId: row.organization_id });
}
async function storedCount(at: Platform, { organizationId, userId }: { organizationId: string; userId: string }) {
  await at.services.get(usageCounter).settle();
  return counterStore(at.db.queries).read({ organizationId, userId, counter: 'llmApiCalls' });
}

test('200: both counters begin at zero, are one’s own, and need a key', async () => {
  const { key } = await person();
  for (const name of ['llmApiCalls', 'vectorDatabases']) {
    expect((await ask(`GET /api/v2/genai/userLimits/${name}/`, { key })).body).toEqual({ counter: 0 });
    expect((await ask(`GET /api/v2/genai/userLimits/${name}`, {})).status).toBe(401);
  }
});

test('200: administrators see what everybody used, others themselves, both with the limits', async () => {
  const boss = await person({ organization: 'Counted', role: 'admin' });
  const ada = await person({ organization: 'Counted' });
  const { organizationId, id: userId } = ada;
  await (await reserveUse(platform, anActor({ userId, organizationId }), 'llmApiCalls')).completed();
  const path = 'GET /api/v2/genai/userLimits/';
  const own = { userId, username: ada.username, llmApiCalls: 1, vectorDatabases: 0 };
  const seen = (await ask(path, { key: boss.key })).body;
  expect(seen).toMatchObject({ totalCount: 2, limits: { llmApiCalls: null, vectorDatabases: null } });
  expect(seen.data).toEqual([own, { ...own, userId: boss.id, username: boss.username, llmApiCalls: 0 }]);
  expect((await ask(path, { key: ada.key })).body).toMatchObject({ totalCount: 1, data: [own] });
  expect((await ask(path)).status).toBe(401);
});

test('422 as the specification words it, for parameters and bodies', async () => {
  const { key } = await person();
  const path = '/api/v2/genai/userLimits/llmApiCalls/';
  expect(await ask(`GET ${path}?userId=x`, { key })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'userId'], msg: 'userId is not allowed key', type: 'extra_forbidden' }] },
  });
  expect(await ask(`GET ${path}`, { key, body: { a: 1 } })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body'], msg: 'This route takes no body', type: 'value_error' }] },
  });
});

test('exact when hundreds complete at once', async () => {
  const [ada, bob] = [await someone(platform), await someone(platform)];
  const one = async (actor: typeof ada) => (await reserveUse(platform, actor, 'llmApiCalls')).completed();
  await Promise.all(Array.from({ length: 300 }, (_, n) => one(n % 3 === 0 ? bob : ada)));
  expect([await storedCount(platform, ada), await storedCount(platform, bob)]).toEqual([200, 100]);
});

test('what failed does not count, and what counts in a transaction goes with it', async () => {
  const ada = await someone(platform);
  await (await reserveUse(platform, ada, 'llmApiCalls')).failed();
  const use = await reserveUse(platform, ada, 'llmApiCalls');
  const undone = platform.db.transaction(async (tx) => {
    await use.completedIn(tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await storedCount(platform, ada)).toBe(0);
  await platform.db.transaction((tx) => use.completedIn(tx));
  expect(await storedCount(platform, ada)).toBe(1);
});

test('a limit holds however many ask at once; what failed gives its place back', async () => {
  const ada = await someone(limited);
  const begun = await Promise.allSettled(Array.from({ length: 20 }, () => reserveUse(limited, ada, 'llmApiCalls')));
  const [first, second, ...others] = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(others).toHaveLength(3);
  await first?.failed();
  await Promise.all([second, ...others].map((use) => use?.completed()));
  const last = await reserveUse(limited, ada, 'llmApiCalls');
  await expect(reserveUse(limited, ada, 'llmApiCalls')).rejects.toMatchObject({
    status: 403,
    message: expect.stringMatching(
      /allows each person 5 LLM API calls; you have completed 4 and have 1 under way\..*ALMANAC_LLM_CALL_LIMIT/,
    ),
  });
  await last.completed();
  expect(await storedCount(limited, ada)).toBe(5);
  await expect(reserveUse(limited, ada, 'llmApiCalls')).rejects.toMatchObject({ status: 403 });
  await expect(reserveUse(limited, ada, 'vectorDatabases')).rejects.toMatchObject({ status: 403 });
});

test('work that begins again, since its worker died, goes on in the place it had', async () => {
  const ada = await someone(limited);
  const begin = (workId: string) => reserveUse(limited, ada, 'llmApiCalls', workId);
  for (const workId of ['a', 'b', 'c', 'd', 'e']) await begin(`${ada.userId} ${workId}`);
  await expect(begin(`${ada.userId} f`)).rejects.toMatchObject({ status: 403 });
  await (await begin(`${ada.userId} e`)).completed();
  expect(await storedCount(limited, ada)).toBe(1);
  await expect(begin(`${ada.userId} f`)).rejects.toMatchObject({ status: 403 });
  await (await begin(`${ada.userId} a`)).failed();
  await (await begin(`${ada.userId} f`)).completed();
  expect(await storedCount(limited, ada)).toBe(2);
});

test('places a dead process held run out', async () => {
  const ada = await someone(limited);
  for (let n = 0; n < 5; n++) await reserveUse(limited, ada, 'llmApiCalls');
  await expect(reserveUse(limited, ada, 'llmApiCalls')).rejects.toMatchObject({ status: 403 });
  const later = { ...limited, now: () => new Date(Date.now() + 7 * 3600 * 1000) };
  await (await reserveUse(later, ada, 'llmApiCalls')).completed();
  expect(await storedCount(limited, ada)).toBe(1);
});

test('a place is held for as long as its process says that the work goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ada = await someone(limited);
  let passed = 0;
  const clocked: Platform = {
    ...limited,
    services: new ServiceRegistry(() => clocked),
    now: () => new Date(Date.now() + passed),
  };
  const long = await reserveUse(clocked, ada, 'llmApiCalls');
  const until = async () => {
    const holds = limited.db.queries.selectFrom('genai_usage_holds').select('expires_at');
    return (await holds.where('user_id', '=', ada.userId).executeTakeFirst())?.expires_at.getTime();
  };
  const first = (await until()) ?? 0;
  passed = 3600_000;
  vi.advanceTimersByTime(60_000);
  await eventually(async () => ((await until()) ?? 0) > first + 3000_000);
  await long.completed();
  expect([await until(), await storedCount(limited, ada), vi.getTimerCount()]).toEqual([undefined, 1, 0]);
  vi.useRealTimers();
});
