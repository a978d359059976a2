import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';

const KEYS = '/api/v2/account/apiKeys/';

test.each([
  ['a number', { name: 5 }, 'name'],
  ['null', { name: null }, 'name'],
  ['a list', { name: ['x'] }, 'name'],
  ['an unknown field', { name: 'x', colour: 'red' }, 'colour'],
  ['a null character', { name: 'a\u0000b' }, 'name'],
  ['half of a surrogate pair', { name: 'a\ud800' }, 'name'],
  ['a missing field', {}, 'name'],
])('a wrong body names the field: %s', async (_, json, field) => {
  const answer = await call('POST', KEYS, { json });
  expect(answer.status).toBe(422);
  expect(answer.body.message).toBe('Invalid field data');
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});

test.each([['[]'], ['"text"'], ['5'], ['null']])('a body that is not an object: %s', async (body) => {
  const answer = await call('POST', KEYS, { body, headers: { 'content-type': 'application/json' } });
  expect(answer.status).toBe(422);
});

test('an unknown query key is named', async () => {
  const answer = await call('GET', '/api/v2/version/?colour=red');
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({ colour: 'colour is not allowed key' });
});

test.each([['offset=-1'], ['limit=0.5'], ['limit=abc'], ['offset=1e400'], ['limit=99999999']])(
  'paging out of bounds: %s',
  async (query) => {
    const answer = await call('GET', `${KEYS}?${query}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([query.split('=')[0]]);
  },
);

test('a null character in the address', async () => {
  expect((await call('GET', '/api/v2/status/a%00b/')).status).toBe(422);
});

const ODD_NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

test.each(ODD_NAMES)('a name every object has is as unknown as any other: %s', async (name) => {
  const form = new FormData();
  form.set('name', 'x');
  form.set(name, '1');
  const answers = [
    await call('GET', `${KEYS}?${name}=1`),
    await call('GET', `/api/v2/version/?${name}=1`),
    await call('POST', KEYS, { body: `{"name":"x","${name}":1}`, headers: { 'content-type': 'application/json' } }),
    await call('POST', KEYS, { body: form }),
    await call('POST', KEYS, {
      body: `name=x&${name}=1`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([name]);
  }
});

test('a file where none is taken is named, even an empty one', async () => {
  for (const bytes of ['', 'a,b\n1,2\n']) {
    const form = new FormData();
    form.set('name', 'x');
    form.set('file', new Blob([bytes]), 'data.csv');
    const answer = await call('POST', KEYS, { body: form });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['file']);
  }
});

test('thousands of unknown fields do not come back as thousands of errors', async () => {
  const json = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, 1]));
  const answer = await call('POST', KEYS, { json });
  expect(answer.status).toBe(422);
  expect(answer.text.length).toBeLessThan(100_000);
});

test.each([
  ['deep nesting', '['.repeat(5000) + ']'.repeat(5000)],
  ['an escaped null character', String.raw`["a\u0000"]`],
])('JSON inside a query value: %s', async (_, value) => {
  const answer = await call('GET', `/api/v2/groups/?groupIds=${encodeURIComponent(value)}`);
  expect(answer.status).toBeLessThan(500);
});

test('JSON inside a form field, nested deeper than anything real', async () => {
  const form = new FormData();
  form.set('entitlements', '['.repeat(100_000) + ']'.repeat(100_000));
  expect((await call('POST', '/api/v2/entitlements/evaluate/', { body: form })).status).toBe(422);
});

test('a probe may send any parameter, but not a zero character', async () => {
  expect((await call('GET', '/predApi/v1.0/ping?cacheBuster=1')).body).toEqual({ response: 'pong' });
  const answer = await call('GET', '/predApi/v1.0/ping?cacheBuster=a%00b');
  expect([answer.status, answer.body.code]).toEqual([422, 'request.invalid']);
});
