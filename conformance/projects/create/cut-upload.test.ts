import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, inject, test } from 'vitest';
import { call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { shopsCsv, uploadProject } from '../shops.ts';

let key: string;
beforeAll(async () => {
  key = (await aPerson()).token;
});

const EDGE = 'edge-of-the-form';
const form = `--${EDGE}\r\nContent-Disposition: form-data; name="projectName"\r\n\r\nCut\r\n--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="sales.csv"\r\n\r\n`;

/** Sends the head of a request, a part of its body, and hangs up. */
async function hangUp(path: string, body: string, length: number): Promise<void> {
  const { hostname, port, host } = new URL(inject('target').url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${key}`,
    `Content-Type: multipart/form-data; boundary=${EDGE}`,
    `Content-Length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  await once(socket, 'close');
}

test('an upload that is cut in the middle leaves nothing behind', async () => {
  const csv = shopsCsv(20, 300);
  const body = form + csv;
  await hangUp('/api/v2/projects/', body.slice(0, body.length / 2), body.length);
  await hangUp('/api/v2/projects/', form.slice(0, 60), body.length);
  // A whole upload that begins and ends after them is the only one there is.
  const { path } = await follow(await uploadProject(shopsCsv(1, 30), 'Whole', { key }), { key });
  expect(path).toBeDefined();
  const listed = await call('GET', '/api/v2/projects/', { key });
  expect(listed.body.map(({ projectName }: { projectName: string }) => projectName)).toEqual(['Whole']);
});

test('400 or 422: a form without its end, a form without a file', async () => {
  const headers = { 'content-type': `multipart/form-data; boundary=${EDGE}` };
  const open = await call('POST', '/api/v2/projects/', { key, headers, body: `${form}a,b\n1,2` });
  expect([400, 422]).toContain(open.status);
  const text = new FormData();
  text.append('projectName', 'Nothing');
  expect((await call('POST', '/api/v2/projects/', { key, body: text })).status).toBe(422);
});
