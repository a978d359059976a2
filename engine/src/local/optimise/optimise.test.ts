import { describe, expect, it } from 'vitest';
import { bfgs, finiteSlope } from './bfgs.ts';
import { lineSearch } from './line-search.ts';

const limits = { iterations: 200, tolerance: 1e-12 };
const valley = (x: Float64Array): number => {
  const [a = 0, b = 0] = x;
  return 100 * (b - a * a) ** 2 + (1 - a) ** 2;
};

describe('bfgs', () => {
  it('walks down the curved valley of Rosenbrock', () => {
    const { x, value } = bfgs(finiteSlope(valley, 1e-7), Float64Array.of(-1.2, 1), limits);
    expect(value).toBeLessThan(1e-6);
    expect(x[0]).toBeCloseTo(1, 2);
    expect(x[1]).toBeCloseTo(1, 2);
  });

  it('turns back where the function is undefined', () => {
    const { x } = bfgs(
      finiteSlope(([a = 0]) => (a > 0 ? a - Math.log(a) : Number.POSITIVE_INFINITY)),
      Float64Array.of(0.01),
      limits,
    );
    expect(x[0]).toBeCloseTo(1, 3);
  });

  it('says so where even the start is undefined', () => {
    expect(bfgs(() => Number.NaN, Float64Array.of(1), limits).value).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('lineSearch', () => {
  it('finds the lower of two basins', () => {
    const { x } = lineSearch((at) => Math.min((at - 0.2) ** 2, (at - 0.8) ** 2 - 0.01), 0, 1);
    expect(x).toBeCloseTo(0.8, 3);
  });

  it('finds a minimum at an end', () => {
    expect(lineSearch((x) => x, 2, 5).x).toBe(2);
    expect(lineSearch((x) => -x, 2, 5).x).toBe(5);
  });
});
