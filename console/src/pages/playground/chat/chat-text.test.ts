import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatName, firstWords } from './chat-text.ts';

test.each([
  ['  How are\nyou? ', 'How are you?'],
  ['word '.repeat(20), `${'word '.repeat(12).trim()}…`],
  ['x'.repeat(80), `${'x'.repeat(60)}…`],
])('%j is called %j', (text, name) => {
  expect(chatName(text)).toBe(name);
});

test.each([
  [0, ''],
  [1, 'one'],
  [2, 'one\n\n two'],
  [9, 'one\n\n two  '],
])('%i words', (count, shown) => {
  expect(firstWords('one\n\n two  ', count)).toBe(shown);
});

test('is always a beginning of the text, and never grows shorter', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(20), (text, count) => {
      const shown = firstWords(text, count);
      return text.startsWith(shown) && firstWords(text, count + 1).length >= shown.length;
    }),
  );
});
