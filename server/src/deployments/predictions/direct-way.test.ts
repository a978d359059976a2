import { afterAll, expect, test } from 'vitest';
import { createUser, newSecretText } from '#accounts';
import { newId } from '#platform/ids.ts';
import { testPlatform } from '../../../test/platform.ts';
import { createApp } from '../../app.ts';
import { aDeployment } from './predictions.fixtures.ts';

// Over a real socket: requests that are injected never leave the usual way.
const platform = await testPlatform({ settings: { ALMANAC_CHECK_REPLIES: 'true' } });
const app = await createApp(platform, { version: 'test' });
const origin = await app.http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const key = newSecretText('key');
const ada = await createUser(platform, { username: 'ada', password: 'correct horse', apiKey: { name: 'first', key } });
const owner = { id: ada.id, organizationId: ada.organization_id };
const houses = await aDeployment(platform, owner, 'regression');
const asleep = await aDeployment(platform, owner, 'regression', { status: 'inactive' });
const path = (id: string, start = '/predApi/v1.0') => `${start}/deployments/${id}/predictions`;
const GOOD = JSON.stringify([{ size: 100, colour: 'red', rooms: 3 }]);
const JSON_TYPE = { 'content-type': 'application/json' };
const KEY = { authorization: `Bearer ${key}` };

interface Case {
  readonly name: string;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const cases: readonly Case[] = [
  { name: 'a row' },
  { name: 'a row under the address of the platform', path: path(houses.id, '/api/v2') },
  { name: 'a row with a slash at the end', path: `${path(houses.id)}/` },
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
  { name: 'a batch that is none', headers: { ...KEY, ...JSON_TYPE, 'x-datarobot-model-monitoring-batch-id': newId() } },
];

async function ask({ path: to = path(houses.id), body = GOOD, headers = { ...KEY, ...JSON_TYPE } }: Case, more = {}) {
  const reply = await fetch(origin + to, {
    method: 'POST',
    body,
    headers: { ...headers, ...more, 'x-request-id': 'same' },
  });
  const told = Object.fromEntries(reply.headers);
  for (const name of ['date', 'x-datarobot-execution-time', 'x-almanac-overhead-time']) {
    if (told[name] !== undefined) told[name] = 'told';
  }
  return { status: reply.status, headers: told, body: await reply.text() };
}

/** An encoding that changes nothing is not plain: the router answers. */
const USUAL_WAY = { 'content-encoding': 'identity' };

test.for(cases)('$name: answered past the router as by it', async (one) => {
  await ask(one);
  const direct = await ask(one);
  expect(direct).toEqual(await ask(one, USUAL_WAY));
  expect(direct.headers['x-request-id']).toBe('same');
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
