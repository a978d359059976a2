import { expect, test } from 'vitest';
import { compilePattern, UnsupportedPattern } from './user-pattern.ts';

const found = (pattern: string, text: string) =>
  [...compilePattern(pattern).matches(text)].map(([from, to]) => text.slice(from, to));

test('finds what it is asked for, one after the other, also beyond the basic plane', () => {
  expect(found('§\\d+', 'a §12 b §3')).toEqual(['§12', '§3']);
  expect(found('🙂|b', 'x🙂b')).toEqual(['🙂', 'b']);
  expect(found('\\p{Lu}\\p{Ll}*', 'Ärger im Süden')).toEqual(['Ärger', 'Süden']);
  expect(found('x*', 'ab')).toEqual(['', '', '']);
});

/** A backtracking engine needs some 2^n steps for each of these: with 20,000 characters, longer than the universe. */
test.each([
  ['(a+)+$', 'a'],
  ['(a|aa)+$', 'a'],
  ['(a|a?)+b', 'a'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['(.*)*x', 'y'],
])('%s on a hostile text is answered', (pattern, letter) => {
  const text = `${letter.repeat(20_000)}!`;
  expect(found(pattern, text)).toEqual([]);
});

test.each([
  ['(?=a)', 'look-ahead and look-behind are not supported'],
  ['(?!a)b', 'look-ahead and look-behind are not supported'],
  ['(?<=a)b', 'look-ahead and look-behind are not supported'],
  ['(?<!a)b', 'look-ahead and look-behind are not supported'],
  ['(a)\\1', 'back-references are not supported'],
  ['(', 'missing closing )'],
  ['a{1,5000}', 'invalid repeat count'],
])('%s is refused with the reason', (pattern, reason) => {
  expect(() => compilePattern(pattern)).toThrow(UnsupportedPattern);
  expect(() => compilePattern(pattern)).toThrow(reason);
});
