import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';

const KEYS = '/api/v2/account/apiKeys/';

test.each([
  ['a number', { name: 5 }, 'name'],
  ['null', { name: null }, 'name'],
  ['a list', { name: ['x'] }, 'name'],
  ['an unknown field', { name: 'x', colour: 'red' }, 'colour'],
  ['a null character', { name: 'a\u0000b' }, 'name'],
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
