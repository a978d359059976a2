import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';

const routes = [
  ['GET', '/predApi/v1.0/api_token', 'account/apiKeys'],
  ['POST', '/predApi/v1.0/api_token', 'account/apiKeys'],
  ['GET', '/api/v1/api_token', 'account/apiKeys'],
  ['GET', '/api/v1/ping', '/predApi/v1.0/ping'],
  ['POST', '/predApi/v1.0/0123456789abcdef01234567/0123456789abcdef01234567/predict', 'predictions'],
  ['GET', '/api/v1/0123456789abcdef01234567/models', '/api/v2/projects/{projectId}/modelRecords/'],
] as const;

test.each(routes)('a new installation has no %s %s, and says what to use', async (method, path, replacement) => {
  const answer = await call(method, path);
  expect(answer.status).toBe(404);
  expect(answer.body.message).toContain(replacement);
});

test('the current ping is there', async () => {
  expect((await call('GET', '/predApi/v1.0/ping', { key: null })).body).toEqual({ response: 'pong' });
});
