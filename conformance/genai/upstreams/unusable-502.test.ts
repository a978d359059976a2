import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, inject, test } from 'vitest';
import { call } from '../../support/call.ts';

/** Upstreams of our own, which an administrator adds and which cannot be used. */
const PATH = '/api/v2/genai/llmgw/upstreams/';
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function anUpstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.2');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.2:${(server.address() as AddressInfo).port}/v1/`;
}

const refusesKey: RequestListener = (_, response) => {
  response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"Unknown key"}}');
};
const cutsOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  response.write('{"choices":[', () => response.destroy());
};

test.skipIf(inject('target').llmUrl === null)(
  '502: an upstream that refuses its key, breaks off, or is not there',
  async () => {
    for (const [baseUrl, code] of [
      [await anUpstream(refusesKey), 'upstream_refused_key'],
      [await anUpstream(cutsOff), 'upstream_cut'],
      ['http://127.0.0.2:9/v1/', 'upstream_unreachable'],
    ] as const) {
      const tag = randomBytes(4).toString('hex');
      const models = [{ model: `own/${tag}`, upstreamModel: 'echo', contextSize: 1000, maxCompletionTokens: 100 }];
      const made = await call('POST', PATH, { json: { name: tag, baseUrl, apiKey: 'secret', models } });
      expect(made.status, made.text).toBe(201);
      const json = { model: `own/${tag}`, messages: [{ role: 'user', content: 'hello' }] };
      const { status, body } = await call('POST', '/api/v2/genai/llmgw/chat/completions', { json });
      expect([baseUrl, status, body.error.code, body.error.message]).toEqual([
        ...[baseUrl, 502, code],
        expect.stringMatching(/\w+ \w+/),
      ]);
      await call('DELETE', `${PATH}${made.body.id}/`);
    }
  },
);
