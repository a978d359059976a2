import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testPlatform } from '../../../test/platform.ts';
import { anActor } from '../jobs/jobs.fixtures.ts';
import { createHttp } from './http-server.ts';
import { trustOf } from './origin.ts';
import { somePorts } from './ports.fixtures.ts';
import { collect } from './request-body.ts';
import { routeGroup } from './route.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.0' });

const echo = route.post('/api/v2/things/{thingId}/echo/', 'echo', {
  summary: 'test',
  takes: 'bytes',
  fastPath: true,
  query: z.strictObject({ limit: z.int().optional() }),
  replies: { 200: z.strictObject({ thingId: z.string(), limit: z.int().nullable(), text: z.string() }) },
  handle: async (_ctx, { params, query, stream }) => ({
    thingId: params.thingId,
    limit: query.limit ?? null,
    text: String(await collect(stream, 1000)),
  }),
});

async function serve(settings: Record<string, string> = {}) {
  const platform = await testPlatform({ settings });
  const seen: string[] = [];
  const http = createHttp([echo], {
    platform,
    trusted: trustOf('loopback'),
    checkReplies: true,
    observe: ({ operation, status }) => seen.push(`${operation} ${status}`),
    ports: somePorts({ authenticate: async ({ headers }) => (headers.authorization ? anActor() : null) }),
  });
  let routed = 0;
  http.addHook('onRequest', (_request, _reply, done) => {
    routed++;
    done();
  });
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  afterAll(() => http.close());
  const send = async (path: string, more: RequestInit = {}) => {
    const before = routed;
    const reply = await fetch(url + path, {
      method: 'POST',
      body: 'x',
      headers: { authorization: 'Bearer k' },
      ...more,
    });
    return { status: reply.status, body: await reply.json(), byRouter: routed > before };
  };
  return { send, seen };
}

const id = 'a'.repeat(24);
const plain = await serve();
// Nobody listens there: spans are made all the same.
const traced = await serve({ ALMANAC_OTLP_URL: 'http://127.0.0.1:9' });

test.for([
  ['plain', plain],
  ['with OpenTelemetry', traced],
] as const)('%s: addresses of the fast path do not reach the router, whatever their query', async ([, { send }]) => {
  const body = { thingId: id, limit: null, text: 'x' };
  expect(await send(`/api/v2/things/${id}/echo/`)).toEqual({ status: 200, body, byRouter: false });
  expect(await send(`/api/v2/things/${id}/echo`)).toEqual({ status: 200, body, byRouter: false });
  expect(await send(`/api/v2/things/${id}/echo/?limit=7`)).toEqual({
    status: 200,
    body: { ...body, limit: 7 },
    byRouter: false,
  });
  expect(await send(`/api/v2/things/${id}/echo?limit=x&colour=red`)).toMatchObject({
    status: 422,
    body: { errors: { limit: expect.stringContaining('"x"'), colour: 'colour is not allowed key' } },
    byRouter: false,
  });
});

test('addresses that are not plain go to the router, and to the same pipeline', async () => {
  const { send, seen } = plain;
  seen.length = 0;
  expect(await send(`//api/v2/things/${id}/echo/?limit=7`)).toMatchObject({ status: 200, byRouter: true });
  expect(await send('/api/v2/things/other/echo/')).toMatchObject({ body: { thingId: 'other' }, byRouter: true });
  expect(await send(`/api/v2/things/${id}/echo/`, { headers: {} })).toMatchObject({ status: 401, byRouter: false });
  expect(await send(`/api/v2/things/${id}/echo/`, { method: 'PUT' })).toMatchObject({ status: 405, byRouter: true });
  expect(seen).toEqual(['echo 200', 'echo 200', 'echo 401', 'none 405']);
});
