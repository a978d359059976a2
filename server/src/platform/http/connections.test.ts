import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testPlatform } from '../../../test/platform.ts';
import { beginUpload } from '../../../test/uploader.ts';
import { eventually } from '../jobs/jobs.fixtures.ts';
import { createHttp } from './http-server.ts';
import { trustOf } from './origin.ts';
import { somePorts } from './ports.fixtures.ts';
import { routeGroup } from './route.ts';

const platform = await testPlatform({ settings: { ALMANAC_BODY_SILENCE_SECONDS: '1' } });
const route = routeGroup({ part: 'platform', added: 'v2.0' });
const base = { summary: 'test', replies: { 200: z.unknown() } } as const;
const http = createHttp(
  [
    route.post('/api/v2/refused/', 'refused', {
      ...base,
      takes: 'form',
      handle: () => ({}),
    }),
    route.post('/api/v2/taken/', 'taken', {
      ...base,
      access: 'public',
      takes: 'form',
      handle: () => ({}),
    }),
  ],
  {
    platform,
    trusted: trustOf('loopback'),
    checkReplies: true,
    ports: somePorts(),
  },
);
const url = await http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => http.close());

const connections = promisify(http.server.getConnections.bind(http.server));
const opened = async (): Promise<Socket> => {
  const socket = connect({ port: Number(new URL(url).port), allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
};

/** Without closing: what `text` does at the end. */
async function read(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  return Buffer.concat(chunks).toString();
}

test('a client that goes on sending after a refusal reads it, and is then cut off', { timeout: 60_000 }, async () => {
  const socket = await beginUpload(url, 'POST /api/v2/refused/', 'wrong', 'part');
  const answer = read(socket);
  const piece = Buffer.alloc(1024 ** 2);
  const sendOn = () => socket.writable && socket.write(piece, sendOn);
  sendOn();
  expect(await answer).toMatch(/^HTTP\/1\.1 401[\s\S]*connection: close[\s\S]*"code":"http.no_credentials"/i);
  await eventually(async () => (await connections()) === 0);
  expect(socket.bytesWritten).toBeGreaterThan(10 * 1024 ** 2);
});

test('a client that neither sends nor leaves after a refusal is cut off', { timeout: 60_000 }, async () => {
  const socket = await beginUpload(url, 'POST /api/v2/refused/', 'wrong', 'part');
  expect(await read(socket)).toMatch(/^HTTP\/1\.1 401/);
  await eventually(async () => (await connections()) === 0);
});

test('a small body that nobody wants does not cost the connection', async () => {
  const socket = await opened();
  const answers: string[] = [];
  socket.on('data', (chunk) => answers.push(String(chunk)));
  for (const number of [1, 2]) {
    socket.write('POST /api/v2/refused/ HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n');
    socket.write('12345');
    await eventually(async () => answers.join('').match(/HTTP\/1\.1 401/g)?.length === number);
  }
  expect(answers.join('')).not.toMatch(/connection: close/i);
  socket.destroy();
});

test('408: an upload that falls silent is refused, and leaves nothing', { timeout: 60_000 }, async () => {
  const socket = await beginUpload(url, 'POST /api/v2/taken/', 'any', 'second part');
  expect(await read(socket)).toMatch(/^HTTP\/1\.1 408[\s\S]*did not arrive within 1 seconds/);
  const left: string[] = [];
  for await (const key of platform.blobs.list('incoming/')) left.push(key);
  expect(left).toEqual([]);
});

test('400: a body whose chunks are not valid is refused, and its request ends', { timeout: 60_000 }, async () => {
  const socket = await opened();
  socket.write('POST /api/v2/taken/ HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n');
  socket.write('transfer-encoding: chunked\r\n\r\n5\r\n--b\r\n\r\nno length\r\n');
  expect(await read(socket)).toMatch(/^HTTP\/1\.1 400/);
  await eventually(async () => (await connections()) === 0);
});
