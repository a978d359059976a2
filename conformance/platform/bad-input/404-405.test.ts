import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';

test('an unknown route is 404 with its name, and with JSON', async () => {
  const answer = await call('GET', '/api/v2/nothing/here/');
  expect(answer.status).toBe(404);
  expect(answer.body.message).toContain('GET /api/v2/nothing/here/');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('x-request-id')).toBeTruthy();
});

test('a known path with another method is 405 and says which it takes', async () => {
  const answer = await call('PUT', '/api/v2/version/');
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toContain('GET');
  expect(answer.body.message).toContain('GET');
});

test('a browser that asks for an unknown API route gets JSON, not a page', async () => {
  const answer = await call('GET', '/api/v2/nothing/', { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('application/json');
});
