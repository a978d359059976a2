import { expect, test } from 'vitest';
import { endedCookie, readSessionCookie, sessionCookie } from './cookie.rules.ts';

test.each([
  ['almanac_session=abc', 'abc'],
  ['theme=dark; almanac_session=a-b_c; x=1', 'a-b_c'],
  ['almanac_session=', null],
  ['not_almanac_session=abc', null],
  ['almanac_session', null],
  ['', null],
  [undefined, null],
])('the session in %j is %j', (header, secret) => {
  expect(readSessionCookie(header)).toBe(secret);
});

test('the cookie is hidden from scripts and other sites, and secure when the address is', () => {
  expect(sessionCookie('s', 60, 'http://localhost')).toBe(
    'almanac_session=s; Max-Age=60; Path=/; HttpOnly; SameSite=Strict',
  );
  expect(sessionCookie('s', 60, 'https://almanac.example')).toMatch(/; Secure$/);
  expect(endedCookie('https://almanac.example')).toMatch(/^almanac_session=; Max-Age=0; .*; Secure$/);
});
