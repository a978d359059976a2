import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom, shuffledRows } from './random.ts';

const draws = (count: number, draw: () => number) => Array.from({ length: count }, draw);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('seeded random numbers', () => {
  it('repeat for the same seed and differ for neighbouring seeds', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (seed) => {
        const [one, again, other] = [seededRandom(seed), seededRandom(seed), seededRandom(seed + 1)];
        const first = draws(4, one.next);
        expect(draws(4, again.next)).toEqual(first);
        expect(draws(4, other.next)).not.toEqual(first);
      }),
    );
  });

  it('fork by label only, whatever was drawn before', () => {
    const [fresh, used] = [seededRandom(7), seededRandom(7)];
    draws(100, used.next);
    used.fork('other');
    expect(draws(5, used.fork('trees').next)).toEqual(draws(5, fresh.fork('trees').next));
    expect(draws(5, fresh.fork('a').next)).not.toEqual(draws(5, fresh.fork('b').next));
    expect(draws(5, fresh.fork('a').fork('b').next)).not.toEqual(draws(5, fresh.fork('b').fork('a').next));
  });

  it('have the moments of the uniform and of the normal distribution', () => {
    const random = seededRandom(1);
    const uniform = draws(100_000, random.next);
    expect(mean(uniform)).toBeCloseTo(0.5, 2);
    expect(mean(uniform.map((value) => (value - 0.5) ** 2))).toBeCloseTo(1 / 12, 3);
    const normal = draws(100_000, random.normal);
    expect(Math.abs(mean(normal))).toBeLessThan(0.01);
    expect(mean(normal.map((value) => value ** 2))).toBeCloseTo(1, 1);
    expect(mean(normal.map((value) => value ** 4))).toBeCloseTo(3, 0);
  });

  it('fill every integer below the bound evenly', () => {
    const random = seededRandom(3);
    const counts = new Float64Array(7);
    for (let i = 0; i < 70_000; i += 1) {
      const drawn = random.int(7);
      counts[drawn] = (counts[drawn] as number) + 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    // 22.46 is the 99.9 % point of chi-square with 6 degrees of freedom.
    expect(chiSquare).toBeLessThan(22.46);
  });

  it('shuffle without losing a row', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(), (rows, seed) => {
        const order = shuffledRows(rows, seededRandom(seed));
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, row) => row));
      }),
    );
  });
});
