import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../jobs/jobs.fixtures.ts';
import type { Blobs } from './blobs.ts';
import { openBlobs } from './open-blobs.ts';

/** A bucket that knows uploads in parts, in the real wire format: the one used elsewhere cannot list them. */
const uploads = new Map<string, Date>();
let parts = 0;
const xml = (name: string, inside: string) =>
  `<?xml version="1.0"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</${name}>`;
const server = createServer(async (request, response) => {
  for await (const _ of request);
  const query = new URL(request.url ?? '/', 'http://bucket').searchParams;
  const id = query.get('uploadId');
  response.setHeader('content-type', 'application/xml');
  if (request.method === 'DELETE' && id !== null) {
    uploads.delete(id);
    response.writeHead(204).end();
  } else if (request.method === 'PUT' && id !== null) {
    parts += 1;
    response.setHeader('etag', '"part"').end();
  } else if (request.method === 'POST' && query.has('uploads')) {
    uploads.set(`upload-${uploads.size}`, new Date());
    response.end(xml('InitiateMultipartUploadResult', `<UploadId>upload-${uploads.size - 1}</UploadId>`));
  } else if (request.method === 'GET' && query.has('uploads')) {
    const listed = [...uploads].map(
      ([known, at]) =>
        `<Upload><Key>here/k</Key><UploadId>${known}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    );
    response.end(xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${listed.join('')}`));
  } else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const blobs: Blobs = await openBlobs({
  dataDir: '/nowhere',
  storageUrl: `s3+http://k:s@127.0.0.1:${port}/bucket/here`,
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  uploads.clear();
  parts = 0;
});

it('gives up an upload in parts whose content breaks off', async () => {
  const content = new PassThrough();
  const written = blobs.write('k', content);
  for (let megabytes = 0; megabytes < 20; megabytes++) content.write(Buffer.alloc(1024 ** 2));
  await eventually(async () => parts > 0);
  content.destroy(new Error('the client went away'));
  await expect(written).rejects.toThrow('the client went away');
  expect([...uploads.keys()]).toEqual([]);
});

it('gives up uploads that killed processes began more than a day ago, and only those', async () => {
  uploads.set('old', new Date(Date.now() - 26 * 3600 * 1000)).set('young', new Date());
  await blobs.sweep(new Date());
  expect([...uploads.keys()]).toEqual(['young']);
});
