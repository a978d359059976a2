import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testPlatform } from '../../../test/platform.ts';
import { createHttp } from './http-server.ts';
import { trustOf } from './origin.ts';
import { somePorts } from './ports.fixtures.ts';
import { routeGroup } from './route.ts';

const route = routeGroup({ part: 'platform', added: 'v2.0' });

const platform = await testPlatform();
const echo = route.post('/api/v2/echo/', 'echo', {
  summary: 'test',
  access: 'public',
  body: z.strictObject({ name: z.string() }),
  replies: { 200: z.strictObject({ name: z.string() }) },
  handle: (_ctx, { body }) => ({ name: body.name }),
});
const http = createHttp([echo], {
  platform,
  trusted: trustOf('loopback'),
  checkReplies: true,
  ports: somePorts(),
});
const url = await http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => http.close());

const MB = 1024 * 1024;

async function send(body: FormData | URLSearchParams | string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}/api/v2/echo/`, { method: 'POST', body, headers });
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Record<string, unknown> };
}

function form(...fields: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

test('200: fields of a form are taken where JSON is documented', async () => {
  expect((await send(form(['name', 'é']))).body).toEqual({ name: 'é' });
  expect((await send(new URLSearchParams({ name: 'é' }))).body).toEqual({ name: 'é' });
});

test.each(['constructor', '__proto__', 'toString'])('422: the unknown field %s is named', async (name) => {
  const encodings = [
    form(['name', 'x'], [name, '1']),
    new URLSearchParams([
      ['name', 'x'],
      [name, '1'],
    ]),
  ];
  for (const body of encodings) {
    const answer = await send(body);
    expect(answer.status).toBe(422);
    expect(Object.entries(answer.body.errors ?? {})).toEqual([[name, `${name} is not allowed key`]]);
  }
});

test('422: a file, even an empty one, where none is taken', async () => {
  for (const bytes of ['', 'a,b\n']) {
    const data = form(['name', 'x']);
    data.set('file', new Blob([bytes]), 'data.csv');
    const answer = await send(data);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {})).toEqual(['file']);
  }
});

test('413: many fields together are as small as one JSON body', async () => {
  const answer = await send(
    form(...Array.from({ length: 4 }, (_, at): [string, string] => [`f${at}`, 'x'.repeat(3 * MB)])),
  );
  expect(answer.status).toBe(413);
  expect(answer.headers.get('connection')).toBe('close');
});

test('400: fields that are not UTF-8', async () => {
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await send('name=%ff%fe', urlencoded)).status).toBe(400);
  const bytes = Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="name"\r\n\r\n'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const reply = await fetch(`${url}/api/v2/echo/`, { method: 'POST', body: bytes, headers });
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ message: expect.stringContaining('UTF-8') });
});

test('400: more fields than anybody needs', async () => {
  const many = Array.from({ length: 1001 }, (): [string, string] => ['name', 'x']);
  expect((await send(form(...many))).status).toBe(400);
});

test('415: a type that only begins like JSON; 200: JSON in any case', async () => {
  expect((await send('{"name":"x"}', { 'content-type': 'application/jsonp' })).status).toBe(415);
  expect((await send('{"name":"x"}', { 'content-type': 'Application/JSON; charset=UTF-8' })).status).toBe(200);
  expect((await send('{"name":"x"}', { 'content-type': 'application/merge-patch+json' })).status).toBe(200);
});

test.each(['HEAD', 'OPTIONS', 'GET', 'DELETE'])('405: %s on a path that takes POST', async (method) => {
  const reply = await fetch(`${url}/api/v2/echo/`, { method });
  expect(reply.status).toBe(405);
  expect(reply.headers.get('allow')).toBe('POST');
});
