import { expect, test } from 'vitest';
import { endedCookie, maySend, provenance, readSessionCookie, sessionCookie } from './browser.rules.ts';

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

const host = 'almanac.example:8080';

test.each([
  [{ host, 'sec-fetch-site': 'same-origin' }, 'same-origin'],
  [{ host, 'sec-fetch-site': 'same-site' }, 'other-origin'],
  [{ host, 'sec-fetch-site': 'cross-site', origin: `http://${host}` }, 'other-origin'],
  [{ host, 'sec-fetch-site': 'none' }, 'other-origin'],
  [{ host, origin: `http://${host}` }, 'same-origin'],
  [{ host, origin: `https://${host}` }, 'same-origin'],
  [{ host, origin: 'http://almanac.example' }, 'other-origin'],
  [{ host, origin: 'http://evil.example' }, 'other-origin'],
  [{ host, origin: 'null' }, 'other-origin'],
  [{ host: '10.0.0.5', 'x-forwarded-host': host, origin: `https://${host}` }, 'same-origin'],
  [{ host }, 'no-browser'],
] as const)('%j comes from %s', (headers, from) => {
  expect(provenance(headers, null)).toBe(from);
});

test('the public address counts as our own', () => {
  const headers = { host: '10.0.0.5:8080', origin: 'https://ml.example' };
  expect(provenance(headers, 'https://ml.example')).toBe('same-origin');
  expect(provenance(headers, 'https://other.example')).toBe('other-origin');
});

test.each([
  ['GET', '/api/v2/users/', 'other-origin', true],
  ['POST', '/api/v2/users/', 'same-origin', true],
  ['POST', '/api/v2/users/', 'no-browser', false],
  ['DELETE', '/api/v2/session/', 'no-browser', true],
  ['DELETE', '//api/v2//session?x=1', 'no-browser', true],
  ['DELETE', '/api/v2/session/', 'other-origin', false],
  ['DELETE', '/api/v2/sessions/', 'no-browser', false],
  ['POST', '/api/v2/session/', 'no-browser', false],
] as const)('%s %s from %s: %s', (method, path, from, may) => {
  expect(maySend({ method, path }, from)).toBe(may);
});
