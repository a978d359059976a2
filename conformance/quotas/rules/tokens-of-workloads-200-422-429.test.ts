import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

/** Section "Limits", quota rule kinds: token and inputSequenceLength hold for chat completions through a workload. */
const service = createServer((request, reply) => {
  request.resume().once('end', () => {
    const usage = { prompt_tokens: 12, completion_tokens: 8 };
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [], usage }));
  });
}).listen(0, '127.0.0.1');
let site: Installation;
beforeAll(async () => {
  if (!service.listening) await once(service, 'listening');
  site = await startInstallation({ ALMANAC_WORKERS: '0', ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' });
});
afterAll(async () => {
  await site?.stop();
  service.closeAllConnections();
  service.close();
});

const ask = (method: string, path: string, json?: object) =>
  call(method, path, { url: site.url, key: site.adminKey, ...(json === undefined ? {} : { json }) });

async function limited(defaultRules: readonly object[]) {
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const workload = (await ask('POST', '/api/v2/workloads/', { name: 'Chat', address })).body;
  const quota = await ask('POST', '/api/v2/quotas/', {
    resourceType: 'workload',
    resourceId: workload.id,
    defaultRules,
  });
  expect(quota.status, quota.text).toBe(200);
  const chat = (content: string, more: object = {}) =>
    ask('POST', `${new URL(workload.endpoint).pathname}v1/chat/completions`, {
      model: 'any',
      messages: [{ role: 'user', content }],
      ...more,
    });
  const raw = (body: Buffer) =>
    call('POST', `${new URL(workload.endpoint).pathname}v1/chat/completions`, {
      url: site.url,
      key: site.adminKey,
      body,
      headers: { 'content-type': 'application/json' },
    });
  const usage = async () => (await ask('GET', `/api/v2/quotas/${quota.body.id}/usage/?window=day`)).body.data[0];
  return { chat, raw, usage };
}

test('429: a chat completion is counted by what it may use and charged what it used', async () => {
  const { chat, usage } = await limited([{ rule: 'token', limit: 60, window: 'day' }]);
  expect((await chat('hello', { max_tokens: 1000 })).status).toBe(429);
  expect((await chat('hello', { max_tokens: 20 })).status).toBe(200);
  expect(await usage()).toMatchObject({ requests: 1, tokens: 20, refused: 1 });
  expect((await chat('hello')).status).toBe(200);
  expect((await chat('hello', { max_tokens: 20 })).status).toBe(429);
});

test('422: an input that is too long', async () => {
  const { chat } = await limited([{ rule: 'inputSequenceLength', limit: 30 }]);
  expect((await chat('hello')).status).toBe(200);
  expect((await chat('word '.repeat(100))).status).toBe(422);
});

test('422: the same input in another spelling: a number beyond a double, NaN, a byte order mark, UTF-16', async () => {
  const { raw } = await limited([{ rule: 'inputSequenceLength', limit: 30 }]);
  const long = JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'word '.repeat(100) }] });
  const spellings = [
    Buffer.from(long.replace(/}$/, ',"a":1e400}')),
    Buffer.from(long.replace(/}$/, ',"a":NaN}')),
    Buffer.from(`\ufeff${long}`),
    Buffer.from(long, 'utf16le'),
  ];
  for (const body of spellings) expect((await raw(body)).status).toBe(422);
});
