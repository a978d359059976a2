import { metricNamed, type Scored, seededRandom } from '@almanac/engine';
import { describe, expect, it } from 'vitest';
import { emptySum, type Pair, readSum, type SumShape, writeSum } from './accuracy-sum.ts';
import { mergedSum, metricNames, shapeOf, valuesByClass, valuesOf } from './target-metrics.ts';

type Target = Parameters<typeof valuesOf>[0];
const random = seededRandom(7);
const numbers: Target = { type: 'Regression', classes: [] };
const two: Target = { type: 'Binary', classes: ['no', 'yes'] };
const three: Target = { type: 'Multiclass', classes: ['a', 'b', 'c'] };

/** In three parts that are written, read and merged again, as hours are. */
function sumPairs(target: Target, pairs: readonly Pair[]) {
  const parts = [0, 1, 2].map((part) => {
    const shape = shapeOf(target) as SumShape;
    const sum = emptySum(shape, target);
    for (const [row, pair] of pairs.entries()) if (row % 3 === part) shape.add(sum, pair);
    // Read and written once more, as an hour that grows is.
    return writeSum(readSum(writeSum(sum)));
  });
  return mergedSum(target, parts);
}

function scorePairs(pairs: readonly Pair[], classes?: number): Scored {
  return {
    actual: Float64Array.from(pairs, ({ actual }) => actual),
    predicted: Float64Array.from(pairs.flatMap(({ predicted }) => predicted)),
    ...(classes === undefined ? {} : { classes }),
  };
}

const ROUGH = new Set(['Gini Norm', 'AUC', 'Kolmogorov-Smirnov', 'Rate@Top10%', 'Rate@Top5%']);

function expectAlike(target: Target, pairs: readonly Pair[], direct: Scored, rough: number): void {
  const values = valuesOf(target, sumPairs(target, pairs));
  for (const name of metricNames(target)) {
    const expected = metricNamed(name).score(direct);
    const distance = Math.abs((values(name) ?? Number.NaN) - expected);
    expect([name, distance <= (ROUGH.has(name) ? rough : 1e-9 * Math.max(1, Math.abs(expected)))]).toEqual([
      name,
      true,
    ]);
  }
}

describe('sums of pairs', () => {
  it('give the metrics of the engine on numbers', () => {
    const pairs = Array.from({ length: 3000 }, (): Pair => {
      const actual = Math.exp(3 + random.normal());
      return { actual, predicted: [actual * Math.exp(0.3 * random.normal())], decided: null };
    });
    expectAlike(numbers, pairs, scorePairs(pairs), 1e-3);
    const odd = pairs.map(
      ({ actual, predicted }, row): Pair => ({
        actual: row % 5 === 0 ? 0 : row % 7 === 0 ? -actual : actual,
        predicted: predicted.map((value) => (row % 11 === 0 ? -value : value)),
        decided: null,
      }),
    );
    expectAlike(numbers, odd, scorePairs(odd), 5e-3);
  });

  it('give the metrics of the engine on two classes', () => {
    const pairs = Array.from({ length: 3000 }, (): Pair => {
      const chance = 1 / (1 + Math.exp(2 + 2 * random.normal()));
      return { actual: Number(random.next() < chance), predicted: [chance], decided: Number(chance >= 0.5) };
    });
    expectAlike(two, pairs, scorePairs(pairs), 1e-2);
    expect(valuesOf(two, sumPairs(two, pairs))('AUC')).toBeCloseTo(metricNamed('AUC').score(scorePairs(pairs)), 3);
  });

  it('give the metrics of the engine on several classes, and of each against all others', () => {
    const pairs = Array.from({ length: 900 }, (): Pair => {
      const raw = [random.next(), random.next(), random.next()];
      const total = raw.reduce((sum, one) => sum + one, 0);
      const predicted = raw.map((one) => one / total);
      const likeliest = predicted.indexOf(Math.max(...predicted));
      const actual = random.next() < 0.6 ? likeliest : Math.floor(random.next() * 3);
      return { actual, predicted, decided: likeliest };
    });
    expectAlike(three, pairs, scorePairs(pairs, 3), 0);
    const sum = sumPairs(three, pairs);
    valuesByClass(three, sum).forEach((values, c) => {
      const against = {
        actual: Float64Array.from(pairs, ({ actual }) => Number(actual === c)),
        predicted: Float64Array.from(pairs, ({ predicted }) => predicted[c] as number),
      };
      expect(values('LogLoss')).toBeCloseTo(metricNamed('LogLoss').score(against), 10);
      const decided = Float64Array.from(pairs, (pair) => Number(pair.decided === c));
      expect(values('F1')).toBeCloseTo(metricNamed('F1').score({ ...against, predicted: decided }), 10);
    });
  });

  it('know nothing of no pairs, and of anomalies', () => {
    expect(valuesOf(numbers, sumPairs(numbers, []))('RMSE')).toBeNull();
    expect(valuesByClass(three, sumPairs(three, []))[0]?.('LogLoss')).toBeNull();
    expect(metricNames({ type: 'Anomaly', classes: [] })).toEqual([]);
    const sure: Pair = { actual: 1, predicted: [0], decided: 0 };
    const values = valuesOf(two, sumPairs(two, [sure]));
    expect(values('LogLoss')).toBeGreaterThan(30);
    expect(values('AUC')).toBeNull();
  });
});
