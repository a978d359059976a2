import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const lists = ['usage/deployments/', 'usage/quotas/', 'genai/userLimits/', 'permissions/', 'installation/'];
const SEARCH = `/api/v2/genai/vectorDatabases/${'0'.repeat(24)}/search/`;

test.each(lists)('200, 401, 422: %s', async (list) => {
  const path = `/api/v2/${list}`;
  const person = await aPerson();
  expect((await call('GET', path, { key: person.token })).status).toBe(200);
  expect((await call('GET', path, { key: null })).status).toBe(401);
  expect((await call('GET', `${path}?colour=red`, { key: person.token })).status).toBe(422);
});

test('200: everybody sees their own counters, administrators those of all', async () => {
  const person = await aPerson();
  const own = await call('GET', '/api/v2/genai/userLimits/', { key: person.token });
  expect(own.body.data).toEqual([{ userId: person.id, username: person.username, llmApiCalls: 0, vectorDatabases: 0 }]);
  const all = await call('GET', '/api/v2/genai/userLimits/?limit=1');
  expect(all.body.totalCount).toBeGreaterThan(1);
});

test('200: settings are told to administrators, and secrets to nobody', async () => {
  const person = await aPerson();
  expect((await call('GET', '/api/v2/installation/', { key: person.token })).body.settings).toBeNull();
  const { settings } = (await call('GET', '/api/v2/installation/')).body;
  const secrets = settings.filter(({ isSecret }: { isSecret: boolean }) => isSecret);
  expect(secrets.length).toBeGreaterThan(3);
  expect(secrets.every(({ value }: { value: string | null }) => value === null)).toBe(true);
});

test('401, 404: a search of no vector database, whatever the body says', async () => {
  const { token: key } = await aPerson();
  expect((await call('POST', SEARCH, { key: null, json: { query: 'x' } })).status).toBe(401);
  expect((await call('POST', SEARCH, { key, json: { query: 'x' } })).status).toBe(404);
  expect((await call('POST', SEARCH, { key, json: { question: 'x' } })).status).toBe(404);
});
