import { Agent, request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { startProviderB } from '../../../test/providers.ts';
import { readOnlyAgent, refusalOf, sameOrigin, WriteRefused, wrongAddress } from './read-only.ts';

const fake = await startProviderB();
afterAll(() => fake.close());

const base = 'https://graph.example.com';
const posted = {
  token: `${base}/token`,
  batchOfGets: `${base}/v1.0/$batch`,
  activityQuery: `${base}/v2/activity:query`,
};

const refusalFor = (method: string, path: string, body: string | null = null) =>
  refusalOf({ origin: base, path, method: method as 'GET', body }, posted);

const batch = (...methods: string[]) => JSON.stringify({ requests: methods.map((method) => ({ method, url: '/x' })) });

test('reads pass', () => {
  expect(refusalFor('GET', '/v1.0/anything')).toBeNull();
  expect(refusalFor('POST', '/token', 'a=b')).toBeNull();
  expect(refusalFor('POST', '/v2/activity:query', '{}')).toBeNull();
  expect(refusalFor('POST', '/v1.0/$batch', batch('GET', 'GET'))).toBeNull();
});

test.each([
  ['PUT', '/v1.0/x', null],
  ['PATCH', '/v1.0/x', null],
  ['DELETE', '/v1.0/x', null],
  ['HEAD', '/v1.0/x', null],
  ['POST', '/v1.0/x', '{}'],
  ['POST', '/v1.0/$batch', batch('GET', 'DELETE')],
  ['POST', '/v1.0/$batch', null],
  ['POST', '/v1.0/$batch?x', batch('GET')],
  ['POST', '/token/else', 'a=b'],
])('%s %s is refused', (method, path, body) => expect(refusalFor(method, path, body)).toMatch(/read|GET/));

test('what is refused never reaches the network', async () => {
  const dispatcher = readOnlyAgent({ token: `${fake.url}/token` }, new Agent());
  const writing = request(`${fake.url}/v1.0/me`, { method: 'DELETE', dispatcher });
  await expect(writing).rejects.toBeInstanceOf(WriteRefused);
  expect(fake.recorder.requests).toEqual([]);
  const reading = await request(`${fake.url}/v1.0/me`, { dispatcher });
  expect(reading.statusCode).toBe(401);
  await reading.body.dump();
});

test('addresses are encrypted, or loopback where that is allowed', () => {
  expect(wrongAddress('https://graph.example.com', false)).toBeNull();
  expect(wrongAddress('http://127.0.0.1:8080', true)).toBeNull();
  expect(wrongAddress('http://localhost:8080', true)).toBeNull();
  expect(wrongAddress('http://127.0.0.1:8080', false)).toMatch(/ALMANAC_ALLOW_INSECURE_PROVIDERS/);
  for (const wrong of [
    'http://10.0.0.1',
    'http://localhost.example.com',
    'ftp://x',
    'x',
    'https://u:p@x',
    'https://x?a=b',
  ])
    expect(wrongAddress(wrong, true), wrong).not.toBeNull();
});

test('links to another host are told apart', () => {
  expect(sameOrigin('https://graph.example.com/v1.0/x?y', base)).toBe(true);
  expect(sameOrigin('https://graph.example.com.evil.org/v1.0', base)).toBe(false);
  expect(sameOrigin('http://graph.example.com/v1.0', base)).toBe(false);
  expect(sameOrigin('/relative', base)).toBe(false);
});
