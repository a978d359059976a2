import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { type FetchOptions, guardedFetch } from './guarded-fetch.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serving(listener: RequestListener, host = '127.0.0.1') {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, host, ready));
  return (server.address() as AddressInfo).port;
}

const LIMITS = { bytes: 1000, seconds: 20, redirects: 3 };
const options = (more: Partial<FetchOptions> = {}): FetchOptions => ({ limits: LIMITS, allowHosts: [], ...more });
const refusal = (url: string, more: Partial<FetchOptions> = {}) =>
  guardedFetch(url, options(more)).then(
    async ({ stream }) =>
      text(stream).then(
        (body) => `no refusal: ${body}`,
        (error: Error) => error.message,
      ),
    (error: Error) => error.message,
  );

const inside: string[] = [];
const port = await serving((request, response) => {
  inside.push(request.url ?? '');
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
  if (pathname === '/to') return response.writeHead(302, { location: searchParams.get('url') ?? '' }).end();
  if (pathname === '/loop') return response.writeHead(307, { location: '/loop' }).end();
  if (pathname === '/gone') return response.writeHead(404).end('no');
  if (pathname === '/packed') return response.setHeader('content-encoding', 'gzip').end(gzipSync('a,b\n1,2\n'));
  if (pathname === '/bomb') return response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(100_000)));
  if (pathname === '/large') return response.setHeader('content-length', 5000).end(Buffer.alloc(5000));
  if (pathname === '/short')
    return response.writeHead(200, { 'content-length': 500 }).write('a', () => response.destroy());
  if (pathname === '/endless') return endless(response);
  if (pathname === '/silent') return undefined;
  return response.setHeader('content-type', 'text/csv').end('a,b\n1,2\n');
});
function endless(response: Parameters<RequestListener>[1]) {
  const more = () => {
    if (!response.destroyed) response.write(Buffer.alloc(100), () => setImmediate(more));
  };
  more();
}

const here = `127.0.0.1:${port}`;
const ours = { allowHosts: [here] };

test('a file is fetched from a host an administrator allows, under the name it has', async () => {
  const fetched = await guardedFetch(`http://${here}/folder/sales`, options(ours));
  expect(await text(fetched.stream)).toBe('a,b\n1,2\n');
  expect(fetched).toMatchObject({ fileName: 'sales.csv', url: `http://${here}/folder/sales` });
  const packed = await guardedFetch(`http://${here}/packed`, options(ours));
  expect(await text(packed.stream)).toBe('a,b\n1,2\n');
});

test('a redirect is followed, and the file is named after its end', async () => {
  const { stream, fileName, url } = await guardedFetch(`http://${here}/to?url=/end.csv`, options(ours));
  expect([await text(stream), fileName, url]).toEqual(['a,b\n1,2\n', 'end.csv', `http://${here}/end.csv`]);
});

test.each([
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://127.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::1]:${port}/`,
  `http://0.0.0.0:${port}/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1/',
])('%s is refused, straight and after a redirect, and nothing is asked there', async (url) => {
  const before = inside.length;
  expect(await refusal(url)).toContain('is not on the open internet');
  expect(inside).toHaveLength(before);
  const outside = await serving((_request, response) => response.writeHead(301, { location: url }).end());
  expect(await refusal(`http://127.0.0.1:${outside}/`, { allowHosts: [`127.0.0.1:${outside}`] })).toContain(
    'ALMANAC_FETCH_ALLOWED_HOSTS',
  );
  expect(inside).toHaveLength(before);
});

test.each([
  ['file:///etc/passwd', 'begin with file:'],
  ['http://me:pass@127.0.0.1/', 'carries a name or password'],
  ['gopher://127.0.0.1/', 'begin with gopher:'],
  ['http://:80', 'is not a valid URL'],
])('a redirect to %s is refused', async (url, reason) => {
  expect(await refusal(`http://${here}/to?url=${encodeURIComponent(url)}`, ours)).toContain(reason);
});

test('every address of a name is checked, not only the first', async () => {
  const resolve = async () => ['93.184.216.34', '127.0.0.1'];
  expect(await refusal(`http://two-faced.example:${port}/`, { resolve })).toContain('not on the open internet');
  expect(await refusal('http://unknown.example/', { resolve: async () => [] })).toContain('no host unknown.example');
  const failing = async () => Promise.reject(new Error('ENOTFOUND'));
  expect(await refusal('http://unknown.example/', { resolve: failing })).toContain('Check the spelling');
});

test('the connection goes to the address that was checked, though the name changes its mind', async () => {
  const asked: string[] = [];
  const answers = ['127.0.0.1', '127.0.0.2'];
  const resolve = async (host: string) => {
    asked.push(host);
    return [answers.shift() ?? '127.0.0.2'];
  };
  const rebinding = `rebinding.example:${port}`;
  const { stream } = await guardedFetch(`http://${rebinding}/`, options({ allowHosts: ['127.0.0.1/32'], resolve }));
  expect(await text(stream)).toBe('a,b\n1,2\n');
  expect(asked).toEqual(['rebinding.example']);
  // The same name again, on the way: it is looked up and checked again.
  answers.unshift('127.0.0.1');
  const again = await refusal(`http://${rebinding}/to?url=/next`, { allowHosts: ['127.0.0.1/32'], resolve });
  expect(again).toContain('is not on the open internet');
});

test('limits: size said, size sent, size unpacked, redirects', async () => {
  expect(await refusal(`http://${here}/large`, ours)).toContain('more than 1000 bytes');
  expect(await refusal(`http://${here}/endless`, ours)).toContain('more than 1000 bytes');
  expect(await refusal(`http://${here}/bomb`, ours)).toContain('more than 1000 bytes');
  expect(await refusal(`http://${here}/loop`, ours)).toContain('more than 3 times');
});

test('limits: time, whether nothing comes or it never ends', async () => {
  const limits = { bytes: 1e12, seconds: 0.2, redirects: 3 };
  expect(await refusal(`http://${here}/silent`, { ...ours, limits })).toContain('after 0.2 seconds');
  expect(await refusal(`http://${here}/endless`, { ...ours, limits })).toContain('after 0.2 seconds');
});

test('other answers, broken connections and closed ports are told', async () => {
  expect(await refusal(`http://${here}/gone`, ours)).toContain('answered 404');
  expect(await refusal(`http://${here}/short`, ours)).toContain('broke off before the end');
  expect(await refusal('http://127.0.0.1:1/', { allowHosts: ['127.0.0.1'] })).toContain('ECONNREFUSED');
});

test('whoever stops the work stops the fetching, and is not told a story', async () => {
  const stop = new AbortController();
  const { stream } = await guardedFetch(
    `http://${here}/endless`,
    options({ ...ours, signal: stop.signal, limits: { ...LIMITS, bytes: 1e12 } }),
  );
  stream.once('data', () => stop.abort(new Error('stopped')));
  await expect(text(stream)).rejects.toThrow('stopped');
});
