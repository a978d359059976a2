import { describe, expect, test } from 'vitest';
import { symmetricEigen } from '../core/linear-algebra.ts';
import { seededRandom } from '../core/random.ts';
import { latentSpace, vocabularyOf, weigh } from './latent-space.ts';
import { fuse, lexicalIndex } from './lexical-index.ts';
import { fitEmbedder, openEmbedder } from './text-embedder.ts';

const TOPICS = {
  weather: ['rain', 'storm', 'umbrella', 'cloud', 'forecast', 'wet', 'thunder'],
  money: ['bank', 'loan', 'interest', 'credit', 'debt', 'mortgage', 'rate'],
  kitchen: ['oven', 'bread', 'flour', 'bake', 'recipe', 'dough', 'yeast'],
};

/** Texts of three words of one topic each, so that words of a topic meet without always standing together. */
function corpus(texts: number): { text: string; topic: string }[] {
  const random = seededRandom(2);
  const topics = Object.entries(TOPICS);
  return Array.from({ length: texts }, (_, at) => {
    const [topic, words] = topics[at % topics.length] as [string, string[]];
    const text = Array.from({ length: 3 }, () => words[random.int(words.length)]).join(' ');
    return { text: `the ${text} and the ${text}`, topic };
  });
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);

describe('the built-in embedder', () => {
  const texts = corpus(300);
  const file = fitEmbedder(
    texts.map(({ text }) => text),
    { dimensions: 4 },
  );
  const embedder = openEmbedder(file);

  test('brings together words that never met, when they keep the same company', () => {
    const [rain, thunder, loan] = ['umbrella', 'thunder', 'mortgage'].map((word) => embedder.embed(word)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    expect(cosine(rain, thunder)).toBeGreaterThan(0.5);
    expect(cosine(rain, loan)).toBeLessThan(0.2);
  });

  test('gives vectors of length 1, none for unknown words, the same for the same seed', () => {
    const one = embedder.embed('storm over the bank');
    expect(cosine(one, one)).toBeCloseTo(1, 5);
    expect([...embedder.embed('xyzzy')]).toEqual(new Array(embedder.dimensions).fill(0));
    const again = fitEmbedder(
      texts.map(({ text }) => text),
      { dimensions: 4 },
    );
    expect(Buffer.compare(again, file)).toBe(0);
  });

  test.each([
    ['nothing', []],
    ['one text', ['only this']],
    ['empty texts', ['', '', '']],
    ['the same text again and again', new Array(10).fill('same words here')],
  ])('learns from %s', (_, few) => {
    const { dimensions, embed } = openEmbedder(fitEmbedder(few));
    expect(embed('same words here')).toHaveLength(dimensions);
    expect([...embed('same words here')].every(Number.isFinite)).toBe(true);
  });

  test('refuses a file that is none', () => {
    expect(() => openEmbedder(new Uint8Array(64))).toThrow(/not a file of a text embedder/);
  });
});

test('directions at right angles that keep what can be kept', () => {
  const texts = corpus(60).map(({ text }) => text);
  const vocabulary = vocabularyOf(texts, 100);
  const rows = texts.map((text) => weigh(vocabulary, text));
  const { dimensions, directions } = latentSpace(rows, vocabulary.weights.length, 10, seededRandom(1));
  for (let i = 0; i < dimensions; i += 1)
    for (let j = 0; j < dimensions; j += 1) {
      let dot = 0;
      for (let term = 0; term < vocabulary.weights.length; term += 1)
        dot += (directions[term * dimensions + i] as number) * (directions[term * dimensions + j] as number);
      expect(dot).toBeCloseTo(i === j ? 1 : 0, 4);
    }
});

test('eigenvectors of a symmetric matrix', () => {
  const { values, vectors } = symmetricEigen(Float64Array.of(4, 1, 0, 1, 3, 1, 0, 1, 2), 3);
  expect([...values].reduce((sum, value) => sum + value)).toBeCloseTo(9, 10);
  expect(values[0]).toBeCloseTo(3 + Math.sqrt(3), 10);
  const first = [0, 3, 6].map((at) => vectors[at] as number);
  expect(4 * (first[0] as number) + (first[1] as number)).toBeCloseTo((values[0] as number) * (first[0] as number), 8);
});

test('words find texts that hold them, rare words first, hidden texts never', () => {
  const index = lexicalIndex(['the cat sat', 'the dog sat', 'the cat and the dog and the bird', 'forecasting demand']);
  expect(index.search('bird', 5).map(({ row }) => row)).toEqual([2]);
  expect(index.search('the cat', 2).map(({ row }) => row)).toEqual([0, 2]);
  expect(index.search('forecasts', 5).map(({ row }) => row)).toEqual([3]);
  expect(index.search('cat', 5, Uint8Array.of(0, 1, 1, 1)).map(({ row }) => row)).toEqual([2]);
  expect(index.search('nothing of this', 5)).toEqual([]);
});

test('what two rankings agree on comes first', () => {
  const list = (...rows: number[]) => rows.map((row) => ({ row, similarity: 0 }));
  expect(fuse([list(1, 2, 3), list(4, 2)], 2).map(({ row }) => row)).toEqual([2, 1]);
});
