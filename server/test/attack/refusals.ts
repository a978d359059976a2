import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RouteRecord } from '#platform/http/route.ts';
import type { RawRequest } from './raw-request.ts';

/** A way to be refused before the route has looked at anything; `plain` is refused by nothing but what is unknown. */
export type Refusal = keyof typeof refusals;

const JSON_TYPE = { 'content-type': 'application/json' };
const LONG = 'a'.repeat(9_000);
/** More than any route takes without streaming. */
const HUGE = String(2 ** 40);

const asking = (record: RouteRecord, key: string, unknownId: string) => ({
  method: record.method,
  path: record.path.replace(/\{\w+\*?\}/g, unknownId),
  headers: { authorization: `Bearer ${key}` } as Record<string, string>,
  /** Reads what comes, and would wait for the rest of it. */
  isStream: record.takes === 'form' || record.takes === 'bytes',
});

type Asking = ReturnType<typeof asking>;

const withBody = (
  { headers, isStream: _, ...to }: Asking,
  body: string,
  type: Record<string, string> = JSON_TYPE,
): RawRequest => ({
  ...to,
  headers: { ...headers, ...type, 'content-length': String(Buffer.byteLength(body)) },
  body,
});

/** Larger than what is read at once, so that its end comes late. */
const ROWS = Array.from(
  { length: 5_000 },
  (_, row) => `${row},${(row * 7919) % 10_007},${(row * 104_729) % 9_973}`,
).join('\n');

const BROKEN_OFF = {
  gzip: gzipSync(ROWS).subarray(0, -9),
  deflate: deflateSync(ROWS).subarray(0, -9),
  br: brotliCompressSync(ROWS).subarray(0, -9),
};

function packed({ headers, isStream, ...to }: Asking, encoding: keyof typeof BROKEN_OFF, body = BROKEN_OFF[encoding]) {
  if (!takesBody(to)) return plain({ headers, isStream, ...to });
  const said = { 'content-type': 'text/csv', 'content-encoding': encoding, 'content-length': String(body.length) };
  return { ...to, headers: { ...headers, ...said }, body };
}

const takesBody = ({ method }: Pick<Asking, 'method'>): boolean => method !== 'GET' && method !== 'DELETE';

const plain = ({ isStream, ...to }: Asking): RawRequest =>
  takesBody(to) ? withBody({ ...to, isStream }, '{}') : { ...to, body: '' };

const refusals = {
  plain,
  'a long query': (to: Asking) => plain({ ...to, path: `${to.path}?passthroughColumns=${LONG}` }),
  'a wrong key': (to: Asking) => plain({ ...to, headers: { authorization: 'Bearer nobody' } }),
  'no key': (to: Asking) => plain({ ...to, headers: {} }),
  'a wrong type': (to: Asking) => withBody(to, 'x', { 'content-type': 'image/png' }),
  'broken JSON': (to: Asking) => withBody(to, '{"a":'),
  'a form that is none': (to: Asking) => withBody(to, 'x', { 'content-type': 'multipart/form-data; boundary=y' }),
  'a body that is too long': ({ headers, isStream, ...to }: Asking): RawRequest => ({
    ...to,
    headers: { ...headers, ...JSON_TYPE, 'content-length': HUGE },
    body: '[{"a":1}',
    hangsUp: isStream,
  }),
  'a body that breaks off': ({ headers, isStream: _, ...to }: Asking): RawRequest => ({
    ...to,
    headers: { ...headers, ...JSON_TYPE, 'content-length': '1000' },
    body: '{"a":',
    hangsUp: true,
  }),
  'a form that breaks off': ({ headers, isStream: _, ...to }: Asking): RawRequest => ({
    ...to,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=y', 'content-length': '1000' },
    body: '--y\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n',
    hangsUp: true,
  }),
  'a gzip body that breaks off': (to: Asking) => packed(to, 'gzip'),
  'a deflate body that breaks off': (to: Asking) => packed(to, 'deflate'),
  'a brotli body that breaks off': (to: Asking) => packed(to, 'br'),
  'a brotli body that is none': (to: Asking) => packed(to, 'br', Buffer.from(ROWS)),
  'a caller who does not wait': (to: Asking): RawRequest => ({ ...plain(to), hangsUp: true }),
};

export const REFUSALS = Object.keys(refusals) as readonly Refusal[];

export const attack = (record: RouteRecord, refusal: Refusal, key: string, unknownId: string): RawRequest =>
  refusals[refusal](asking(record, key, unknownId));
