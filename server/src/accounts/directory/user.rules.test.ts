import { expect, test } from 'vitest';
import { nameKey, wrongEmail, wrongPassword, wrongUsername } from './user.rules.ts';

test('names that differ in case or spelling only have the same key', () => {
  expect(nameKey('Ada')).toBe(nameKey('aDA'));
  expect(nameKey('Jose\u0301')).toBe(nameKey('JOS\u00c9'));
  expect(nameKey('ada')).not.toBe(nameKey('adb'));
});

test.each([
  ['', 'must not be empty'],
  ['a b', 'must not contain blanks, colons or control characters'],
  ['a:b', 'must not contain blanks, colons or control characters'],
  ['a\u0007b', 'must not contain blanks, colons or control characters'],
  ['a\u200bb', 'must not contain blanks, colons or control characters'],
  ['x'.repeat(129), 'must have at most 128 characters, got 129'],
])('the username %j is refused', (name, reason) => {
  expect(wrongUsername(name)).toBe(reason);
});

test.each(['ada', 'ada@example.org', 'Жанна', 'x'.repeat(128)])('the username %j is taken', (name) => {
  expect(wrongUsername(name)).toBeNull();
});

test('passwords have a least and a greatest length', () => {
  expect(wrongPassword('1234567')).toBe('must have at least 8 characters');
  expect(wrongPassword('12345678')).toBeNull();
  expect(wrongPassword('x'.repeat(1025))).toBe('must have at most 1024 characters, got 1025');
});

test('an e-mail address has something on both sides of one @', () => {
  expect(wrongEmail('ada@example.org')).toBeNull();
  for (const wrong of ['ada', '@x', 'ada@', 'a b@x', 'a@b@c']) expect(wrongEmail(wrong)).not.toBeNull();
});
