import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RouteRecord } from '#platform/http/route.ts';
import { openApiDocument } from '#platform/openapi/document.ts';
import { createApp } from '../src/app.ts';
import { testPlatform } from './platform.ts';

const platform = await testPlatform({ settings: { ALMANAC_UPGRADED: 'true' } });
const app = await createApp(platform, { version: 'test' });
afterAll(() => app.close());
const { createUser, newSecretText } = await import('#accounts');
const key = newSecretText('key');
await createUser(platform, { username: 'ada', password: 'correct horse', apiKey: { name: 'first', key } });

type Json = Record<string, unknown>;
const published = JSON.parse(JSON.stringify(openApiDocument(app.routes, 'test', '2.43'))) as {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Json }> }>>;
  components: { schemas: Record<string, Json> };
};

const readable = (schema: Json | undefined): z.ZodType =>
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);

/** What the document says a refusal with this status looks like. */
function schemaFor({ path, method }: RouteRecord, status: number): z.ZodType {
  const responses = published.paths[path.replace('*}', '}')]?.[method.toLowerCase()]?.responses ?? {};
  const response = responses[status] ?? responses[`${String(status)[0]}XX`];
  const content = response?.content?.['application/json'] as { schema: Json & { $ref?: string } } | undefined;
  const name = content?.schema.$ref?.split('/').at(-1);
  return readable(name === undefined ? content?.schema : published.components.schemas[name]);
}

const addressOf = ({ path }: RouteRecord): string => path.replace(/\{[^}]+\}/g, () => '65f0000000000000000000ff');

async function call(record: RouteRecord, more: { headers?: Record<string, string>; payload?: string } = {}) {
  const reply = await app.http.inject({ method: record.method, url: addressOf(record), ...more });
  return { status: reply.statusCode, type: reply.headers['content-type'], body: reply.body };
}

const authorization = `Bearer ${key}`;
const WRONG = [
  { headers: { authorization: 'Bearer wrong' } },
  { headers: { authorization, 'content-type': 'application/json' }, payload: '{"no such field": 1}' },
  { headers: { authorization, 'content-type': 'application/json' }, payload: '{' },
  { headers: { authorization, 'content-type': 'application/x-nothing' }, payload: 'x' },
  { headers: { authorization } },
];

/** Routes that refuse nothing: they take no credentials and no input. */
const OPEN = /^\/(docs|healthz|livez|readyz|metrics|api\/v2\/(openapi\.json|version\/?|ping\/?))/;
/** What the caller has done to one request is of no use to the next. */
const ENDS_SOMETHING = /session|api_token|account\/password/;

test('the published schema of every route is that of its refusals', async () => {
  const wrong: string[] = [];
  let silent = 0;
  for (const record of app.routes.filter(({ path }) => !OPEN.test(path))) {
    let refused = 0;
    for (const sent of WRONG) {
      if (ENDS_SOMETHING.test(record.path) && sent.headers.authorization === authorization) continue;
      const { status, type, body } = await call(record, sent);
      if (status < 400) continue;
      refused++;
      const line = `${record.method} ${record.path}: ${status} ${type} ${body}`;
      if (type !== 'application/json' || !schemaFor(record, status).safeParse(JSON.parse(body)).success)
        wrong.push(line);
    }
    if (refused === 0) silent++;
  }
  expect(wrong).toEqual([]);
  expect(silent).toBeLessThan(10);
});

const styled = (style: RouteRecord['errors']) => app.routes.filter(({ errors }) => errors === style);
/** Chat completions say 400 to a wrong body, as OpenAI does. */
const STYLES = [
  ['detail', 'detail', [401, 404, 405, 413, 415, 422]],
  ['openai', 'error', [401, 400, 405, 413, 400, 400]],
] as const;

describe.each(STYLES)('a route whose refusals are of the style %s', (style, field, expected) => {
  const own = styled(style);
  const taking = own.find(({ method, takes }) => method === 'POST' && takes !== 'bytes') ?? own[0];
  const record = (style === 'openai' ? own.find(({ method }) => method === 'POST') : taking) as RouteRecord;

  test('keeps it for no key, nothing there, the wrong method, too much, the wrong type and wrong fields', async () => {
    const json = { authorization, 'content-type': 'application/json' };
    const large = JSON.stringify({ name: 'x'.repeat(70 * 1024 * 1024) });
    const answers = [
      await call(record, { headers: {} }),
      await call(own.find(({ path }) => path.endsWith('Id}/')) ?? record, { headers: { authorization } }),
      await call({ ...record, method: 'PUT' }, { headers: json }),
      await call(record, { headers: json, payload: large }),
      await call(record, { headers: { ...json, 'content-type': 'text/html' }, payload: '<p>' }),
      await call(record, { headers: json, payload: '{"no such field": 1}' }),
    ];
    for (const { status, body } of answers) {
      expect([status >= 400, Object.keys(JSON.parse(body))[0]]).toEqual([true, field]);
    }
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });
});

test('what reaches no route is refused with Problem: an unknown path, an address too long, what is not HTTP', async () => {
  const problem = readable(published.components.schemas.Problem);
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  for (const path of [
    '/api/v2/genai/nothing/',
    `/api/v2/genai/playgrounds/${'x'.repeat(2000)}/`,
    '/api/v2/genai/%zz',
  ]) {
    const reply = await fetch(`${url}${path}`, { headers: { authorization } });
    expect([reply.status >= 400, problem.safeParse(await reply.json()).success]).toEqual([true, true]);
  }
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end('NOT HTTP\r\n\r\n');
  const [, body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(problem.safeParse(JSON.parse(body)).success).toBe(true);
});

test('503, while the database is away, in the words of the route', async () => {
  const gone = await testPlatform();
  const other = await createApp(gone, { version: 'test' });
  await gone.db.pool.end();
  const [detail] = styled('detail');
  for (const record of [
    detail as RouteRecord,
    app.routes.find(({ errors, access }) => !errors && access === 'account') as RouteRecord,
  ]) {
    const reply = await other.http.inject({
      method: record.method,
      url: addressOf(record),
      headers: { authorization },
    });
    expect(reply.statusCode).toBeGreaterThanOrEqual(500);
    expect(schemaFor(record, reply.statusCode).safeParse(reply.json()).success).toBe(true);
  }
});
