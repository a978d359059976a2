import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBlobs } from './open-blobs.ts';

/**
 * A bucket that answers lists two keys at a time, in the real wire format: the test bucket server used elsewhere cannot
 * continue a list (its tokens need a cipher that current OpenSSL no longer has).
 */
const KEYS = ['a', 'b/c', 'd', 'e', 'f'];
const asked: string[] = [];
const server = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://bucket').searchParams;
  asked.push(query.get('prefix') ?? '');
  const start = Number(query.get('continuation-token') ?? 0);
  const keys = KEYS.slice(start, start + 2).map((key) => `<Contents><Key>here/${key}</Key><Size>1</Size></Contents>`);
  const more = start + 2 < KEYS.length;
  const next = more ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : '';
  response.setHeader('content-type', 'application/xml');
  response.end(
    `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name>` +
      `<IsTruncated>${more}</IsTruncated>${next}${keys.join('')}</ListBucketResult>`,
  );
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('follows a list over all its pages', async () => {
  const { port } = server.address() as AddressInfo;
  const blobs = await openBlobs({ dataDir: '/nowhere', storageUrl: `s3+http://k:s@127.0.0.1:${port}/bucket/here` });
  const found: string[] = [];
  for await (const key of blobs.list('')) found.push(key);
  expect(found).toEqual(KEYS);
  expect(asked).toEqual(['here/', 'here/', 'here/']);
});
