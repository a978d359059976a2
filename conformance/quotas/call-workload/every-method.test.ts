import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
/** A chat completion of some hundred tokens. */
const LONG = JSON.stringify({ messages: [{ role: 'user', content: 'word '.repeat(300) }] });

/** The service: says what it was asked; it never answers where it is asked to be slow, and breaks off where it is asked to. */
const service = createServer((asked, reply) => {
  asked.resume().once('end', () => {
    if (asked.url?.includes('slow')) return;
    if (asked.url?.includes('half')) reply.write('half', () => reply.destroy());
    else reply.end(`${asked.method} ${asked.url}`);
  });
}).listen(0, '127.0.0.1');

type Kind = 'plain' | 'silent' | 'short' | 'once' | 'slow';
let site: Installation;
/** Whose data the one that runs has taken over. */
let earlier: Installation | undefined;
let cookie: string;
/** The addresses under which the services are called. */
const endpoints = new Map<Kind, string>();

const ask = (method: string, path: string, json?: object) =>
  call(method, path, { url: site.url, key: site.adminKey, ...(json === undefined ? {} : { json }) });

async function register(kind: Kind, port: number, rule?: object): Promise<void> {
  const made = await ask('POST', '/api/v2/workloads/', { name: kind, address: `http://127.0.0.1:${port}/` });
  expect(made.status, made.text).toBe(201);
  endpoints.set(kind, new URL(made.body.endpoint).pathname);
  if (kind === 'slow') await ask('PATCH', `/api/v2/workloads/${made.body.id}/settings/`, { timeoutSeconds: 1 });
  if (rule === undefined) return;
  const quota = { resourceType: 'workload', resourceId: made.body.id, defaultRules: [rule] };
  expect((await ask('POST', '/api/v2/quotas/', quota)).status).toBe(200);
}

beforeAll(async () => {
  if (!service.listening) await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  site = await startInstallation({ ALMANAC_WORKERS: '0', ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' });
  await register('plain', port);
  await register('silent', 9);
  await register('short', port, { rule: 'inputSequenceLength', limit: 30 });
  await register('once', port, { rule: 'requests', limit: 1, window: 'day' });
  await register('slow', port);
  const json = { username: site.adminUsername, password: site.adminPassword };
  const { headers } = await call('POST', '/api/v2/session/', { url: site.url, key: null, json });
  cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
});
afterAll(async () => {
  await site?.stop();
  await earlier?.stop();
  service.closeAllConnections();
  service.close();
});

interface Told {
  readonly status: number;
  readonly text: string;
}

/** A body with any method: `fetch` sends none with GET. */
async function send(
  method: string,
  path: string,
  { headers = {}, body = '', key = site.adminKey }: { headers?: object; body?: string; key?: string | null } = {},
): Promise<Told> {
  const own = {
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  };
  const outgoing = request(site.url + path, { method, headers: own });
  outgoing.end(body);
  const [reply] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of reply) text += chunk;
  return { status: reply.statusCode, text };
}

/** Refusals of these routes are `{detail}`, without a code. */
const expectDetail = ({ status, text }: Told, wanted: number, said: RegExp) => {
  expect(status, text).toBe(wanted);
  expect(JSON.parse(text).detail).toMatch(said);
};

const CALLS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
  ['', 'some/path'].map((rest) => [method, rest] as const),
);

describe.each(CALLS)('%s of a workload, path "%s"', (method, rest) => {
  const to = (kind: Kind, query = '') => `${endpoints.get(kind)}${rest}${query}`;

  test('200: the service answers, with its own path and query', async () => {
    expect(await send(method, to('plain', '?a=1&a=2'))).toEqual({ status: 200, text: `${method} /${rest}?a=1&a=2` });
  });

  test('200: an answer that the service breaks off is broken off here, not ended as if it were whole', async () => {
    await expect(send(method, to('plain', '?half'))).rejects.toThrow('aborted');
  });

  test('401: a session of the console is no key', async () => {
    expectDetail(await send(method, to('plain'), { key: null, headers: { cookie } }), 401, /API key/);
  });

  test('422: a character that no text may have', async () => {
    const refused = await send(method, to('plain', '?a=%00'));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('null character');
  });

  if (method !== 'GET')
    test('400, 415: a body that is not encoded as it says, and in a way nobody knows', async () => {
      const encoded = (encoding: string) =>
        send(method, to('plain'), { body: 'not gzip', headers: { 'content-encoding': encoding } });
      expectDetail(await encoded('gzip'), 400, /Content-Encoding/);
      expectDetail(await encoded('unheard'), 415, /unheard/);
    });

  test('422: a chat completion that is longer than its quota', async () => {
    expectDetail(await send(method, to('short'), { body: LONG, headers: JSON_TYPE }), 422, /30/);
    expect((await send(method, to('short'), { body: '{"messages":[]}', headers: JSON_TYPE })).status).toBe(200);
  });

  test('429: more calls than the quota has', async () => {
    await send(method, to('once'));
    expectDetail(await send(method, to('once')), 429, /\d/);
  });

  test('502: nothing listens at the address, which the refusal tells by the name of the workload', async () => {
    expectDetail(await send(method, to('silent')), 502, /workload silent did not answer/);
  });

  test('504: the service says nothing for longer than the workload waits, with the setting to change', async () => {
    const refused = await send(method, `${endpoints.get('slow')}${rest || '?'}slow`);
    expectDetail(refused, 504, /within 1 s.*timeoutSeconds/);
  });
});

test('502: an address inside that the settings no longer allow is not called, by any method', async () => {
  earlier = site;
  await earlier.terminate();
  site = await startInstallation({ ALMANAC_WORKERS: '0', ALMANAC_DATA_DIR: earlier.env.ALMANAC_DATA_DIR ?? '' });
  for (const [method, rest] of CALLS)
    expectDetail(await send(method, `${endpoints.get('plain')}${rest}`), 502, /plain was not called.*127\.0\.0\.1/);
});
