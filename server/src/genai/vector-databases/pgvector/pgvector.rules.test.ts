import { expect, test } from 'vitest';
import { kindFor, seenOf } from './pgvector.rules.ts';

test.each([
  ['0.8.5', 256, 100, 'pgvector'],
  ['0.8.5', 256, 10_000, 'pgvector-hnsw'],
  ['0.8.5', 2001, 10_000, 'pgvector-hnsw-half'],
  ['0.6.2', 2001, 10_000, 'pgvector'],
  ['0.8.5', 4001, 10_000, 'pgvector'],
  ['0.4.4', 256, 10_000, 'pgvector'],
  ['1.0.0', 2001, 10_000, 'pgvector-hnsw-half'],
  ['0.8.5', 16_001, 10, 'scan'],
])('pgvector %s, %i dimensions, %i chunks: %s', (version, dimensions, chunks, kind) => {
  expect(kindFor(version, dimensions, chunks)).toBe(kind);
});

test('few allowed chunks are named, many are a bit each, all are no condition', () => {
  const allowed = (wanted: (chunk: number) => boolean) =>
    Uint8Array.from({ length: 200 }, (_, chunk) => (wanted(chunk) ? 1 : 0));
  expect(seenOf(undefined)).toBe('all');
  expect(seenOf(allowed(() => true))).toBe('all');
  expect(seenOf(allowed(() => false))).toEqual({ chunks: [] });
  expect(seenOf(allowed((chunk) => chunk === 7 || chunk === 150))).toEqual({ chunks: [7, 150] });
  const { bits } = seenOf(allowed((chunk) => chunk % 9 === 0)) as { bits: Buffer };
  expect([bits.length, bits[0], bits[1], bits[2]]).toEqual([25, 0b1, 0b10, 0b100]);
});
