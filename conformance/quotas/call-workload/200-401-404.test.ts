import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { sendRaw } from '../../support/raw-socket.ts';

/** A service whose page would act for whoever opens it. */
const heard: IncomingHttpHeaders[] = [];
const service = createServer((request, reply) => {
  heard.push(request.headers);
  reply
    .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b', 'access-control-allow-origin': '*' })
    .end('<script>fetch("/api/v2/account/apiKeys/", { method: "POST" })</script>');
}).listen(0, '127.0.0.1');
let plain: Installation;
let apart: Installation;
const paths = new Map<Installation, string>();

async function registered(settings: Record<string, string>): Promise<Installation> {
  const one = await startInstallation({ ALMANAC_WORKERS: '0', ...settings });
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const made = await call('POST', '/api/v2/workloads/', { ...at(one), json: { name: 'Page', address } });
  expect(made.status, made.text).toBe(201);
  paths.set(one, new URL(made.body.endpoint).pathname);
  return one;
}

const at = ({ url, adminKey }: Installation) => ({ url, key: adminKey });

async function sessionOf({ url, adminUsername, adminPassword }: Installation): Promise<string> {
  const json = { username: adminUsername, password: adminPassword };
  const { headers } = await call('POST', '/api/v2/session/', { url, key: null, json });
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

beforeAll(async () => {
  if (!service.listening) await once(service, 'listening');
  const allowed = { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' };
  [plain, apart] = await Promise.all([
    registered(allowed),
    registered({ ...allowed, ALMANAC_WORKLOAD_ORIGIN: 'https://workloads.example.com' }),
  ]);
});
afterAll(async () => {
  await Promise.all([plain?.stop(), apart?.stop()]);
  service.closeAllConnections();
  service.close();
});

test('401: a session of the console calls no workload', async () => {
  const before = heard.length;
  const cookie = await sessionOf(plain);
  const answer = await call('GET', paths.get(plain) ?? '', { url: plain.url, key: null, headers: { cookie } });
  expect([answer.status, heard.length]).toEqual([401, before]);
  expect(answer.body.detail).toContain('API key');
});

test('200: with a key, as a download that runs nothing and leaves nothing behind', async () => {
  const { status, headers } = await call('GET', paths.get(plain) ?? '', at(plain));
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(/^sandbox\b/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-disposition')).toBe('attachment');
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(heard.at(-1)?.authorization).toBeUndefined();
});

test('404: where workloads have an origin of their own, neither is served on the host of the other', async () => {
  const here = await call('GET', paths.get(apart) ?? '', at(apart));
  expect([here.status, here.body.detail]).toEqual([404, expect.stringContaining('https://workloads.example.com')]);
  const asWorkloads = async (path: string) => {
    const head = `host: workloads.example.com\r\nauthorization: Bearer ${apart.adminKey}\r\nconnection: close`;
    return (await sendRaw(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`, apart.url)).status;
  };
  expect(await asWorkloads(paths.get(apart) ?? '')).toBe(200);
  for (const path of ['/api/v2/account/info/', '/', '/docs']) expect(await asWorkloads(path)).toBe(404);
});
