import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createUser, newSecretText } from '#accounts';
import { newId } from '#platform/ids.ts';
import { testPlatform } from '../../../test/platform.ts';
import { createApp } from '../../app.ts';
import { aDeployment } from './predictions.fixtures.ts';

// Over a real socket: injected requests always pass the router.
const platform = await testPlatform({ settings: { ALMANAC_CHECK_REPLIES: 'true' } });
const app = await createApp(platform, { version: 'test' });
afterAll(() => app.close());

const key = newSecretText('key');
const ada = await createUser(platform, { username: 'ada', password: 'correct horse', apiKey: { name: 'first', key } });
const owner = { id: ada.id, organizationId: ada.organization_id };
const housing = await aDeployment(platform, owner, 'regression');
const asleep = await aDeployment(platform, owner, 'regression', { status: 'inactive' });
const path = (id: string, start = '/predApi/v1.0') => `${start}/deployments/${id}/predictions`;
const GOOD = JSON.stringify([{ size: 100, colour: 'red', rooms: 3 }]);
const JSON_TYPE = { 'content-type': 'application/json' };
const KEY = { authorization: `Bearer ${key}` };

interface Case {
  readonly name: string;
  readonly path?: string;
  /** `chunks`: a good row, its length not said beforehand. */
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
}

const cases: readonly Case[] = [
  { name: 'a row' },
  { name: 'a row under the address of the platform', path: path(housing.id, '/api/v2') },
  { name: 'a row with a slash at the end', path: `${path(housing.id)}/` },
  {
    name: 'CSV in and out',
    body: 'size,colour,rooms\n100,red,3\n',
    headers: { ...KEY, 'content-type': 'text/csv', accept: 'text/csv' },
  },
  { name: 'a wrong cell', body: JSON.stringify([{ size: 'large', colour: 'red', rooms: 3 }]) },
  { name: 'a missing column', body: JSON.stringify([{ colour: 'red' }]) },
  { name: 'no rows', body: '[]' },
  { name: 'broken JSON', body: '[{' },
  { name: 'a type that holds no rows', headers: { ...KEY, 'content-type': 'image/png' } },
  { name: 'no key', headers: JSON_TYPE },
  { name: 'a key that is none', headers: { ...JSON_TYPE, authorization: 'Bearer nobody' } },
  { name: 'another word for Bearer', headers: { ...JSON_TYPE, authorization: `Token ${key}` } },
  { name: 'a deployment that is none', path: path(newId()) },
  { name: 'a deployment that is not active', path: path(asleep.id) },
  { name: 'options in the query', path: `${path(housing.id)}?passthroughColumns=colour&maxExplanations=0` },
  { name: 'an option that is none', path: `${path(housing.id)}/?colour=red` },
  { name: 'a page of another site', headers: { ...KEY, ...JSON_TYPE, origin: 'https://example.com' } },
  { name: 'an encoding that changes nothing', headers: { ...KEY, ...JSON_TYPE, 'content-encoding': 'identity' } },
  { name: 'an encoding that is none', headers: { ...KEY, ...JSON_TYPE, 'content-encoding': 'zip' } },
  { name: 'a compressed body', body: gzipSync(GOOD), headers: { ...KEY, ...JSON_TYPE, 'content-encoding': 'gzip' } },
  { name: 'a body in chunks', body: 'chunks' },
  { name: 'a batch that is none', headers: { ...KEY, ...JSON_TYPE, 'x-datarobot-model-monitoring-batch-id': newId() } },
];

const sendChunked = (text: string) =>
  new ReadableStream({
    start(control) {
      for (const half of [text.slice(0, 9), text.slice(9)]) control.enqueue(Buffer.from(half));
      control.close();
    },
  });

async function ask(
  { path: to = path(housing.id), body = GOOD, headers = { ...KEY, ...JSON_TYPE } }: Case,
  before = '',
) {
  const reply = await fetch(origin + before + to, {
    method: 'POST',
    body: body === 'chunks' ? sendChunked(GOOD) : (body as string),
    headers: { ...headers, 'x-request-id': 'same' },
    duplex: 'half',
  } as RequestInit);
  const shown = Object.fromEntries(reply.headers);
  for (const name of ['date', 'x-datarobot-execution-time', 'x-almanac-overhead-time']) {
    if (shown[name] !== undefined) shown[name] = 'shown';
  }
  return { status: reply.status, headers: shown, body: await reply.text() };
}

/** The router takes a slash more than the fast path does. */
const BY_THE_ROUTER = '/';
let routed = 0;
app.http.addHook('onRequest', (_request, _reply, done) => {
  routed++;
  done();
});
const origin = await app.http.listen({ host: '127.0.0.1', port: 0 });

test.for(cases)('$name: the reply on the fast path is that of the router', async (one) => {
  await ask(one);
  const before = routed;
  const fast = await ask(one);
  expect(routed).toBe(before);
  expect(fast).toEqual(await ask(one, BY_THE_ROUTER));
  expect(routed).toBe(before + 1);
  expect(fast.headers['x-request-id']).toBe('same');
});

test('a key that is revoked is refused at the next request, on a connection that was known', async () => {
  const second = newSecretText('key');
  const bob = await createUser(platform, {
    username: 'bob',
    password: 'correct horse',
    apiKey: { name: 'only', key: second },
  });
  const hers = await aDeployment(platform, { id: bob.id, organizationId: bob.organization_id }, 'regression');
  const one = { name: '', path: path(hers.id), headers: { ...JSON_TYPE, authorization: `Bearer ${second}` } };
  expect((await ask(one)).status).toBe(200);
  const mine = { authorization: `Bearer ${second}` };
  const keys = (await (await fetch(`${origin}/api/v2/account/apiKeys/`, { headers: mine })).json()) as {
    data: { id: string }[];
  };
  const gone = await fetch(`${origin}/api/v2/account/apiKeys/${keys.data[0]?.id}/`, {
    method: 'DELETE',
    headers: mine,
  });
  expect(gone.status).toBe(204);
  expect((await ask(one)).status).toBe(401);
});
