import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '#platform/tokens/token-meter.ts';
import { type Chunking, chunksOf, SEPARATORS } from './chunking.rules.ts';

const usual: Chunking = { custom: false, size: 128, overlapPercentage: 0, separators: SEPARATORS, isRegex: false };
const words = (count: number, word = 'word') => Array.from({ length: count }, (_, at) => `${word}${at % 10}`).join(' ');

test('nothing of a text is lost or said twice without overlap', () => {
  const text = fc
    .array(fc.constantFrom('a', 'long words here', '\n', '\n\n', ' ', '漢字', '🙂', '1234567890'))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, (one) => {
      expect(chunksOf(one, { ...usual, size: 4 }).join('')).toBe(one);
    }),
  );
});

test('short texts stay whole; long ones are cut where paragraphs end, then lines, then words', () => {
  expect(chunksOf('one\n\ntwo', usual)).toEqual(['one\n\ntwo']);
  expect(chunksOf('', usual)).toEqual(['']);
  const [first, second] = [`${words(60)}.\n\n`, words(60)];
  expect(chunksOf(first + second, usual)).toEqual([first, second]);
  for (const chunk of chunksOf(words(2_000), usual)) expect(estimateTokens(chunk)).toBeLessThanOrEqual(130);
});

test('a text without any separator is cut all the same', () => {
  const chunks = chunksOf('漢'.repeat(2_000), usual);
  expect(chunks.length).toBeGreaterThan(5);
  expect(chunks.join('')).toBe('漢'.repeat(2_000));
});

test('with overlap the end of a chunk is the beginning of the next', () => {
  const text = Array.from({ length: 1_000 }, (_, at) => `word${at}`).join(' ');
  const chunks = chunksOf(text, { ...usual, overlapPercentage: 50 });
  const [first = '', second = ''] = chunks;
  expect(first).not.toContain(second.slice(-50));
  expect(second).toContain(first.slice(-100));
  expect(chunks.length).toBeGreaterThan(chunksOf(text, usual).length * 1.5);
});

test('separators of one’s own, plain and as patterns; rows that are chunks already stay as they are', () => {
  const text = `${words(50, 'a')}---${words(50, 'b')}`;
  expect(chunksOf(text, { ...usual, separators: ['---'] })[0]?.endsWith('---')).toBe(true);
  const numbered = `${words(50, 'a')} §12 ${words(50, 'b')}`;
  expect(chunksOf(numbered, { ...usual, separators: ['§\\d+'], isRegex: true })[0]?.endsWith('§12')).toBe(true);
  expect(chunksOf(words(5_000), { ...usual, custom: true })).toHaveLength(1);
});

test('a hostile pattern on a hostile text ends, and gives the chunks any engine would', () => {
  const hostile: Chunking = { ...usual, separators: ['(a+)+$'], isRegex: true };
  const text = `${'a'.repeat(20_000)}!`;
  expect(chunksOf(text, hostile)).toEqual(chunksOf(text, { ...usual, separators: [] }));
  const numbered = `${words(60, 'a')}\n${'a'.repeat(300)};${words(60, 'b')}`;
  const pieces = chunksOf(numbered, { ...hostile, separators: ['(a+)+;', '\\s+'] });
  expect(pieces.join('')).toBe(numbered);
  expect(pieces.some((piece) => piece.endsWith('aaa;'))).toBe(true);
});
