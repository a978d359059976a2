import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';

/** A service that tries whatever a reply can do to the origin it comes from. */
const heard: IncomingHttpHeaders[] = [];
const TRICKS = {
  'content-security-policy': "default-src * 'unsafe-inline'; report-uri /api/v2/account/apiKeys/",
  'content-disposition': 'inline',
  'set-cookie': ['almanac_session=chosen; Path=/', 'b=c'],
  'clear-site-data': '"*"',
  refresh: '0; url=/api/v2/account/apiKeys/',
  'service-worker-allowed': '/',
  'strict-transport-security': 'max-age=1; includeSubDomains',
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': 'true',
  'cross-origin-opener-policy': 'unsafe-none',
  'cache-control': 'public, max-age=31536000',
  'www-authenticate': 'Basic realm="Almanac"',
  'x-accel-redirect': '/etc/passwd',
  'x-content-type-options': 'sniff',
  'report-to': '{}',
  'alt-svc': 'h2="evil.example:443"',
};
const service = createServer((request, response) => {
  heard.push(request.headers);
  const to = new URL(request.url ?? '/', 'http://here').searchParams.get('to');
  if (to !== null) response.writeHead(307, { location: to }).end();
  else
    response
      .writeHead(200, { ...TRICKS, 'content-type': 'text/html', 'x-accel-buffering': 'no', 'x-mine': 'yes' })
      .end('<script>fetch("/api/v2/account/apiKeys/", { method: "POST" })</script>');
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const at = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const ALLOWED = { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' };
const WORKLOADS = 'https://workloads.example.com';

async function registerService(settings: Record<string, string> = {}) {
  const { ask, person } = await servedApp({ settings: { ...ALLOWED, ...settings } });
  const { key, username } = await person({ role: 'admin' });
  const body = { name: 'Page', address: `${at}/base` };
  const made = (await ask('POST /api/v2/workloads', { key, body })).body;
  const session = await ask('POST /api/v2/session/', { body: { username, password: 'correct horse' } });
  const [cookie = ''] = String(session.headers['set-cookie']).split(';');
  return { ask, key, cookie, made, path: `/api/v2/endpoints/workloads/${made.id}` };
}

describe('on the origin of the API', async () => {
  const { ask, key, cookie, path } = await registerService();

  test('401: the session of the console does not open a workload, whatever the method', async () => {
    expect((await ask('GET /api/v2/account/info/', { cookie })).status).toBe(200);
    const before = heard.length;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const headers = { 'sec-fetch-site': 'same-origin' };
      expect((await ask(`${method} ${path}/page`, { cookie, headers })).status).toBe(401);
    }
    expect((await ask(`GET ${path}/page`, { cookie })).body.detail).toContain('session of the console');
    expect((await ask(`GET ${path}/page`)).body.detail).toContain('No credentials');
    expect(heard.length).toBe(before);
  });

  test('a page comes as a download that runs nothing, and changes nothing of the origin', async () => {
    const { status, headers } = await ask(`GET ${path}/page`, { key, cookie });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-mine': 'yes',
    });
    const ours = ['content-security-policy', 'content-disposition', 'cache-control', 'x-content-type-options'];
    const left = Object.keys(TRICKS).filter((name) => !ours.includes(name) && name in headers);
    expect(left).toEqual([]);
  });

  test('our key and cookie stay here, and nobody says for whom we speak', async () => {
    const spoofed = { forwarded: 'for=1.2.3.4', 'x-real-ip': '1.2.3.4', 'x-forwarded-for': '1.2.3.4' };
    await ask(`GET ${path}/page`, { key, cookie, headers: spoofed });
    const { authorization, cookie: sent, forwarded, 'x-real-ip': real } = heard.at(-1) as IncomingHttpHeaders;
    expect([authorization, sent, forwarded, real]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each([
    ['/base/next?a=1#b', '{here}/next?a=1#b'],
    ['next', '{here}/next'],
    [`${at}/base/next`, '{here}/next'],
    ['https://elsewhere.example/x', 'https://elsewhere.example/x'],
    ['/api/v2/account/apiKeys/', `${at}/api/v2/account/apiKeys/`],
    ['http://localhost:80/api/v2/account/apiKeys/', undefined],
    ['//localhost/api/v2/account/apiKeys/', undefined],
    ['../../../api/v2/account/apiKeys/', `${at}/api/v2/account/apiKeys/`],
    ['javascript:alert(1)', undefined],
  ])('a redirect to %s leads to %s, never to another route of ours', async (to, place) => {
    const headers = { host: 'localhost' };
    const answer = await ask(`POST ${path}/x?to=${encodeURIComponent(to)}`, { key, headers });
    expect([answer.status, answer.headers.location]).toEqual([
      307,
      place?.replace('{here}', `http://localhost${path}`),
    ]);
  });
});

describe('with an origin of their own', async () => {
  const { ask, key, cookie, made, path } = await registerService({ ALMANAC_WORKLOAD_ORIGIN: WORKLOADS });
  const there = { host: 'workloads.example.com' };

  test('workloads are called there, and are told so', async () => {
    expect(made.endpoint).toBe(`${WORKLOADS}${path}/`);
    const { status, headers } = await ask(`GET ${path}/page`, { key, headers: there });
    expect([status, headers['content-disposition']]).toEqual([200, 'inline']);
    expect(headers['content-security-policy']).toMatch(/^sandbox allow-scripts/);
    expect(headers['content-security-policy']).not.toContain('allow-same-origin');
    expect(heard.at(-1)?.['x-forwarded-host']).toBe('workloads.example.com');
    expect((await ask(`GET ${path}/page`, { key, headers: { host: 'WORKLOADS.example.com:443' } })).status).toBe(200);
    expect((await ask(`GET ${path}/page`, { cookie, headers: there })).status).toBe(401);
  });

  test('404: workloads elsewhere, and everything else there', async () => {
    const before = heard.length;
    const elsewhere = await ask(`GET ${path}/page`, { key });
    expect([elsewhere.status, elsewhere.body.detail]).toEqual([404, expect.stringContaining(WORKLOADS)]);
    for (const other of ['/api/v2/account/info/', '/docs', '/', '/login', '/assets/x.js', '/healthz']) {
      const answer = await ask(`GET ${other}`, { key, headers: { ...there, accept: 'text/html' } });
      expect([other, answer.status]).toEqual([other, 404]);
      expect(answer.body.message).toContain('workloads.example.com');
    }
    expect(heard.length).toBe(before);
  });
});
