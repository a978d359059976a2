import { expect, inject, test } from 'vitest';
import ledger from '../../../spec/ledger.json' with { type: 'json' };
import { call } from '../../support/call.ts';

test.each([['Bearer'], ['Token'], ['token'], ['bearer'], ['TOKEN']])('the scheme %s is accepted', async (scheme) => {
  expect((await call('GET', '/api/v2/account/info/', { scheme })).status).toBe(200);
});

test.each([['/api/v2/version/'], ['/api/v2/version'], ['/api/v2//version/'], ['//api/v2/version/']])(
  '%s is served as it is, without a redirect',
  async (path) => {
    const answer = await call('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.body.versionString).toBe('2.49.0');
  },
);

test('JSON content type carries no charset', async () => {
  expect((await call('GET', '/api/v2/version/')).headers.get('content-type')).toBe('application/json');
});

test('an empty body with a JSON content type is no body', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await call('GET', '/api/v2/version/', { headers })).status).toBe(200);
  expect((await call('DELETE', '/api/v2/status/nobody/', { headers })).status).toBe(404);
});

test('a request id is always sent, and the one given is kept', async () => {
  expect((await call('GET', '/healthz')).headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
  const given = await call('GET', '/healthz', { headers: { 'x-request-id': 'mine-1' } });
  expect(given.headers.get('x-request-id')).toBe('mine-1');
});

test('links begin with the address the client used', async () => {
  for (const name of ['one', 'two']) await call('POST', '/api/v2/account/apiKeys/', { json: { name } });
  const own = await call('GET', '/api/v2/account/apiKeys/?limit=1');
  expect(own.body.next).toContain(`${inject('target').url}/api/v2/account/apiKeys/?`);
  const made = await call('POST', '/api/v2/account/apiKeys/', {
    json: { name: `forwarded ${Date.now()}` },
    headers: { 'x-forwarded-host': 'ml.example.com', 'x-forwarded-proto': 'https' },
  });
  expect(made.headers.get('location')).toMatch(
    /^https:\/\/ml\.example\.com\/api\/v2\/account\/apiKeys\/[0-9a-f]{24}\/$/,
  );
});

test('a form is taken where JSON is documented', async () => {
  const form = new FormData();
  form.set('name', `form ${Date.now()}`);
  expect((await call('POST', '/api/v2/account/apiKeys/', { body: form })).status).toBe(201);
});

test('a specified route that is not built yet says so', async () => {
  const planned = ledger.routes.find(({ method, state }) => method === 'GET' && state === 'planned');
  if (planned === undefined) return;
  const answer = await call('GET', planned.path.replace(/\{\w+\}/g, '0123456789abcdef01234567'));
  expect(answer.status).toBe(501);
  expect(answer.text).toContain('not built yet');
});

test('links stay right when the client doubles slashes', async () => {
  for (const name of ['slash 1', 'slash 2']) await call('POST', '/api/v2/account/apiKeys/', { json: { name } });
  const { body } = await call('GET', '//api/v2//account/apiKeys/?limit=1');
  const next = await call('GET', body.next.slice(inject('target').url.length));
  expect(next.status).toBe(200);
  expect(next.body.data[0].id).not.toBe(body.data[0].id);
});
