import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { servedApp } from '../../../test/served-app.ts';
import { createApp } from '../../app.ts';
import { anAdmin } from './workloads.fixtures.ts';

/** A service of somebody: says what it heard, or does what its path says. */
const heard: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let hungUp = 0;
const service = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  if (request.url?.startsWith('/base/drip')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
    response.once('close', () => {
      hungUp += 1;
    });
    return;
  }
  if (request.url?.startsWith('/base/echo')) {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    request.pipe(response);
    return;
  }
  heard.push({
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    body: await text(request),
  });
  response.writeHead(Number(/status=(\d+)/.exec(request.url ?? '')?.[1] ?? 200), {
    'content-type': 'application/json',
    'x-service': 'yes',
    'set-cookie': 'a=b',
  });
  response.end('{"said":"so"}');
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/base/`;
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const settings = { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' };
const { ask, person } = await servedApp({ settings });
const admin = await person({ organization: 'One', role: 'admin' });
const user = await person({ organization: 'One' });
const outsider = await person({ organization: 'Two' });
const createOne = async (more: object = {}) =>
  (await ask('POST /api/v2/workloads', { key: admin.key, body: { name: 'Agent', address, ...more } })).body;
const share = (id: string, role: string) =>
  ask(`PATCH /api/v2/workloads/${id}/sharedRoles/`, {
    key: admin.key,
    body: { operation: 'updateRoles', roles: [{ shareRecipientType: 'user', username: user.username, role }] },
  });

test('registered, listed, changed, stopped, started, deleted; each told in its events', async () => {
  const workload = await createOne({ importance: 'high', tags: [{ name: 'team', value: 'a' }] });
  expect(workload).toMatchObject({ status: 'running', importance: 'high', address, lastResponse: null });
  expect(workload.endpoint).toMatch(new RegExp(`/api/v2/endpoints/workloads/${workload.id}/$`));
  const listed = async (query: string) =>
    (await ask(`GET /api/v2/workloads?${query}`, { key: admin.key })).body.data.map(({ id }: { id: string }) => id);
  expect(await listed('search=agent&status=running&importance=high&tagKeys=team')).toEqual([workload.id]);
  expect(await listed('tagValues=b')).toEqual([]);
  const path = `/api/v2/workloads/${workload.id}`;
  const change = { name: 'Renamed', importance: 'low' };
  expect((await ask(`PATCH ${path}`, { key: admin.key, body: change })).body).toMatchObject(change);
  expect((await ask(`POST ${path}/stop`, { key: admin.key })).body).toMatchObject({ status: 'stopped' });
  expect((await ask(`POST ${path}/stop`, { key: admin.key })).status).toBe(409);
  const refused = await ask(`GET /api/v2/endpoints/workloads/${workload.id}/x`, { key: admin.key });
  expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining('stopped')]);
  expect((await ask(`POST ${path}/start`, { key: admin.key })).status).toBe(202);
  const { data } = (await ask(`GET ${path}/events`, { key: admin.key })).body;
  expect(data.map(({ event }: { event: string }) => event)).toEqual(['started', 'stopped', 'changed', 'created']);
  expect((await ask(`DELETE ${path}`, { key: admin.key })).status).toBe(204);
  expect((await ask(`GET ${path}`, { key: admin.key })).status).toBe(404);
});

describe('calls', async () => {
  const workload = await createOne({ headers: { Authorization: 'Bearer of the service' } });
  const call = `/api/v2/endpoints/workloads/${workload.id}`;

  test('go through with path, query and body; keys of the caller stay here, those of the service are added', async () => {
    await share(workload.id, 'CONSUMER');
    const answer = await ask(`POST ${call}/v1/chat%2Fx?a=1&status=201`, {
      key: user.key,
      body: { hello: 'there' },
      headers: { cookie: 'session=1', 'x-mine': '2', 'x-almanac-user': 'somebody else' },
    });
    expect([answer.status, answer.body]).toEqual([201, { said: 'so' }]);
    expect(answer.headers).toMatchObject({ 'x-service': 'yes' });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { method, url, headers, body } = heard.at(-1) as (typeof heard)[number];
    expect([method, url, JSON.parse(body)]).toEqual(['POST', '/base/v1/chat%2Fx?a=1&status=201', { hello: 'there' }]);
    expect(headers).toMatchObject({
      authorization: 'Bearer of the service',
      'x-mine': '2',
      'x-almanac-user': user.username,
    });
    expect(headers.cookie).toBeUndefined();
    expect((await ask(`GET ${call}`, { key: user.key })).status).toBe(200);
    expect(heard.at(-1)?.url).toBe('/base/');
  });

  test('are counted; what is slow, wrong or broken is told by metric', async () => {
    await ask(`DELETE /api/v2/workloads/${workload.id}/stats`, { key: admin.key });
    for (const status of [200, 404, 500]) await ask(`GET ${call}/x?status=${status}`, { key: user.key });
    const stats = async () => (await ask(`GET /api/v2/workloads/${workload.id}/stats`, { key: user.key })).body.metrics;
    await vi.waitFor(async () => expect((await stats()).totalRequests).toBe(3), { timeout: 30_000 });
    expect(await stats()).toMatchObject({ userErrorRate: 1 / 3, serverErrorRate: 1 / 3, slowRequests: 0 });
    const path = `/api/v2/workloads/${workload.id}/stats/totalRequests?resolution=P1D`;
    const over = (await ask(`GET ${path}`, { key: user.key })).body;
    expect(over.summary.value).toBe(3);
    expect(over.buckets.reduce((sum: number, { value }: { value: number }) => sum + value, 0)).toBe(3);
    expect((await ask('GET /api/v2/workloads/stats', { key: outsider.key })).body.metrics.totalRequests).toBe(0);
    const shown = (await ask(`GET /api/v2/workloads/${workload.id}`, { key: user.key })).body;
    expect([shown.lastResponse.statusCode, shown.address]).toEqual([500, null]);
  });

  test('are refused to users of other organizations, and past the quota', async () => {
    expect((await ask(`GET ${call}/x`, { key: outsider.key })).status).toBe(404);
    const rules = [{ rule: 'requests', limit: 2, window: 'day' }];
    const quota = { resourceType: 'workload', resourceId: workload.id, defaultRules: rules, policies: [] };
    const written = await ask('POST /api/v2/quotas/', { key: admin.key, body: quota });
    expect(written.status, written.text).toBe(200);
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await ask(`GET ${call}/x`, { key: user.key })).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ask(`GET ${call}/x`, { key: admin.key })).status).toBe(200);
  });

  test('502 when nobody answers', async () => {
    const { id } = await createOne({ address: 'http://127.0.0.1:1/' });
    const answer = await ask(`GET /api/v2/endpoints/workloads/${id}/x`, { key: admin.key });
    expect([answer.status, answer.body.detail]).toEqual([502, expect.stringContaining('ECONNREFUSED')]);
  });
});

test('bytes flow both ways as they come, and a caller who hangs up is hung up for', async () => {
  const platform = await testPlatform({ settings });
  const app = await createApp(platform, { version: 'test' });
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  afterAll(() => app.close());
  const { key } = await anAdmin(platform);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Stream', address });
  const { id } = (await (await fetch(`${url}/api/v2/workloads/`, { method: 'POST', headers, body })).json()) as {
    id: string;
  };
  const leaving = new AbortController();
  const drip = await fetch(`${url}/api/v2/endpoints/workloads/${id}/drip`, { headers, signal: leaving.signal });
  const reader = drip.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n');
  leaving.abort();
  await vi.waitFor(() => expect(hungUp).toBe(1), { timeout: 30_000 });
  const [sent, received] = [new TransformStream<Uint8Array, Uint8Array>(), [] as string[]];
  const writer = sent.writable.getWriter();
  const echoed = fetch(`${url}/api/v2/endpoints/workloads/${id}/echo`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: sent.readable,
    duplex: 'half',
  } as RequestInit);
  await writer.write(Buffer.from('one'));
  const back = (await echoed).body?.getReader();
  received.push(Buffer.from((await back?.read())?.value ?? []).toString());
  await writer.write(Buffer.from('two'));
  received.push(Buffer.from((await back?.read())?.value ?? []).toString());
  await writer.close();
  expect(received).toEqual(['one', 'two']);
});

describe('what cannot be', () => {
  test.each([
    ['an address inside that is not allowed', { name: 'a', address: 'http://10.0.0.1/' }, 'address'],
    ['the address clouds keep secrets at', { name: 'a', address: 'http://169.254.169.254/' }, 'address'],
    ['no address', { name: 'a' }, 'address'],
    ['another protocol', { name: 'a', address: 'ftp://example.org/' }, 'address'],
    ['a password in the address', { name: 'a', address: 'http://a:b@example.org/' }, 'address'],
    ['no name', { address: 'http://example.org/' }, 'name'],
    ['a container', { name: 'a', address: 'http://example.org/', runtime: {} }, 'runtime'],
  ])('422: %s', async (_, body, place) => {
    for (const { key } of [user, admin]) {
      const answer = await ask('POST /api/v2/workloads/', { key, body });
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].loc).toContain(place);
    }
  });

  test('403: changes by those who may only call; 501: containers', async () => {
    const { id } = await createOne();
    await share(id, 'CONSUMER');
    expect((await ask(`PATCH /api/v2/workloads/${id}`, { key: user.key, body: { name: 'x' } })).status).toBe(403);
    const promoted = await ask(`POST /api/v2/workloads/${id}/promote`, { key: admin.key });
    expect([promoted.status, promoted.body.detail]).toEqual([501, expect.stringContaining('containers')]);
  });

  test('keys of a service are never shown, and do not follow it to another address', async () => {
    const { id } = await createOne({ headers: { 'x-key': 'a secret' } });
    const settings = async () => (await ask(`GET /api/v2/workloads/${id}/settings`, { key: admin.key })).body;
    expect(await settings()).toEqual({ timeoutSeconds: 600, headerNames: ['x-key'] });
    await ask(`PATCH /api/v2/workloads/${id}/settings`, { key: admin.key, body: { timeoutSeconds: 5 } });
    await ask(`PATCH /api/v2/workloads/${id}`, { key: admin.key, body: { address: 'http://127.0.0.1:2/' } });
    expect(await settings()).toEqual({ timeoutSeconds: 5, headerNames: [] });
  });
});
