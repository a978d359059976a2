import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { anId } from '../a-quota.ts';

const PATH = '/api/v2/quotaTemplates/';

test('200: templates ship with the product, administrators add and remove their own', async () => {
  const page = (await call('GET', `${PATH}?offset=0&limit=100`)).body;
  expect(page.totalCount).toBeGreaterThan(0);
  expect((await call('GET', `${PATH}${page.data[0].id}/`)).body).toEqual(page.data[0]);
  const json = { name: 'Ours', rules: [{ rule: 'token', limit: 5, window: 'day' }] };
  const made = await call('POST', PATH, { json });
  expect([made.status, made.body]).toEqual([201, { id: made.body.id, ...json }]);
  expect((await call('DELETE', `${PATH}${made.body.id}/`)).status).toBe(204);
  expect((await call('DELETE', `${PATH}${page.data[0].id}/`)).status).toBe(403);
});

test('401, 403, 404, 422', async () => {
  const { token: key } = await aPerson();
  expect((await call('GET', `${PATH}?offset=0&limit=1`, { key: null })).status).toBe(401);
  expect((await call('POST', PATH, { key, json: { name: 'Mine', rules: [] } })).status).toBe(403);
  expect((await call('GET', `${PATH}${anId()}/`)).status).toBe(404);
  for (const query of ['', '?offset=0', '?limit=1', '?offset=0&limit=101', '?offset=0&limit=0', '?offset=-1&limit=1'])
    expect([query, (await call('GET', PATH + query)).status]).toEqual([query, 422]);
});
