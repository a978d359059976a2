import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownPage } from './second-step.ts';

const ORIGIN = 'https://almanac.example.org';

test('a page of the console is kept with its query', () => {
  expect(ownPage('/groups/1?page=2#x', ORIGIN)).toBe('/groups/1?page=2#x');
});

test.each([
  undefined,
  '',
  'groups',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  '/login',
  'javascript:1',
])('%j leads home', (next) => {
  expect(ownPage(next, ORIGIN)).toBe('/');
});

test('no text whatever leads to another site', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (next) => {
        expect(new URL(ownPage(next, ORIGIN), ORIGIN).origin).toBe(ORIGIN);
      },
    ),
  );
});
