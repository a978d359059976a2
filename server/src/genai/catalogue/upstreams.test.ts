import { afterAll, expect, test } from 'vitest';
import { startLlm } from '../../../../conformance/providers/llm/llm.ts';
import { genaiApp } from '../genai.fixtures.ts';

const { url, llm: first, platform, person, chat } = await genaiApp({ ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' });
const second = await startLlm();
afterAll(() => second.close());
const UPSTREAMS = '/api/v2/genai/llmgw/upstreams/';
const boss = await person({ role: 'admin' });

async function ask(line: string, key: string, body?: object) {
  const [method = '', path = ''] = line.split(' ');
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, text, body: text === '' ? null : JSON.parse(text) };
}

let made = 0;
const upstream = (more: object = {}) => ({
  name: `Provider ${++made}`,
  baseUrl: second.url,
  apiKey: 'sk-secret-of-the-provider',
  models: [{ model: `p${made}/small`, upstreamModel: 'echo' }],
  ...more,
});
const create = (more: object = {}, key = boss.key) => ask(`POST ${UPSTREAMS}`, key, upstream(more));
const question = (model: string) => ({ model, messages: [{ role: 'user', content: 'hello' }] });

test('several: each is called with its own key and name of the model; no answer and no row holds a key', async () => {
  const { status, text, body } = await create({ models: [{ model: 'mine/large', upstreamModel: 'echo-2026' }] });
  expect([status, body.hasApiKey]).toEqual([201, true]);
  const { key } = await person();
  expect((await chat(key, question('mine/large'))).status).toBe(200);
  expect(second.calls.at(-1)).toMatchObject({ authorization: 'Bearer sk-secret-of-the-provider' });
  expect(JSON.parse(second.calls.at(-1)?.body ?? '').model).toBe('echo-2026');
  expect((await chat(key, question('fake/echo'))).status).toBe(200);
  expect(first.calls.at(-1)).toMatchObject({ authorization: 'Bearer upstream-key' });
  const shown = [
    text,
    (await ask(`GET ${UPSTREAMS}`, boss.key)).text,
    (await ask(`GET ${UPSTREAMS}${body.id}/`, boss.key)).text,
  ];
  const { rows } = await platform.db.pool.query('SELECT genai_upstreams::text AS said FROM genai_upstreams');
  for (const said of [...shown, ...rows.map((row) => row.said)]) expect(said).not.toContain('sk-secret');
});

test('a key is changed, taken away, and does not follow its upstream to another host', async () => {
  const { body } = await create();
  const one = `${UPSTREAMS}${body.id}/`;
  const [{ model }] = body.models;
  const used = async () => {
    expect((await chat(boss.key, question(model))).status).toBe(200);
    return second.calls.at(-1)?.authorization;
  };
  await ask(`PATCH ${one}`, boss.key, { apiKey: 'sk-other' });
  expect(await used()).toBe('Bearer sk-other');
  const moved = await ask(`PATCH ${one}`, boss.key, { baseUrl: first.url });
  expect([moved.status, moved.body.detail[0].loc]).toEqual([422, ['body', 'apiKey']]);
  expect((await ask(`PATCH ${one}`, boss.key, { baseUrl: `${second.url}/` })).status).toBe(200);
  expect(await used()).toBe('Bearer sk-other');
  expect((await ask(`PATCH ${one}`, boss.key, { apiKey: null })).body.hasApiKey).toBe(false);
  expect(await used()).toBe('');
  expect((await ask(`PATCH ${one}`, boss.key, { baseUrl: first.url })).status).toBe(200);
  expect((await ask(`PATCH ${one}`, boss.key, { baseUrl: second.url, apiKey: 'sk-third' })).status).toBe(200);
  expect(await used()).toBe('Bearer sk-third');
});

test('404, 403: what one organization added, no other can call, list or change; nor can its own people change it', async () => {
  const { body } = await create();
  const outsider = await person({ organization: 'Elsewhere', role: 'admin' });
  const [{ model }] = body.models;
  expect((await chat(outsider.key, question(model))).status).toBe(404);
  expect((await ask('GET /api/v2/genai/llmgw/catalog/', outsider.key)).text).not.toContain(model);
  for (const method of ['GET', 'PATCH', 'DELETE'])
    expect(
      (await ask(`${method} ${UPSTREAMS}${body.id}/`, outsider.key, method === 'PATCH' ? {} : undefined)).status,
    ).toBe(404);
  const { key } = await person();
  for (const line of [`GET ${UPSTREAMS}`, `DELETE ${UPSTREAMS}${body.id}/`])
    expect((await ask(line, key)).status).toBe(403);
  expect((await create({}, key)).status).toBe(403);
});

test.each([
  'http://169.254.169.254/v1',
  'http://[::ffff:169.254.169.254]/v1',
  'http://100.100.100.200/v1',
  'http://0.0.0.0/v1',
  'ftp://models.example.com/v1',
  'http://name:password@models.example.com/v1',
  'http://models.example.com/v1?key=1',
  'models.example.com',
])('422: %s is no address of an upstream', async (baseUrl) => {
  const { status, body } = await create({ baseUrl });
  expect([status, body.detail[0].loc]).toEqual([422, ['body', 'baseUrl']]);
});

test('409: of many made at once, one takes the id', async () => {
  const models = [{ model: 'contested/model' }];
  const tried = await Promise.all(Array.from({ length: 6 }, () => create({ models })));
  expect(tried.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await create({ models: [{ model: 'fake/echo' }] })).status).toBe(409);
});

test('one that is switched off or deleted is gone from the catalog and from the gateway', async () => {
  const { body } = await create();
  const one = `${UPSTREAMS}${body.id}/`;
  const [{ model }] = body.models;
  await ask(`PATCH ${one}`, boss.key, { isActive: false });
  expect((await chat(boss.key, question(model))).status).toBe(404);
  await ask(`PATCH ${one}`, boss.key, { isActive: true });
  expect((await chat(boss.key, question(model))).status).toBe(200);
  expect((await ask(`DELETE ${one}`, boss.key)).status).toBe(204);
  expect((await chat(boss.key, question(model))).status).toBe(404);
});
