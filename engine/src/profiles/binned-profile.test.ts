import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { categoricalColumn, numericColumn, textColumn } from '../frame/build-columns.ts';
import { BinnedLook, readBinned, writeBinned } from './binned-file.ts';
import { BinnedSum, binnedReference, binnedShares, binsOf, mergeBinned } from './binned-profile.ts';
import { profileColumn } from './column-profile.ts';
import { divergence, drift, populationStability, stabilityByChance } from './drift.ts';
import { momentsOfValues } from './moments.ts';

const edges = Float64Array.of(-1, 0, 1);
const cell = fc.option(fc.double({ min: -5, max: 5, noNaN: true }), { nil: Number.NaN });
const numbers = fc.array(cell, { maxLength: 30 }).map((values) => numericColumn('x', values));
const binnedOf = (...columns: Parameters<BinnedSum['add']>[0][]) => {
  const sum = new BinnedSum({ kind: 'numbers', edges });
  for (const column of columns) sum.add(column);
  return sum.finish();
};

describe('a binned profile', () => {
  it('is the same for a column whole, in pieces, merged, and by rows', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const whole = numericColumn('x', [...(a.values as Float64Array), ...(b.values as Float64Array)]);
        const rows = new BinnedSum({ kind: 'numbers', edges });
        rows.add(
          whole,
          [...whole.values.keys()].filter((row) => row % 2 === 0),
        );
        rows.add(
          whole,
          [...whole.values.keys()].filter((row) => row % 2 === 1),
        );
        const expected = binnedOf(whole);
        for (const made of [binnedOf(a, b), mergeBinned(binnedOf(a), binnedOf(b)), rows.finish()]) {
          expect(made.counts).toEqual(expected.counts);
          expect(made.missing).toBe(expected.missing);
          expect(made.moments.mean).toBeCloseTo(expected.moments.mean, 10);
          expect(made.moments.m2).toBeCloseTo(expected.moments.m2, 8);
          expect([made.moments.min, made.moments.max]).toEqual([expected.moments.min, expected.moments.max]);
        }
        expect(expected.moments.m2).toBeCloseTo(momentsOfValues(whole.values as Float64Array).m2, 9);
      }),
    );
  });

  it('drifts as the profile it stands for', () => {
    const random = seededRandom(4);
    const draw = (shift: number) =>
      numericColumn(
        'x',
        Array.from({ length: 500 }, (_, i) => (i % 50 === 0 ? Number.NaN : shift + random.normal())),
      );
    const [before, after] = [draw(0), draw(0.5)];
    const reference = profileColumn(before, edges);
    const sum = new BinnedSum(binsOf(reference));
    sum.add(after);
    const [p, q] = [binnedShares(binnedReference(reference)), binnedShares(sum.finish())];
    const expected = drift(reference, profileColumn(after, edges));
    expect(divergence('psi', p, q)).toBeCloseTo(expected.psi, 12);
    expect(divergence('js_divergence', p, q)).toBeCloseTo(expected.jensenShannon, 12);
  });

  it('counts names the reference knew, all others together, and words of texts', () => {
    const reference = profileColumn(categoricalColumn('c', ['b', 'a', 'a', null]));
    const sum = new BinnedSum(binsOf(reference));
    sum.add(categoricalColumn('c', ['a', 'z', 'y', null]));
    sum.add(textColumn('c', ['b a!', null]));
    expect(binnedReference(reference).counts).toEqual(Float64Array.of(2, 1, 0));
    expect(sum.finish()).toMatchObject({ missing: 2, counts: Float64Array.of(2, 1, 2), moments: { count: 4 } });
  });

  it('takes a column of the other kind for missing', () => {
    expect(binnedOf(categoricalColumn('x', ['a', 'b']))).toMatchObject({ missing: 2, moments: { count: 0 } });
  });

  it('reads back as it was written, also only some of many, in fifty bytes or so', () => {
    const names = new BinnedSum({ kind: 'names', levels: ['a'] });
    names.add(categoricalColumn('c', ['a', 'b', null]));
    const many = [binnedOf(numericColumn('x', [1, 2, Number.NaN])), names.finish(), binnedOf()];
    const bytes = writeBinned(many);
    expect(readBinned(bytes)).toEqual(many);
    expect(readBinned(bytes, [1, 7])).toEqual([many[1], null]);
    expect(writeBinned([many[0] as (typeof many)[0]]).length).toBeLessThan(50);
    const large = { ...(many[1] as (typeof many)[0]), missing: 2 ** 52 + 1 };
    expect(readBinned(writeBinned([large]))).toEqual([large]);
    for (const wrong of [bytes.slice(1), bytes.slice(0, -1), Uint8Array.of(1, 200)]) {
      expect(() => readBinned(wrong)).toThrow(expect.objectContaining({ code: 'format.not-a-profile' }));
    }
  });

  it('tells its shares as it was written', () => {
    const look = new BinnedLook();
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const both = [binnedOf(a), binnedOf(b)];
        look.open(writeBinned(both));
        both.forEach((profile, place) => {
          const shares = new Float64Array(edges.length + 2);
          look.shares(place, 'numbers', shares);
          expect([look.isReported, look.rows]).toEqual([true, profile.missing + profile.moments.count]);
          expect(shares).toEqual(binnedShares(profile));
        });
        look.shares(0, 'names', new Float64Array(edges.length + 2));
        expect([look.isReported, look.rows]).toEqual([false, a.values.length]);
        look.shares(1, 'numbers', new Float64Array(3));
        expect([look.isReported, look.rows]).toEqual([false, b.values.length]);
        look.shares(2, 'numbers', new Float64Array(3));
        expect([look.isReported, look.rows]).toEqual([false, 0]);
      }),
    );
  });

  it.each([
    [binnedOf(), new BinnedSum({ kind: 'names', levels: ['a', 'b', 'c'] }).finish()],
    [binnedOf(), new BinnedSum({ kind: 'numbers', edges: Float64Array.of(1) }).finish()],
  ])('refuses to merge other bins (%#)', (a, b) => {
    expect(() => mergeBinned(a, b)).toThrow(expect.objectContaining({ code: 'profile.unlike' }));
  });
});

