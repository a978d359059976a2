import { describe, expect, it } from 'vitest';
import fromPython from '../../../golden/local-python.json' with { type: 'json' };
import fromR from '../../../golden/local-r.json' with { type: 'json' };
import type { Forecaster } from '../forecaster.ts';
import { dynamicOptimisedTheta, optimisedTheta, theta } from './theta.ts';
import { GrowingLine } from './theta-fit.ts';

const seriesNamed = (name: string) => Float64Array.from(fromR.series[name as keyof typeof fromR.series]);

/** Largest distance from the reference as a share of it. */
function distance(forecaster: Forecaster, sample: { series: string; period: number; mean: readonly number[] }): number {
  const spec = { periods: sample.period > 1 ? [sample.period] : [] };
  const mean = forecaster.fit(seriesNamed(sample.series), spec).forecast(sample.mean.length);
  return Math.max(...sample.mean.map((value, h) => Math.abs((mean[h] as number) / value - 1)));
}

describe(fromPython.program, () => {
  it.each(fromPython.theta)('Theta of $series', (sample) => {
    expect(distance(theta, sample)).toBeLessThan(fromPython.tolerance.theta);
  });

  it.each(fromPython.optimisedTheta)('optimised Theta of $series', (sample) => {
    expect(distance(optimisedTheta, sample)).toBeLessThan(fromPython.tolerance.optimisedTheta);
  });

  it.each(fromPython.dynamicOptimisedTheta)('dynamic optimised Theta of $series', (sample) => {
    expect(distance(dynamicOptimisedTheta, sample)).toBeLessThan(fromPython.tolerance.optimisedTheta);
  });
});

describe('GrowingLine', () => {
  it('is the least-squares line through the rows so far', () => {
    const line = new GrowingLine();
    for (const value of [3, 5, 4, 8, 9]) line.add(value);
    expect(line.slope).toBeCloseTo(1.5, 12);
    expect(line.intercept).toBeCloseTo(1.3, 12);
  });
});

describe('the Theta family', () => {
  it('goes on along a straight line', () => {
    const line = Float64Array.from({ length: 40 }, (_, t) => 100 + 2 * t);
    const mean = optimisedTheta.fit(line, { periods: [] }).forecast(3);
    for (let h = 0; h < 3; h += 1) expect(Math.abs((mean[h] as number) - (180 + 2 * h))).toBeLessThan(1);
  });

  it('names the season it adjusted for', () => {
    expect(theta.fit(seriesNamed('air'), { periods: [12] }).detail).toContain('season [12]');
    expect(theta.fit(seriesNamed('nile'), { periods: [12] }).detail).not.toContain('season');
  });
});
