import { describe, expect, it } from 'vitest';
import { completeHistory } from './history.ts';
import { guardForecast } from './local-model.ts';

const spec = { periods: [] };
const range = Float64Array.from({ length: 40 }, (_, t) => 10 + (t % 11));

describe('guardForecast', () => {
  it('clips to the recent range plus or minus one range', () => {
    expect(Array.from(guardForecast(Float64Array.of(15, 1e9, -1e9), range, spec))).toEqual([15, 30, 0]);
  });

  it('goes below zero where the history did', () => {
    const signed = range.map((value) => value - 15);
    expect(guardForecast(Float64Array.of(-1e9), signed, spec)[0]).toBe(-15);
  });

  it('puts the last value where a number is missing', () => {
    expect(guardForecast(Float64Array.of(Number.NaN), range, spec)[0]).toBe(range.at(-1));
  });

  it('looks at the whole history where the recent rows are all the same', () => {
    const asleep = Float64Array.from([3, 9, ...new Array(200).fill(0)]);
    expect(guardForecast(Float64Array.of(4), asleep, spec)[0]).toBe(4);
  });
});

describe('completed', () => {
  it('draws a line through gaps and repeats the season at the end', () => {
    const y = Float64Array.of(1, Number.NaN, Number.NaN, 4, 5, Number.NaN, Number.NaN);
    expect(Array.from(completeHistory(y, 2))).toEqual([1, 2, 3, 4, 5, 4, 5]);
  });

  it('hands back the same array where nothing is missing', () => {
    expect(completeHistory(range, 1)).toBe(range);
  });
});
