import { request } from 'node:http';
import { expect, inject, test } from 'vitest';
import { call } from '../../support/call.ts';

/** HTTPValidationErrorResponse: where, what, and of which kind. */
const problem = { loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) };

test.each(['llmApiCalls', 'vectorDatabases'])('%s takes no parameters', async (name) => {
  const { status, body } = await call('GET', `/api/v2/genai/userLimits/${name}/?limit=5&offset=0`);
  expect([status, body]).toEqual([422, { detail: [problem, problem] }]);
  expect(body.detail[0].loc).toEqual(['query', 'limit']);
});

test.each(['llmApiCalls', 'vectorDatabases'])('%s takes no body', async (name) => {
  const { url, adminKey } = inject('target');
  const [status, text] = await new Promise<[number, string]>((resolve, reject) => {
    const asked = request(
      `${url}/api/v2/genai/userLimits/${name}/`,
      {
        method: 'GET',
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', 'content-length': 7 },
      },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => resolve([reply.statusCode ?? 0, Buffer.concat(chunks).toString()]));
      },
    );
    asked.on('error', reject);
    asked.end('{"a":1}');
  });
  expect([status, JSON.parse(text)]).toEqual([422, { detail: [problem] }]);
});
