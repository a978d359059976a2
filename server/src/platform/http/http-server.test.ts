import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testPlatform } from '../../../test/platform.ts';
import type { Actor } from './actor.ts';
import { createHttp } from './http-server.ts';
import { trustOf } from './origin.ts';
import { somePorts } from './ports.fixtures.ts';
import { accepted, created, noContent } from './reply.ts';
import { type RouteRecord, routeGroup } from './route.ts';

const platform = await testPlatform({ settings: { ALMANAC_MAX_UPLOAD_BYTES: '5000000' } });
const kept: string[] = [];

const route = routeGroup({ part: 'platform', added: 'v2.0' });
const summary = 'test';
const routes: readonly RouteRecord[] = [
  route.post('/api/v2/uploads/', 'upload', {
    summary,
    access: 'public',
    takes: 'form',
    body: z.strictObject({ projectName: z.string().optional(), count: z.int().optional() }),
    replies: { 202: z.looseObject({}) },
    refusals: { 413: ['http.too_large'] },
    handle: async (ctx, { form, body }) => {
      const [file] = form.files;
      if (body.projectName === 'refused') throw new Error('after the upload');
      if (file && body.projectName === 'kept') {
        await ctx.blobs.move(file.blobKey, 'kept/file');
        kept.push('kept/file');
      }
      return accepted('some-id', { bytes: file?.bytes, filename: file?.filename, ...body });
    },
  }),
  route.post('/api/v2/exact/{id}/', 'exact', {
    summary,
    access: 'public',
    body: z.strictObject({ limit: z.union([z.int(), z.bigint()]) }),
    replies: { 201: z.looseObject({}) },
    handle: (_ctx, { params, body }) => created(`/api/v2/exact/${params.id}/`, { id: params.id, limit: body.limit }),
  }),
  route.get('/api/v2/old/', 'old', {
    summary,
    history: { added: 'v2.0', deprecated: { since: 'v2.1', replacedBy: 'GET /api/v2/new/' } },
    replies: { 204: null },
    handle: () => noContent(),
  }),
  route.get('/api/v2/wrong/', 'wrong', {
    summary,
    access: 'public',
    replies: { 200: z.strictObject({ name: z.string() }) },
    handle: () => ({ name: 5 }),
  }),
];

const ada: Actor = {
  userId: 'a'.repeat(24),
  username: 'ada',
  organizationId: 'b'.repeat(24),
  role: 'user',
  permissions: new Set(),
  accountCreatedAt: new Date(0),
  via: 'key',
};
const used: string[] = [];
const http = createHttp(routes, {
  platform,
  trusted: trustOf('loopback'),
  checkReplies: true,
  ports: somePorts({
    authenticate: async ({ headers }) => (headers.authorization ? ada : null),
    deprecatedUse: (use) => used.push(`${use.actor.username} ${use.request}`),
  }),
});
const url = await http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => http.close());

const incoming = async () => {
  const keys: string[] = [];
  for await (const key of platform.blobs.list('incoming/')) keys.push(key);
  return keys;
};

function upload(name: string, bytes: Buffer): Promise<Response> {
  const form = new FormData();
  form.set('projectName', name);
  form.set('count', '3');
  form.set('file', new Blob([new Uint8Array(bytes)]), 'sales data.csv');
  return fetch(`${url}/api/v2/uploads/`, { method: 'POST', body: form });
}

test('a file goes to the store; a handler that keeps it moves it, else it is deleted', async () => {
  const bytes = randomBytes(1_000_000);
  const reply = await upload('kept', bytes);
  expect(reply.status).toBe(202);
  expect(reply.headers.get('location')).toBe(`${url}/api/v2/status/some-id/`);
  const said = { bytes: 1_000_000, filename: 'sales data.csv', projectName: 'kept', count: 3, statusId: 'some-id' };
  expect(await reply.json()).toEqual(said);
  expect(await platform.blobs.size('kept/file')).toBe(1_000_000);
  await upload('dropped', bytes);
  expect(await incoming()).toEqual([]);
});

test('nothing is left of an upload whose handler failed, whose field was wrong, or that was too large', async () => {
  expect((await upload('refused', randomBytes(1000))).status).toBe(500);
  const form = new FormData();
  form.set('file', new Blob(['x']), 'x.csv');
  form.set('colour', 'red');
  expect((await fetch(`${url}/api/v2/uploads/`, { method: 'POST', body: form })).status).toBe(422);
  const large = await upload('large', Buffer.alloc(6_000_000));
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ message: expect.stringContaining('5000000') });
  expect(await incoming()).toEqual([]);
});

test('64-bit integers come back digit for digit', async () => {
  const body = '{"limit":9223372036854775807}';
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/api/v2/exact/q1`, { method: 'POST', headers, body });
  expect(await reply.text()).toBe('{"id":"q1","limit":9223372036854775807}');
});

test('a deprecated route says so and its use is told once the answer is sent', async () => {
  const reply = await fetch(`${url}/api/v2/old/?`, { headers: { authorization: 'Token x' } });
  expect(reply.status).toBe(204);
  expect(reply.headers.get('deprecation')).toBe('true');
  expect(reply.headers.get('link')).toBe('</api/v2/new/>; rel="successor-version"');
  await expect.poll(() => used).toEqual(['ada GET /api/v2/old/?']);
  expect((await fetch(`${url}/api/v2/old/`)).status).toBe(401);
});

test('a reply of the wrong shape is loud where replies are checked, and says nothing of its insides', async () => {
  const reply = await fetch(`${url}/api/v2/wrong/`);
  expect(reply.status).toBe(500);
  const body = (await reply.json()) as { message: string };
  expect(body.message).toContain(reply.headers.get('x-request-id'));
  expect(body.message).not.toMatch(/zod|string|name/i);
});

test('what was kept can be read back whole', async () => {
  expect(kept).toEqual(['kept/file']);
  expect((await text(await platform.blobs.read('kept/file'))).length).toBeGreaterThan(0);
});

test('an encoding named without a body is nothing; a broken body that nobody reads ends nothing but its request', async () => {
  const encoded = { authorization: 'Token x', 'content-encoding': 'gzip' };
  expect((await fetch(`${url}/api/v2/old/`, { headers: encoded })).status).toBe(204);
  const body = Buffer.from('not gzip at all');
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' };
  expect((await fetch(`${url}/api/v2/nowhere/`, { method: 'POST', headers, body })).status).toBe(404);
  const json = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  expect((await fetch(`${url}/api/v2/exact/q1`, { method: 'POST', headers: json, body })).status).toBe(400);
  expect((await fetch(`${url}/api/v2/old/`, { headers: encoded })).status).toBe(204);
});

test.each(['gzip', 'deflate', 'br'])(
  'a body that is not %s although it says so is refused as the request of its sender',
  async (encoding) => {
    const headers = { 'content-encoding': encoding, 'content-type': 'application/json' };
    const reply = await fetch(`${url}/api/v2/exact/q1`, { method: 'POST', headers, body: '{"limit":1}' });
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('Content-Encoding') },
    ]);
  },
);
