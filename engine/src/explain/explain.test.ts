import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import type { TrainingData } from '../estimators/estimator.ts';
import { nearestNeighbours } from '../estimators/neighbours/nearest-neighbours.ts';
import { defaultParams } from '../estimators/parameters.ts';
import type { EnsembleModel } from '../estimators/trees/ensemble-model.ts';
import { randomForest } from '../estimators/trees/forest.ts';
import { gbdt } from '../estimators/trees/gbdt.ts';
import { leafOf, type Tree } from '../estimators/trees/tree.ts';
import { categoricalColumn, numericColumn } from '../frame/build-columns.ts';
import { frame, takeRows } from '../frame/frame.ts';
import { explainRows, explainTrees, featureImpact } from './explain-rows.ts';
import { addTreeShap, expectedValue } from './tree-shap.ts';

function rowsOf(rows: number, seed: number): TrainingData {
  const random = seededRandom(seed);
  const numbers = ['a', 'b', 'c'].map((name) =>
    numericColumn(
      name,
      Array.from({ length: rows }, () => (random.next() < 0.1 ? null : random.normal())),
    ),
  );
  const towns = Array.from({ length: rows }, () => 'xyz'[random.int(3)] as string);
  const cell = (at: number, row: number) => (numbers[at]?.values[row] as number) || 0;
  const y = Float64Array.from(
    { length: rows },
    (_, row) => 3 * cell(0, row) + cell(1, row) * (towns[row] === 'x' ? 2 : 0),
  );
  return { x: frame([...numbers, categoricalColumn('town', towns)]), y, task: 'regression' };
}

/** Shapley values by their definition: every subset of features, the unknown ones averaged over the branches. */
function byDefinition(tree: Tree, row: Float32Array): number[] {
  const known = (node: number, set: number): number => {
    const left = tree.left[node] as number;
    if (left < 0) return tree.value[node] as number;
    const feature = tree.feature[node] as number;
    if (set & (1 << feature))
      return known((row[feature] as number) <= (tree.cut[node] as number) ? left : left + 1, set);
    const [l, r] = [tree.cover[left] as number, tree.cover[left + 1] as number];
    return (l * known(left, set) + r * known(left + 1, set)) / (l + r);
  };
  const factorial = [1, 1, 2, 6];
  return [0, 1, 2].map((feature) => {
    let sum = 0;
    for (let set = 0; set < 8; set += 1) {
      if (set & (1 << feature)) continue;
      const size = [0, 1, 2].filter((f) => set & (1 << f)).length;
      const weight = ((factorial[size] as number) * (factorial[2 - size] as number)) / 6;
      sum += weight * (known(0, set | (1 << feature)) - known(0, set));
    }
    return sum;
  });
}

/** A full tree of depth 3 that may ask a feature twice. */
const trees = fc
  .record({
    feature: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 7, maxLength: 7 }),
    cut: fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 }),
    value: fc.array(fc.float({ min: -9, max: 9, noNaN: true }), { minLength: 8, maxLength: 8 }),
    cover: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ feature, cut, value, cover }): Tree => {
    const covers = [...Array<number>(7).fill(0), ...cover];
    for (let node = 6; node >= 0; node -= 1)
      covers[node] = (covers[2 * node + 1] as number) + (covers[2 * node + 2] as number);
    return {
      feature: Int32Array.from([...feature, ...Array<number>(8).fill(0)]),
      flags: new Uint8Array(15),
      cut: Float32Array.from([...cut, ...Array<number>(8).fill(0)]),
      left: Int32Array.from({ length: 15 }, (_, node) => (node < 7 ? 2 * node + 1 : -1)),
      value: Float32Array.from([...Array<number>(7).fill(0), ...value]),
      gain: new Float32Array(15),
      cover: Float32Array.from(covers),
      sets: new Int32Array(0),
    };
  });

describe('tree explanations', () => {
  it('are the Shapley values of the definition', () => {
    fc.assert(
      fc.property(trees, fc.float32Array({ minLength: 3, maxLength: 3, min: -1, max: 1, noNaN: true }), (tree, row) => {
        const out = new Float64Array(3);
        addTreeShap(tree, row, 0, 1, out, 0);
        byDefinition(tree, row).forEach((value, f) => {
          expect(out[f]).toBeCloseTo(value, 6);
        });
        const sum = out.reduce((total, value) => total + value, expectedValue(tree));
        expect(sum).toBeCloseTo(tree.value[leafOf(tree, row)] as number, 6);
      }),
    );
  });

  it.each(['gbdt', 'random-forest'])('%s: add up to the score of every row', async (name) => {
    const data = rowsOf(120, 4);
    const run = { random: seededRandom(1) };
    const fit = () =>
      name === 'gbdt'
        ? gbdt.fit(data, defaultParams(gbdt.params), run)
        : randomForest.fit(data, { ...defaultParams(randomForest.params), trees: 20 }, run);
    const model = (await fit()) as EnsembleModel;
    const { base, values, columns } = explainTrees(model, data.x);
    model.scores(data.x).forEach((score, row) => {
      const parts = values.subarray(row * columns.length, (row + 1) * columns.length);
      expect(parts.reduce((sum, part) => sum + part, base[0] as number)).toBeCloseTo(score, 5);
    });
  });
});

describe('explanations of any model', () => {
  it('add up to the answer, from sampled orders', async () => {
    const data = rowsOf(80, 6);
    const random = seededRandom(2);
    const model = await nearestNeighbours.fit(data, defaultParams(nearestNeighbours.params), { random });
    const few = takeRows(data.x, Int32Array.of(3, 9, 27));
    const { base, values, columns } = explainRows(model, few, { rows: data.x, random, orders: 4 });
    model.predict(few).forEach((answer, row) => {
      const parts = values.subarray(row * columns.length, (row + 1) * columns.length);
      expect(parts.reduce((sum, part) => sum + part, base[0] as number)).toBeCloseTo(answer, 9);
    });
  });

  it('rank the columns by what the model owes to them', async () => {
    const data = rowsOf(500, 8);
    const model = await gbdt.fit(data, defaultParams(gbdt.params), { random: seededRandom(1) });
    const error = (answers: Float64Array) =>
      answers.reduce((sum, answer, row) => sum + (answer - (data.y[row] as number)) ** 2, 0);
    const impact = featureImpact(model, { x: data.x, error }, { random: seededRandom(3) });
    expect(impact.map(({ column }) => column)).toEqual(['a', 'b', 'town', 'c']);
    expect(impact[0]?.normalised).toBe(1);
    expect(impact[3]?.normalised).toBeLessThan(0.01);
  });
});
