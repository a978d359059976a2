import { expect, test } from 'vitest';
import { maySend, provenance } from './same-site.rules.ts';

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
