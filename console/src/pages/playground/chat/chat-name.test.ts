import { expect, test } from 'vitest';
import { chatName } from './chat-name.ts';

test.each([
  ['  How are\nyou? ', 'How are you?'],
  ['word '.repeat(20), `${'word '.repeat(12).trim()}…`],
  ['x'.repeat(80), `${'x'.repeat(60)}…`],
])('%j is called %j', (text, name) => {
  expect(chatName(text)).toBe(name);
});
