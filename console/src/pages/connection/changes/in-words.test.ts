import { expect, test } from 'vitest';
import { inWords } from './in-words.ts';

test.each([
  ['grantsChanged', 'grants changed'],
  ['membersAdded', 'members added'],
  ['crawl', 'crawl'],
])('%s is read as %s', (name, words) => {
  expect(inWords(name)).toBe(words);
});
