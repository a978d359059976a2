import { describe, expect, it } from 'vitest';
import fromPython from '../../../golden/local-python.json' with { type: 'json' };
import fromR from '../../../golden/local-r.json' with { type: 'json' };
import { seasonalIndices } from './seasonal-adjustment.ts';
import { seasonalDecomposition } from './seasonal-decomposition.ts';
import { multipleSeasons, stl } from './stl.ts';

const seriesNamed = (name: string) => Float64Array.from(fromR.series[name as keyof typeof fromR.series]);

describe('classical decomposition', () => {
  it(`has the indices of ${fromR.program}`, () => {
    const ratios = seasonalIndices(seriesNamed('air'), 12, true);
    const differences = seasonalIndices(seriesNamed('deaths'), 12, false);
    for (const [i, value] of fromR.decompose.air.entries()) expect(ratios[i]).toBeCloseTo(value, 8);
    for (const [i, value] of fromR.decompose.deaths.entries()) expect(differences[i]).toBeCloseTo(value, 6);
  });
});

describe('seasonal-trend decomposition by loess', () => {
  it.each(fromPython.stl)(`has the components of ${fromPython.program} for $series`, (sample) => {
    const y = seriesNamed(sample.series);
    const { season, trend, rest } = stl(y, sample.period);
    for (const [t, value] of sample.season.entries()) expect(season[t]).toBeCloseTo(value, 5);
    for (const [t, value] of sample.trend.entries()) expect(trend[t]).toBeCloseTo(value, 5);
    for (let t = 0; t < y.length; t += 1) {
      expect((season[t] as number) + (trend[t] as number) + (rest[t] as number)).toBeCloseTo(y[t] as number, 8);
    }
  });
});

describe('several seasons', () => {
  const daily = (t: number) => 10 * Math.sin((2 * Math.PI * t) / 24);
  const weekly = (t: number) => (Math.floor(t / 24) % 7 >= 5 ? -8 : 3);
  const y = Float64Array.from({ length: 24 * 7 * 6 }, (_, t) => 100 + daily(t) + weekly(t));

  it('are told apart', () => {
    const { seasons } = multipleSeasons(y, [24, 168]);
    const middle = 24 * 7 * 3;
    for (let t = middle; t < middle + 24; t += 1) expect((seasons[0] as Float64Array)[t]).toBeCloseTo(daily(t), 0);
  });

  it('are repeated', () => {
    const mean = seasonalDecomposition.fit(y, { periods: [24, 168] }).forecast(168);
    const n = y.length;
    for (let h = 0; h < 168; h += 1) {
      expect(Math.abs((mean[h] as number) - (100 + daily(n + h) + weekly(n + h)))).toBeLessThan(2);
    }
  });
});
