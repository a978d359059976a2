import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';

/** A service that speaks chat completions: each answer says that it used ten tokens in and five out, unless asked not to. */
const heard: string[] = [];
const service = createServer(async (request, response) => {
  heard.push(await text(request));
  const url = request.url ?? '';
  if (url.includes('broken')) return void response.writeHead(400).end('{"error":{"message":"no"}}');
  const usage = { prompt_tokens: 10, completion_tokens: 5 };
  if (url.includes('stream')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"one two three"}}]}\n\n');
    if (!url.includes('silent')) response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
    return void response.end('data: [DONE]\n\n');
  }
  const message = { role: 'assistant', content: 'one two three' };
  const body = { choices: [{ message }], ...(url.includes('silent') ? {} : { usage }) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const { ask, person } = await servedApp({
  now: movableClock(),
  settings: { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' },
});
const { key } = await person({ role: 'admin' });

async function limitService(quota: object) {
  const { id } = (await ask('POST /api/v2/workloads', { key, body: { name: 'Chat', address } })).body;
  const body = { resourceType: 'workload', resourceId: id, defaultRules: [], ...quota };
  const { id: quotaId } = (await ask('POST /api/v2/quotas/', { key, body })).body;
  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(`POST /api/v2/endpoints/workloads/${id}/${path}`, { key, body, headers });
  const remove = (path: string, body: string) =>
    ask(`DELETE /api/v2/endpoints/workloads/${id}/${path}`, { key, body, headers: { 'content-type': 'text/plain' } });
  const usage = async () => (await ask(`GET /api/v2/quotas/${quotaId}/usage/?window=day`, { key })).body.data[0];
  return { call, remove, usage };
}

const chat = (content: string, more: object = {}) => ({ model: 'x', messages: [{ role: 'user', content }], ...more });
const tokens = (limit: number) => ({ defaultRules: [{ rule: 'token', limit, window: 'day' }] });

test('a chat completion reserves its input and longest answer, and is charged what the service used', async () => {
  const { call, usage } = await limitService(tokens(40));
  expect((await call('v1/chat/completions', chat('hello', { max_tokens: 20 }))).status).toBe(200);
  expect(await usage()).toMatchObject({ requests: 1, tokens: 15 });
  const refused = await call('v1/chat/completions', chat('hello', { max_tokens: 20, n: 2 }));
  expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('15 of 40 tokens per day')]);
  expect((await call('v1/chat/completions?stream', chat('hello', { max_tokens: 10 }))).status).toBe(200);
  expect(await usage()).toMatchObject({ requests: 2, tokens: 30, refused: 1 });
});

test('422: an input that is too long, whatever type the body says it has, and the service hears nothing', async () => {
  const { call } = await limitService({ defaultRules: [{ rule: 'inputSequenceLength', limit: 20 }] });
  const before = heard.length;
  const long = JSON.stringify(chat('word '.repeat(50)));
  for (const type of ['application/json', 'text/plain']) {
    const refused = await call('chat', ` \n${long}`, { 'content-type': type });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('20 are allowed')]);
  }
  expect(heard.length).toBe(before);
  expect((await call('chat', chat('word'))).status).toBe(200);
});

test.each(['silent', 'stream-silent'])('without usage in the answer (%s) its words are counted', async (path) => {
  const { call, usage } = await limitService(tokens(1000));
  await call(path, chat('hello'));
  const { tokens: used, longestInput } = await usage();
  expect(longestInput).toBeGreaterThan(3);
  expect(used).toBeGreaterThanOrEqual(longestInput + 3);
  expect(used).toBeLessThan(longestInput + 30);
});

test('what the service refuses costs no tokens, and a capacity in tokens holds as well', async () => {
  const { call, usage } = await limitService({ capacity: { capacity: 20, units: 'token' } });
  expect((await call('broken', chat('hello', { max_tokens: 10 }))).status).toBe(400);
  expect(await usage()).toMatchObject({ requests: 1, tokens: 0 });
  expect((await call('chat', chat('hello', { max_tokens: 10 }))).status).toBe(200);
  const refused = await call('chat', chat('hello', { max_tokens: 10 }));
  expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('capacity of 20 tokens')]);
});

