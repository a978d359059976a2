import { describe, expect, it } from 'vitest';
import golden from '../../golden/local-r.json' with { type: 'json' };
import { seeded } from '../random/random.ts';
import { detectPeriods } from './period-detection.ts';

const random = seeded(3);
const noise = Float64Array.from({ length: 1000 }, () => random.normal());

describe('detectPeriods', () => {
  it('finds the year in monthly data', () => {
    expect(detectPeriods(Float64Array.from(golden.series.air))[0]).toBe(12);
    expect(detectPeriods(Float64Array.from(golden.series.deaths))[0]).toBe(12);
  });

  it('finds the day and the week in hourly data', () => {
    const y = noise.map((e, t) => 5 * Math.sin((Math.PI * t) / 12) + (Math.floor(t / 24) % 7 >= 5 ? -4 : 2) + e);
    expect(detectPeriods(y)).toEqual([24, 168]);
  });

  it('finds nothing in noise, in a random walk and in a line', () => {
    expect(detectPeriods(noise)).toEqual([]);
    let level = 0;
    expect(
      detectPeriods(
        noise.map((e) => {
          level += e;
          return level;
        }),
      ),
    ).toEqual([]);
    expect(detectPeriods(noise.map((_, t) => t))).toEqual([]);
  });

  it('tests only the candidates it is given', () => {
    const y = noise.map((e, t) => 5 * Math.sin((Math.PI * t) / 6) + e);
    expect(detectPeriods(y, { candidates: [7, 12] })).toEqual([12]);
    expect(detectPeriods(y, { candidates: [7, 24] })).toEqual([24]);
    expect(detectPeriods(noise, { candidates: [7, 24] })).toEqual([]);
    expect(detectPeriods(y, { most: 1 })).toEqual([12]);
  });

  it('answers short and empty series', () => {
    expect(detectPeriods(Float64Array.of(1, 2))).toEqual([]);
    expect(detectPeriods(new Float64Array(4).fill(Number.NaN))).toEqual([]);
  });
});
