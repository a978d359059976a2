import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { diverse, type Found, vectorIndex } from './vector-index.ts';

/** What the index has to equal: every row compared in full. */
function slowly(vectors: Float32Array, dimensions: number, query: Float32Array, most: number, allowed?: Uint8Array) {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
  const found: Found[] = [];
  for (let row = 0; row < vectors.length / dimensions; row += 1) {
    if (allowed?.[row] === 0) continue;
    const one = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    const scale = Math.sqrt(dot(one, one)) * Math.sqrt(dot(query, query));
    found.push({ row, similarity: scale === 0 ? 0 : dot(one, query) / scale });
  }
  return found.sort((a, b) => b.similarity - a.similarity || a.row - b.row).slice(0, most);
}

const randomVectors = (seed: number, count: number, spread: number) => {
  const random = seededRandom(seed);
  return Float32Array.from({ length: count }, () =>
    random.next() < 0.1 ? 0 : random.normal() * spread ** random.int(3),
  );
};

test.each(['wasm', 'reference'] as const)('%s finds exactly what comparing everything finds', (kind) => {
  const settings = fc.record({
    seed: fc.nat(),
    rows: fc.integer({ min: 0, max: 300 }),
    dimensions: fc.integer({ min: 1, max: 70 }),
    most: fc.integer({ min: 0, max: 20 }),
    spread: fc.constantFrom(1, 10, 0.01),
    hidden: fc.boolean(),
  });
  fc.assert(
    fc.property(settings, ({ seed, rows, dimensions, most, spread, hidden }) => {
      const vectors = randomVectors(seed, rows * dimensions, spread);
      const query = randomVectors(seed + 1, dimensions, spread);
      const allowed = hidden ? Uint8Array.from({ length: rows }, (_, row) => row % 3) : undefined;
      const found = vectorIndex(vectors, dimensions, kind).search(query, most, allowed);
      const wanted = slowly(vectors, dimensions, query, most, allowed);
      expect(found.length).toBe(wanted.length);
      for (const [at, { similarity }] of found.entries())
        expect(similarity).toBeCloseTo((wanted[at] as Found).similarity, 5);
    }),
    { numRuns: 150 },
  );
});

test('codes in WebAssembly and without it give the same rows', () => {
  const vectors = randomVectors(3, 2000 * 48, 1);
  const [fast, slow] = [vectorIndex(vectors, 48, 'wasm'), vectorIndex(vectors, 48, 'reference')];
  for (let seed = 10; seed < 30; seed += 1) {
    const query = randomVectors(seed, 48, 1);
    expect(fast.search(query, 10)).toEqual(slow.search(query, 10));
  }
});

test('a row is most like itself, and rows that are not allowed are not there', () => {
  const vectors = randomVectors(5, 100 * 32, 1);
  const index = vectorIndex(vectors, 32);
  const query = vectors.slice(7 * 32, 8 * 32);
  expect(index.search(query, 1)[0]).toMatchObject({ row: 7, similarity: expect.closeTo(1, 6) });
  const allowed = new Uint8Array(100).fill(1);
  allowed[7] = 0;
  expect(index.search(query, 100, allowed).map(({ row }) => row)).not.toContain(7);
  expect(index.search(query, 100, new Uint8Array(100))).toEqual([]);
  expect(() => index.search(query.slice(1), 1)).toThrow(/31 numbers, the rows have 32/);
  expect(() => vectorIndex(vectors, 33)).toThrow(/not rows of 33/);
});

test('diverse rows: the most alike first, then what is unlike it', () => {
  const vectors = Float32Array.of(1, 0, 0.99, 0.02, 0.7, 0.7, 0, 1);
  const index = vectorIndex(vectors, 2);
  const candidates = index.search(Float32Array.of(1, 0.1), 4);
  expect(candidates.map(({ row }) => row)).toEqual([1, 0, 2, 3]);
  expect(diverse(candidates, index.similarity, 2, 0.3).map(({ row }) => row)).toEqual([1, 3]);
  expect(diverse(candidates, index.similarity, 2, 1).map(({ row }) => row)).toEqual([1, 0]);
  expect(diverse(candidates, index.similarity, 9, 0.5)).toHaveLength(4);
});