const long = JSON.stringify(chat('word '.repeat(300)));
const swapBytes = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string) => {
  const bytes = Buffer.alloc(text.length * 4);
  for (let at = 0; at < text.length; at++) bytes.writeUInt32LE(text.charCodeAt(at), at * 4);
  return bytes;
};
const SPELLINGS: Readonly<Record<string, string | Buffer>> = {
  'a number beyond a double': long.replace(/}$/, ',"a":1e400}'),
  'an integer of many digits': long.replace(/}$/, `,"a":${'9'.repeat(200)}}`),
  NaN: long.replace(/}$/, ',"a":NaN}'),
  'deep nesting': long.replace(/}$/, `,"a":${'['.repeat(200)}${']'.repeat(200)}}`),
  'deep nesting in tools': long.replace(/}$/, `,"tools":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
  'a byte order mark': `\ufeff${long}`,
  'UTF-16 with a mark': Buffer.from(`\ufeff${long}`, 'utf16le'),
  'UTF-16': Buffer.from(long, 'utf16le'),
  'UTF-16, big-endian': swapBytes(long),
  'UTF-16, big-endian with a mark': swapBytes(`\ufeff${long}`),
  'UTF-32': utf32(long),
  'invalid UTF-8': Buffer.concat([Buffer.from(long.slice(0, -1)), Buffer.from(',"a":"\xff"}', 'latin1')]),
  'a comment': `/* words */ ${long}`,
  'many blanks': `${' '.repeat(10_000)}${long}`,
  'something after it': `${long} x`,
  'something before it': `x=${long}`,
  'another case': long.replace('messages', 'Messages'),
  'the key twice': long.replace(/}$/, ',"Messages":[]}'),
  'a message of another shape': long.replace('[{', '[{},{'),
};

test.each(Object.entries(SPELLINGS))('a chat spelled with %s is held to the length of an input', async (_, body) => {
  const { call } = await limitService({ defaultRules: [{ rule: 'inputSequenceLength', limit: 300 }] });
  const before = heard.length;
  for (const type of ['application/json', 'text/plain'])
    expect((await call('chat', body, { 'content-type': type })).status).toBe(422);
  expect(heard.length).toBe(before);
});

test.each(Object.entries(SPELLINGS))('a chat spelled with %s is charged its tokens', async (_, body) => {
  const { call, usage } = await limitService(tokens(200_000));
  expect((await call('silent', body, { 'content-type': 'application/json' })).status).toBe(200);
  expect((await usage()).tokens).toBeGreaterThan(300);
});

test('JSON that is cut short counts with its text, and a body of DELETE counts too', async () => {
  const { call, remove } = await limitService({ defaultRules: [{ rule: 'inputSequenceLength', limit: 20 }] });
  expect((await call('chat', long.slice(0, -2), { 'content-type': 'application/octet-stream' })).status).toBe(422);
  expect((await remove('chat', long)).status).toBe(422);
});

test('other calls pass as they come and cost requests only', async () => {
  const { call, usage } = await limitService(tokens(1));
  const form = { 'content-type': 'application/octet-stream' };
  const file = '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n{"messages": [1]}\r\n--x--\r\n';
  const bodies = ['[1,2]', '   ', 'not { json', '{"a":1e400}', '/a/path', '"messages"', file];
  for (const body of [{ rows: [1, 2] }, ...bodies])
    expect((await call('rows', body, typeof body === 'string' ? form : {})).status).toBe(200);
  expect(heard.slice(-8)).toEqual(['{"rows":[1,2]}', ...bodies]);
  expect(await usage()).toMatchObject({ requests: 8, tokens: 0, refused: 0 });
});
