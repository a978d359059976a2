import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import golden from '../../golden/scipy-drift.json' with { type: 'json' };
import { seededRandom } from '../core/random.ts';
import { categoricalColumn, numericColumn } from '../frame/build-columns.ts';
import { profileColumn } from './column-profile.ts';
import { drift, jensenShannon, populationStability } from './drift.ts';

describe(`drift against ${golden.program}`, () => {
  it.each(golden.cases)('case %#', ({ reference, recent, edges, ...expected }) => {
    const [a, b] = [reference, recent].map((cells) =>
      profileColumn(numericColumn('x', cells), Float64Array.from(edges)),
    );
    const made = drift(a as NonNullable<typeof a>, b as NonNullable<typeof b>);
    expect(made.jensenShannon).toBeCloseTo(expected.jensenShannon, 10);
    // Digests of small samples hold nearly every value, but share them out by halves.
    expect(Math.abs(made.kolmogorovSmirnov - expected.kolmogorovSmirnov)).toBeLessThan(0.03);
  });
});

describe('the population stability index', () => {
  it('is worked out by hand for four bins', () => {
    const expected = (0.2 - 0.1) * Math.log(2) + 0 + (0.3 - 0.4) * Math.log(0.75);
    expect(populationStability(Float64Array.of(10, 20, 30, 40), Float64Array.of(20, 20, 30, 30))).toBeCloseTo(
      expected,
      12,
    );
  });
});

const shares = fc
  .array(fc.nat(50), { minLength: 5, maxLength: 5 })
  .filter((counts) => counts.some((count) => count > 0));
describe('drift scores', () => {
  it('are symmetric, never negative, bounded, and 0 for equal shares', () => {
    fc.assert(
      fc.property(shares, shares, (one, other) => {
        const [p, q] = [Float64Array.from(one), Float64Array.from(other)];
        expect(populationStability(p, q)).toBeCloseTo(populationStability(q, p), 9);
        expect(populationStability(p, q)).toBeGreaterThanOrEqual(0);
        expect(jensenShannon(p, q)).toBeCloseTo(jensenShannon(q, p), 9);
        expect(jensenShannon(p, q)).toBeLessThanOrEqual(1 + 1e-12);
        expect(
          jensenShannon(
            p,
            p.map((count) => 3 * count),
          ),
        ).toBeCloseTo(0, 12);
      }),
    );
  });

  const random = seededRandom(9);
  const normal = (shift: number) =>
    profileColumn(
      numericColumn(
        'x',
        Array.from({ length: 3000 }, () => shift + random.normal()),
      ),
    );

  it('grow with the shift', () => {
    const reference = normal(0);
    const scores = [0, 0.3, 1, 3].map((shift) => drift(reference, normal(shift)));
    for (const score of ['psi', 'jensenShannon', 'kolmogorovSmirnov'] as const) {
      const values = scores.map((made) => made[score]);
      expect(values).toEqual([...values].sort((a, b) => a - b));
    }
    expect(scores[0]?.psi).toBeLessThan(0.05);
    expect(scores[3]?.psi).toBeGreaterThan(0.25);
  });

  it('see new categories and cells that dry up', () => {
    const before = profileColumn(categoricalColumn('c', ['a', 'a', 'b', 'b']));
    const renamed = profileColumn(categoricalColumn('c', ['a', 'a', 'z', 'z']));
    const dried = profileColumn(categoricalColumn('c', ['a', null, 'b', null]));
    expect(drift(before, renamed).jensenShannon).toBeCloseTo(0.5, 12);
    expect(drift(before, dried).psi).toBeGreaterThan(0.25);
    expect(drift(before, before).psi).toBe(0);
  });

  it('do not exist without rows', () => {
    expect(drift(normal(0), profileColumn(numericColumn('x', []))).psi).toBeNaN();
  });
});
