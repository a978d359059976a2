import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import {
  distinctEstimate,
  hashNumber,
  hashText,
  hittersOf,
  KEPT,
  mergeDistinct,
  mergeHitters,
  note,
  nothingCounted,
} from './distinct-values.ts';
import { deviationOf, mergeMoments, momentsOfValues } from './moments.ts';
import { digestOf, mergeDigests, quantile, RANK_ERROR, shareBelow } from './t-digest.ts';

describe('running moments', () => {
  it('give the textbook values', () => {
    const made = momentsOfValues(Float64Array.of(2, 4, 4, Number.NaN, 4, 5, 5, 7, 9));
    expect(made).toEqual({ count: 8, mean: 5, m2: 32, min: 2, max: 9 });
    expect(deviationOf(made)).toBeCloseTo(Math.sqrt(32 / 7), 12);
  });

  it('keep their digits when the mean is large', () => {
    const day = Date.UTC(2024, 0, 1);
    const [a, b] = [Float64Array.of(day, day + 1), Float64Array.of(day + 2, day + 3)];
    expect(mergeMoments(momentsOfValues(a), momentsOfValues(b)).m2).toBe(5);
  });
});

describe('the t-digest', () => {
  const draws = (count: number, draw: () => number) => Float64Array.from({ length: count }, draw);
  const shapes: [string, () => number][] = [
    ['uniform', seededRandom(1).next],
    ['normal', seededRandom(2).normal],
    ['heavy tail', () => 1 / (1 - tail.next())],
    ['few values', () => Math.floor(few.next() * 3)],
  ];
  const [tail, few] = [seededRandom(3), seededRandom(4)];

  it.each(shapes)('keeps its promise on %s values after 50 merges', (_, draw) => {
    const parts = Array.from({ length: 50 }, () => draws(400, draw));
    const digest = parts.map(digestOf).reduce(mergeDigests);
    const all = Float64Array.from(parts.flatMap((part) => [...part])).sort();
    const share = (keep: (value: number) => boolean) => all.filter(keep).length / all.length;
    expect(digest.means.length).toBeLessThanOrEqual(200);
    for (const q of [0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999]) {
      const value = quantile(digest, q);
      expect(share((other) => other < value)).toBeLessThanOrEqual(q + RANK_ERROR);
      expect(share((other) => other <= value)).toBeGreaterThanOrEqual(q - RANK_ERROR);
      const below = shareBelow(digest, value);
      expect(below).toBeGreaterThanOrEqual(share((other) => other < value) - RANK_ERROR);
      expect(below).toBeLessThanOrEqual(share((other) => other <= value) + RANK_ERROR);
    }
  });

  it('answers small samples exactly at the ends and repeats exactly', () => {
    const digest = digestOf(Float64Array.of(3, 1, 2, Number.NaN));
    expect([quantile(digest, 0), quantile(digest, 0.5), quantile(digest, 1)]).toEqual([1, 2, 3]);
    const same = digestOf(new Float64Array(1000).fill(0.1));
    expect(quantile(same, 0.37)).toBeCloseTo(0.1, 15);
    expect(quantile(digestOf(new Float64Array(0)), 0.5)).toBeNaN();
  });
});

describe('the distinct count', () => {
  it.each([0, 1, 10, 1000, 5000, 20_000, 200_000])('of %i values is right to within 6 percent', (distinct) => {
    const numbers = nothingCounted();
    const texts = nothingCounted();
    for (let i = 0; i < distinct; i += 1) {
      note(numbers, hashNumber(i * 0.25));
      note(texts, hashText(`customer ${i}`));
    }
    // 6 percent is almost four standard errors.
    for (const count of [numbers, texts]) {
      expect(Math.abs(distinctEstimate(count) - distinct)).toBeLessThanOrEqual(0.06 * distinct);
    }
  });

  it('does not grow when a part is merged twice', () => {
    const part = nothingCounted();
    for (let i = 0; i < 100; i += 1) note(part, hashNumber(i));
    expect(mergeDistinct(part, part)).toEqual(part);
  });
});

describe('heavy hitters', () => {
  const part = fc.array(fc.tuple(fc.nat(150), fc.integer({ min: 1, max: 40 })), { maxLength: 120 });

  it('never count too much, and too little only within the stated error', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const truth = new Map<string, number>();
        const hitters = parts
          .map((pairs) => {
            const counts = new Map<string, number>();
            for (const [value, times] of pairs) {
              counts.set(`v${value}`, (counts.get(`v${value}`) ?? 0) + times);
              truth.set(`v${value}`, (truth.get(`v${value}`) ?? 0) + times);
            }
            return hittersOf(counts);
          })
          .reduce(mergeHitters);
        const all = [...truth.values()].reduce((sum, count) => sum + count, 0);
        expect(hitters.counts.size).toBeLessThanOrEqual(KEPT);
        expect(hitters.error).toBeLessThanOrEqual(all / (KEPT + 1));
        for (const [value, count] of truth) {
          const kept = hitters.counts.get(value) ?? 0;
          expect(kept).toBeLessThanOrEqual(count);
          expect(count - kept).toBeLessThanOrEqual(hitters.error);
        }
      }),
    );
  });
});
