import { expect, test } from 'vitest';
import { basicMeaning, readAuthorization, takesPasswordOnly } from './authorization.rules.ts';

test.each(['Bearer abc', 'Token abc', 'token abc', 'bearer  abc', 'BEARER\tabc', '  TOKEN abc  '])(
  '%j carries the secret abc',
  (header) => {
    expect(readAuthorization(header)).toEqual({ kind: 'secret', secret: 'abc' });
  },
);

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test('HTTP Basic carries a name and everything after the first colon', () => {
  expect(readAuthorization(basic('ada:p:w'))).toEqual({ kind: 'basic', name: 'ada', password: 'p:w' });
  expect(readAuthorization(basic('Жанна:пароль'))).toEqual({ kind: 'basic', name: 'Жанна', password: 'пароль' });
  expect(readAuthorization(basic('ada:').replace('Basic', 'bAsIc'))).toMatchObject({ kind: 'basic' });
});

test.each(['', 'Bearer', 'Digest abc', 'abc', 'Basic', 'Basic !!!', basic('no colon'), basic('a\0b:c')])(
  '%j cannot be read',
  (header) => {
    expect(readAuthorization(header)).toEqual({ kind: 'unreadable' });
  },
);

test.each([
  ['GET', '/predApi/v1.0/api_token', 'password'],
  ['POST', '/api/v1/api_token/?x=1', 'password'],
  ['POST', '//predApi//v1.0/api%5Ftoken', 'password'],
  ['GET', '/api/v2/api_token/', 'password'],
  ['POST', '/api/v2/api_token/', 'nothing'],
  ['POST', '/predApi/v1.0/deployments/1/predictions', 'token'],
  ['GET', '/api/v1/abc/models', 'token'],
  ['GET', '/api/v2/account/info/', 'nothing'],
  ['GET', '/%E0%A4%A', 'nothing'],
] as const)('on %s %s HTTP Basic carries %s', (method, url, meaning) => {
  expect(basicMeaning(method, url)).toBe(meaning);
});

test('only the deprecated token routes insist on a password', () => {
  expect(takesPasswordOnly('/api/v1/api_token')).toBe(true);
  expect(takesPasswordOnly('/api/v2/api_token/')).toBe(false);
  expect(takesPasswordOnly('/predApi/v1.0/ping')).toBe(false);
});
