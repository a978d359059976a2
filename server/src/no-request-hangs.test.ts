import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { servedApp } from '../test/served-app.ts';

const app = await servedApp({ settings: { ALMANAC_BODY_SILENCE_SECONDS: '2' } });
const url = await app.listen();
const { key } = await app.person({ role: 'admin' });

const TYPES = [
  undefined,
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'text/csv',
  'application/octet-stream',
  'no type',
] as const;
type Body = 'none' | 'empty' | 'some' | 'gzip' | 'chunked' | 'after 100' | 'too short' | 'without end';

/** Far longer than a body may be silent here, and shorter than what JSON has in all. */
const PATIENCE_MS = 45_000;
const AT_ONCE = 24;

const isUnfinished = (body: Body) => body === 'too short' || body === 'without end';

interface Line {
  readonly method: string;
  readonly path: string;
}

const ids = (path: string) => path.replace(/\{\w+\*?\}/g, newId());
const lines: Line[] = app.routes.flatMap(({ method, path }) =>
  (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => ({ method: each, path: ids(path) })),
);
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** The status, or a sentence when none came. */
function statusOf({ method, path }: Line, type: string | undefined, body: Body): Promise<number | string> {
  const text = type === 'application/json' ? '{"name":"x"}' : 'name=x';
  const length = { none: undefined, empty: 0, some: text.length, 'after 100': text.length, 'too short': 1000 } as const;
  const declared = length[body as keyof typeof length];
  const headers: Record<string, string | number> = {
    authorization: `Bearer ${key}`,
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(declared === undefined ? {} : { 'content-length': declared }),
    ...(body === 'gzip' ? { 'content-encoding': 'gzip', 'content-length': gzipSync(text).length } : {}),
    ...(['chunked', 'without end'].includes(body) ? { 'transfer-encoding': 'chunked' } : {}),
    ...(body === 'after 100' ? { expect: '100-continue' } : {}),
  };
  return new Promise((resolve) => {
    const call = request(`${url}${path}`, { method, headers, ...(isUnfinished(body) ? { agent: false } : { agent }) });
    const timer = setTimeout(() => {
      resolve('no answer');
      call.destroy();
    }, PATIENCE_MS);
    const settle = (outcome: number | string) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    call.on('response', (answer) => {
      answer.resume();
      answer.once('error', () => settle('broken answer'));
      answer.once('end', () => settle(answer.statusCode ?? 0));
    });
    call.on('error', (error) => settle(error.message));
    // Node would say that it is empty.
    if (body === 'none') for (const name of ['content-length', 'transfer-encoding']) call.removeHeader(name);
    if (body === 'gzip') call.end(gzipSync(text));
    else if (isUnfinished(body)) call.write(text);
    else if (body === 'none' || body === 'empty') call.end();
    else if (body === 'after 100') call.on('continue', () => call.end(text));
    else call.end(text);
  });
}

async function wrongOf(cases: readonly (readonly [Line, string | undefined, Body])[], atOnce: number) {
  const wrong: (number | string)[] = [];
  const left = [...cases];
  const client = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const status = await statusOf(...next);
      const [{ method, path }, type, body] = next;
      // Waiting for a body that has come whole is hanging too, only shorter.
      const isWrong = status === 500 || (status === 408 && !isUnfinished(body));
      if (typeof status === 'string' || isWrong) wrong.push(`${status} ${method} ${path}, ${type}, body: ${body}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return wrong;
}

const everyOf = (some: readonly Line[], bodies: readonly Body[], types: readonly (string | undefined)[]) =>
  some.flatMap((line) => types.flatMap((type) => bodies.map((body) => [line, type, body] as const)));

/** Bodies of GET and HEAD are looked at by hardly anybody: one type will do. */
const every = (bodies: readonly Body[], types: readonly (string | undefined)[]) => [
  ...everyOf(
    lines.filter(({ method }) => method !== 'GET' && method !== 'HEAD'),
    bodies,
    types,
  ),
  ...everyOf(
    lines.filter(({ method }) => method === 'GET' || method === 'HEAD'),
    bodies.slice(-1),
    types.slice(-1),
  ),
];

test('every route answers, whatever type is said of whatever body', { timeout: 300_000 }, async () => {
  expect(await wrongOf(every(['none', 'empty', 'some', 'chunked'], TYPES), AT_ONCE)).toEqual([]);
});

test('every route answers encoded and announced bodies', { timeout: 300_000 }, async () => {
  expect(await wrongOf(every(['gzip', 'after 100'], ['application/json', 'text/csv']), AT_ONCE)).toEqual([]);
});

test('every route answers a body that never ends', { timeout: 300_000 }, async () => {
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'text/csv',
  ];
  expect(await wrongOf(every(['too short', 'without end'], types), 300)).toEqual([]);
});