const shares = fc
  .array(fc.nat(50), { minLength: 4, maxLength: 4 })
  .filter((counts) => counts.some((count) => count > 0))
  .map((counts) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    return Float64Array.from(counts, (count) => count / total);
  });

describe('divergences', () => {
  it('are worked out by hand', () => {
    const [p, q] = [Float64Array.of(0.5, 0.5), Float64Array.of(0.25, 0.75)];
    expect(divergence('dissimilarity', p, q)).toBeCloseTo(0.25, 12);
    expect(divergence('kl_divergence', p, q)).toBeCloseTo(0.25 * Math.log(0.5) + 0.75 * Math.log(1.5), 12);
    expect(divergence('hellinger', p, q)).toBeCloseTo(Math.sqrt(1 - Math.sqrt(0.5 * 0.25) - Math.sqrt(0.5 * 0.75)), 12);
  });

  it('are never negative, 0 for equal shares, and within 1 where they are bounded', () => {
    fc.assert(
      fc.property(shares, shares, (p, q) => {
        for (const measure of ['psi', 'kl_divergence', 'dissimilarity', 'hellinger', 'js_divergence'] as const) {
          expect(divergence(measure, p, q)).toBeGreaterThanOrEqual(0);
          expect(divergence(measure, p, p)).toBeCloseTo(0, 6);
          if (!['psi', 'kl_divergence'].includes(measure)) {
            expect(divergence(measure, p, q)).toBeLessThanOrEqual(1 + 1e-12);
          }
        }
      }),
    );
  });

  it('do not exist without rows', () => {
    expect(divergence('psi', Float64Array.of(1, 0), binnedShares(binnedOf()))).toBeNaN();
  });

  it('stay below what chance explains when nothing has moved, about 99 times in 100', () => {
    const random = seededRandom(8);
    const counts = () => {
      const bins = new Float64Array(10);
      for (let i = 0; i < 400; i += 1) {
        const bin = Math.floor(random.next() * 10);
        bins[bin] = (bins[bin] as number) + 1;
      }
      return bins;
    };
    const limit = stabilityByChance(10, 400, 400);
    const above = Array.from({ length: 300 }, () => populationStability(counts(), counts()) > limit);
    expect(above.filter(Boolean).length).toBeLessThanOrEqual(9);
    expect(populationStability(counts(), Float64Array.of(400, 0, 0, 0, 0, 0, 0, 0, 0, 0))).toBeGreaterThan(limit);
  });
});
