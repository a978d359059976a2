import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { call } from '../../support/call.ts';
import { sendRaw } from '../../support/raw-socket.ts';

const KEYS = '/api/v2/account/apiKeys/';
const json = { 'content-type': 'application/json' };
const post = (body: string | Uint8Array, headers: Record<string, string> = json) =>
  call('POST', KEYS, { body, headers });

test.each([
  ['a cut object', '{"name": "x"'],
  ['text', 'hello'],
  ['a trailing comma', '{"name": "x",}'],
  ['two documents', '{} {}'],
  ['a bare NaN', '{"name": NaN}'],
])('wrong JSON: %s', async (_, body) => {
  const answer = await post(body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain('JSON');
  expect(answer.headers.get('content-type')).toBe('application/json');
});

test('nesting deeper than anything real', async () => {
  const answer = await post('['.repeat(50_000) + ']'.repeat(50_000));
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(/nest|deep/i);
});

test('bytes that are not UTF-8', async () => {
  const answer = await post(Buffer.concat([Buffer.from('{"name": "'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]));
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(/UTF-8/i);
});

test('a body that is not the gzip it says it is', async () => {
  const answer = await post('{"name": "x"}', { ...json, 'content-encoding': 'gzip' });
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain('Content-Encoding');
});

test('a real gzip body is read', async () => {
  const answer = await post(gzipSync(JSON.stringify({ name: `gzip ${Date.now()}` })), {
    ...json,
    'content-encoding': 'gzip',
  });
  expect(answer.status).toBe(201);
});

test('a multipart form without its boundary, and one cut in the middle', async () => {
  const without = await post('x', { 'content-type': 'multipart/form-data' });
  expect(without.status).toBe(400);
  const cut = await post('--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx', {
    'content-type': 'multipart/form-data; boundary=b',
  });
  expect(cut.status).toBe(400);
  expect(cut.body.message).toContain('multipart');
});

test('form fields that are not UTF-8', async () => {
  const encoded = await post('name=%ff%fe', { 'content-type': 'application/x-www-form-urlencoded' });
  expect(encoded.status).toBe(400);
  expect(encoded.body.message).toMatch(/UTF-8/i);
});

test('an address that cannot be decoded', async () => {
  const answer = await sendRaw('GET /api/v2/status/%E0%A4%A/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('"message"');
});

test('not HTTP at all', async () => {
  const answer = await sendRaw('\x16\x03\x01 hello\r\n\r\n');
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('content-type: application/json');
});

test('headers without end', async () => {
  const answer = await sendRaw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`);
  expect(answer.status).toBe(431);
});

test('the server is well after all that', async () => {
  expect((await fetch(`${inject('target').url}/readyz`)).status).toBe(200);
});
