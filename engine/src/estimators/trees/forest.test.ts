import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { numericColumn } from '../../frame/build-columns.ts';
import { frame } from '../../frame/frame.ts';
import type { TrainingData } from '../estimator.ts';
import { defaultParams } from '../parameters.ts';
import type { EnsembleModel } from './ensemble-model.ts';
import { extraTrees, randomForest } from './forest.ts';
import { isolationForest, usualDepth } from './isolation-forest.ts';

/** Friedman's first function (1991), the usual yardstick: noise has variance 1, the signal about 24. */
function friedman(rows: number, seed: number): TrainingData {
  const random = seededRandom(seed);
  const columns = Array.from({ length: 10 }, (_, f) =>
    numericColumn(
      `x${f}`,
      Float64Array.from({ length: rows }, () => random.next()),
    ),
  );
  const at = (f: number, row: number) => columns[f]?.values[row] as number;
  const y = Float64Array.from({ length: rows }, (_, row) => {
    const curve = 10 * Math.sin(Math.PI * at(0, row) * at(1, row)) + 20 * (at(2, row) - 0.5) ** 2;
    return curve + 10 * at(3, row) + 5 * at(4, row) + random.normal();
  });
  return { x: frame(columns), y, task: 'regression' };
}

const errorOf = (answers: Float64Array, y: Float64Array) =>
  y.reduce((sum, value, row) => sum + (value - (answers[row] as number)) ** 2, 0) / y.length;

describe.each([randomForest, extraTrees])('$name', (estimator) => {
  const [train, test] = [friedman(1000, 1), friedman(500, 2)];
  const params = { ...defaultParams(estimator.params), trees: 40 };

  it('learns a curve with interactions', async () => {
    const model = await estimator.fit(train, params, { random: seededRandom(3) });
    // scikit-learn 1.9.1 with as many trees, 3 rows a leaf and a third of the columns: 4.4 (forest) and 5.4 (extra trees).
    expect(errorOf(model.predict(test.x), test.y)).toBeLessThan(estimator === randomForest ? 5.2 : 6.2);
  });

  it('grows trees that differ', async () => {
    const model = (await estimator.fit(train, { ...params, trees: 6 }, { random: seededRandom(3) })) as EnsembleModel;
    const cuts = model.ensemble.trees.map((tree) => `${tree.feature[0]} ${tree.cut[0]}`);
    expect(new Set(cuts).size).toBeGreaterThan(2);
  });

  it('gives chances that add up to 1', async () => {
    const y = train.y.map((value) => (value < 11 ? 0 : value < 17 ? 1 : 2));
    const model = await estimator.fit({ ...train, y, task: 'multiclass', classes: 3 }, params, {
      random: seededRandom(3),
    });
    const answers = model.predict(test.x);
    let right = 0;
    for (let row = 0; row < test.y.length; row += 1) {
      const [a, b, c] = answers.subarray(3 * row, 3 * row + 3) as unknown as [number, number, number];
      expect(a + b + c).toBeCloseTo(1, 12);
      const value = test.y[row] as number;
      const truth = value < 11 ? a : value < 17 ? b : c;
      if (truth === Math.max(a, b, c)) right += 1;
    }
    expect(right / test.y.length).toBeGreaterThan(0.65);
  });
});

describe('isolation-forest', () => {
  it('knows the depth of an unsuccessful search (Liu, Ting and Zhou 2008, equation 1)', () => {
    expect(usualDepth(256)).toBeCloseTo(10.2448, 4);
    expect(usualDepth(2)).toBe(1);
    expect(usualDepth(1)).toBe(0);
  });

  it('ranks rows far from all others first', async () => {
    const random = seededRandom(8);
    const cells = () => Float64Array.from({ length: 400 }, (_, row) => (row < 5 ? 7 + row : random.normal()));
    const x = frame([numericColumn('a', cells()), numericColumn('b', cells())]);
    const data: TrainingData = { x, y: new Float64Array(0), task: 'anomaly' };
    const scores = (await isolationForest.fit(data, defaultParams(isolationForest.params), { random })).predict(x);
    const order = Array.from(scores.keys()).sort((p, q) => (scores[q] as number) - (scores[p] as number));
    expect(order.slice(0, 5).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(scores[0]).toBeGreaterThan(0.6);
  });
});
