import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createUser, newSecretText } from '#accounts';
import { newId } from '#platform/ids.ts';
import { createApp } from '../../src/app.ts';
import { testDatabase } from '../database.ts';
import { testPlatform } from '../platform.ts';
import { cuttableDatabase, type Reach } from './cuttable-database.ts';
import { type RawAnswer, rawRequest } from './raw-request.ts';
import { attack, REFUSALS, type Refusal } from './refusals.ts';

/** Each early refusal on each route, with a late failure behind it, over real sockets: the server must outlive it all. */
const database = await cuttableDatabase((await testDatabase({ connections: 1 })).url);
const platform = await testPlatform({
  databaseUrl: database.url,
  settings: { ALMANAC_CHECK_REPLIES: 'true', ALMANAC_API_VERSION: '2.34' },
});
const app = await createApp(platform, { version: 'test' });
const origin = await app.http.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  database.reach('all');
  await app.close();
});

const key = newSecretText('key');
await createUser(platform, { username: 'ada', password: 'correct horse', role: 'admin', apiKey: { name: 'one', key } });

const AT_ONCE = 8;

async function attackAll(reach: Reach, refusals: readonly Refusal[]): Promise<string[]> {
  database.reach(reach);
  const wrong: string[] = [];
  const waiting = app.routes.flatMap((record) => refusals.map((refusal) => ({ record, refusal })));
  const one = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { record, refusal } = next;
      const request = attack(record, refusal, key, newId());
      const answer = await rawRequest(origin, request);
      const complaint = complaintOf(answer, reach, request.hangsUp === true);
      if (complaint !== null) wrong.push(`${record.method} ${record.path}, ${refusal}: ${complaint}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return wrong.sort();
}

/** Null when the answer is a success or a refusal as every refusal is: JSON that says what is wrong, and a request id. */
function complaintOf(answer: RawAnswer | null, reach: Reach, hungUp: boolean): string | null {
  if (answer === null) return hungUp ? null : 'nothing was answered';
  const { status, headers, body } = answer;
  if (status < 400) return null;
  if (status >= 500 && status !== 501 && !(status === 503 && reach !== 'all')) return `${status} ${body.slice(0, 300)}`;
  if (headers['x-request-id'] === undefined) return `${status} without a request id`;
  if (headers['content-type'] !== 'application/json') return `${status} as ${headers['content-type']}`;
  const said = JSON.parse(body) as Record<string, unknown>;
  return 'message' in said || 'detail' in said || 'status' in said ? null : `${status} that says ${body.slice(0, 300)}`;
}

/** What nobody handled while the test ran: outside a test each of these is a defect that ends or disturbs a server. */
function unhandled(): unknown[] {
  const seen: unknown[] = [];
  const note = (reason: unknown) => seen.push(reason);
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
    process.off('uncaughtException', note);
  });
  return seen;
}

const health = async () => (await fetch(`${origin}/healthz`)).status;

/** What gets as far as the database, or leaves while it is asked. */
const BEHIND: readonly Refusal[] = [
  'plain',
  'a long query',
  'a wrong type',
  'a body that is too long',
  'a form that breaks off',
  'a caller who does not wait',
];

test('every route refuses what is wrong, and what is unknown', async () => {
  const seen = unhandled();
  expect(await attackAll('all', REFUSALS)).toEqual([]);
  expect(await health()).toBe(200);
  expect(seen).toEqual([]);
});

test('every route while the database goes away behind those who are known', async () => {
  const seen = unhandled();
  expect(await attackAll('not the pool', BEHIND)).toEqual([]);
  expect(await health()).toBe(200);
  expect(seen).toEqual([]);
});

test('every route while nothing of the database can be reached', async () => {
  const seen = unhandled();
  expect(await attackAll('nothing', ['plain', 'a wrong key', 'a caller who does not wait'])).toEqual([]);
  expect(await health()).toBe(200);
  database.reach('all');
  const back = await rawRequest(origin, {
    method: 'GET',
    path: '/api/v2/account/info/',
    headers: { authorization: `Bearer ${key}` },
    body: '',
  });
  expect(back?.status).toBe(200);
  expect(seen).toEqual([]);
});
