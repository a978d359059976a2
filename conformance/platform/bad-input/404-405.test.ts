import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { sendRaw } from '../../support/raw-socket.ts';

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

test.each(['OPTIONS', 'HEAD'])('%s where it is not taken is 405 as well', async (method) => {
  const answer = await call(method, '/api/v2/session/');
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST, DELETE');
});

test('HEAD is taken wherever GET is', async () => {
  const answer = await call('HEAD', '/api/v2/version/');
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect((await call('HEAD', '/api/v2/version/', { key: null })).status).toBe(401);
});

test.each(['TRACE', 'PROPFIND', 'FOO'])('the method %s is refused with a message', async (method) => {
  const answer = await sendRaw(`${method} /api/v2/version/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.text).toContain('"message"');
});
