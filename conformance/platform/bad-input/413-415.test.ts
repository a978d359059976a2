import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';

const KEYS = '/api/v2/account/apiKeys/';
const MANY = 11 * 1024 * 1024;

test('a JSON body past the limit is 413 and says the limit', async () => {
  const answer = await call('POST', KEYS, { json: { name: 'x'.repeat(MANY) } });
  expect(answer.status).toBe(413);
  expect(answer.body.message).toMatch(/\d+ bytes/);
});

test('so is a small body that swells when unpacked', async () => {
  const body = gzipSync(JSON.stringify({ name: 'x'.repeat(MANY) }));
  expect(body.length).toBeLessThan(100_000);
  const answer = await call('POST', KEYS, {
    body,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  expect(answer.status).toBe(413);
});

test('a file where no file is taken is refused, not kept', async () => {
  const form = new FormData();
  form.set('name', 'x');
  form.set('file', new Blob(['a,b\n1,2\n']), 'data.csv');
  const answer = await call('POST', KEYS, { body: form });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

test('another content type is 415 and says what to send', async () => {
  const answer = await call('POST', KEYS, { body: '<a/>', headers: { 'content-type': 'application/xml' } });
  expect(answer.status).toBe(415);
  expect(answer.body.message).toContain('application/json');
});

test('another content encoding is 415', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'zstd' };
  expect((await call('POST', KEYS, { body: '{}', headers })).status).toBe(415);
});

test('the fields of a form together are no larger than one JSON body, also before anybody signed in', async () => {
  const form = new FormData();
  for (const name of ['a', 'b', 'c']) form.set(name, 'x'.repeat(3 * 1024 * 1024));
  // A little too much in all: what is left unread is small, so the client can send it before it hears the answer.
  form.set('d', 'x'.repeat(1024 * 1024 + 20_000));
  const answer = await call('POST', '/api/v2/api_token/', { key: null, body: form });
  expect(answer.status).toBe(413);
});

test('a type that only begins like JSON is 415', async () => {
  const headers = { 'content-type': 'application/jsonp' };
  expect((await call('POST', KEYS, { body: '{"name":"x"}', headers })).status).toBe(415);
});
