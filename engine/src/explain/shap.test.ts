import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import golden from '../../golden/shap-values.json' with { type: 'json' };
import { seededRandom } from '../core/random.ts';
import { catalogue, estimatorNamed } from '../estimators/catalogue.ts';
import type { Fitted, TrainingData } from '../estimators/estimator.ts';
import { linearModel } from '../estimators/linear/linear-model.ts';
import { EnsembleModel } from '../estimators/trees/ensemble-model.ts';
import { type Tree, TreeNodes } from '../estimators/trees/tree.ts';
import { categoricalColumn, numericColumn, textColumn } from '../frame/build-columns.ts';
import { type Frame, frame, takeRows } from '../frame/frame.ts';
import { type ShapLink, shapImpact, shapSums, shapValues } from './shap.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const columnsOf = (rows: readonly (readonly number[])[]): Frame =>
  frame(
    NAMES.map((name, c) =>
      numericColumn(
        name,
        rows.map((row) => row[c] as number),
      ),
    ),
  );
const background = (rows: Frame) => ({ rows, random: seededRandom(1) });

/** A tree of the other program, with the children of a node next to each other. */
function treeOf(given: (typeof golden.trees)[number]): Tree {
  const nodes = new TreeNodes();
  const fill = (node: number, from: number) => {
    nodes.value[node] = given.value[from] as number;
    const [left, right] = [given.left[from] as number, given.right[from] as number];
    if (left < 0) return;
    nodes.feature[node] = given.feature[from] as number;
    nodes.cut[node] = given.cut[from] as number;
    const first = nodes.add(given.cover[left] as number);
    nodes.left[node] = first;
    nodes.add(given.cover[right] as number);
    fill(first, left);
    fill(first + 1, right);
  };
  nodes.add(given.cover[0] as number);
  fill(0, 0);
  return nodes.finish();
}

describe('Shapley values as the shap package has them', () => {
  const x = columnsOf(golden.x.slice(0, 12));

  it.each(golden.trees.map((tree, at) => [at, tree] as const))('tree %i', (_, given) => {
    const features = NAMES.map((name) => ({ name, kind: 'number' as const, origin: 0, levels: [] }));
    const model = new EnsembleModel({
      features,
      trees: [treeOf(given)],
      starts: Float64Array.of(0),
      scale: 1,
      link: 'identity',
    });
    const { base, values } = shapValues(model, x, background(x));
    expect(base[0]).toBeCloseTo(given.base, 5);
    given.values.flat().forEach((value, at) => {
      expect(values[at]).toBeCloseTo(value, 5);
    });
  });

  it('linear', () => {
    const { intercept, coefficients, base, values: expected } = golden.linear;
    const means = NAMES.map((_, c) => golden.x.reduce((sum, row) => sum + (row[c] as number), 0) / golden.x.length);
    const model = linearModel({
      link: 'identity',
      encoders: NAMES.map((column) => ({ kind: 'number', column, fill: 0, indicator: false })),
      intercepts: Float64Array.of(intercept),
      coefficients: Float64Array.from(coefficients),
      means: Float64Array.from(means),
    });
    const made = shapValues(model, x, background(x));
    expect(made.base[0]).toBeCloseTo(base, 9);
    expected.flat().forEach((value, at) => {
      expect(made.values[at]).toBeCloseTo(value, 9);
    });
  });
});

/** Shapley values by their definition: all subsets of columns, unknown ones taken from each background row in turn. */
function byDefinition(answer: (row: readonly number[]) => number, row: readonly number[], known: readonly number[][]) {
  const worth = (set: number) =>
    known.reduce(
      (sum, other) => sum + answer(row.map((cell, c) => (set & (1 << c) ? cell : (other[c] as number)))),
      0,
    ) / known.length;
  const factorial = [1, 1, 2, 6, 24];
  return row.map((_, c) => {
    let sum = 0;
    for (let set = 0; set < 2 ** row.length; set += 1) {
      if (set & (1 << c)) continue;
      const size = NAMES.filter((__, f) => set & (1 << f)).length;
      const weight = ((factorial[size] as number) * (factorial[3 - size] as number)) / 24;
      sum += weight * (worth(set | (1 << c)) - worth(set));
    }
    return sum;
  });
}

describe('sampled values', () => {
  it('come close to the sum over all subsets', () => {
    const random = seededRandom(3);
    const rows = Array.from({ length: 6 }, () => NAMES.map(() => random.normal()));
    const answer = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => a * b + 2 * c + Math.max(d, 0) * a;
    const cells = (x: Frame, row: number) =>
      x.columns.map((one) => (one.kind === 'numeric' ? (one.values[row] as number) : 0));
    const model: Fitted = {
      predict: (x) => Float64Array.from({ length: x.rows }, (_, row) => answer(cells(x, row))),
      write: () => undefined,
    };
    const x = columnsOf(rows);
    const { values } = shapValues(model, takeRows(x, Int32Array.of(0)), { ...background(x), orders: 6000 });
    byDefinition(answer, rows[0] ?? [], rows).forEach((value, c) => {
      expect(values[c]).toBeCloseTo(value, 1);
    });
  });
});

const INVERSE: Readonly<Record<Exclude<ShapLink, 'softmax'>, (score: number) => number>> = {
  identity: (score) => score,
  logit: (score) => 1 / (1 + Math.exp(-score)),
  log: (score) => Math.exp(score),
};

function respond(link: ShapLink, sums: Float64Array, classes: number): Float64Array {
  if (link !== 'softmax') return sums.map(INVERSE[link]);
  const powers = sums.map(Math.exp);
  return powers.map((power, at) => {
    const first = at - (at % classes);
    return power / powers.subarray(first, first + classes).reduce((sum, one) => sum + one, 0);
  });
}

/** Numbers with gaps, categories and texts. */
function mixed(rows: number, seed: number): Frame {
  const random = seededRandom(seed);
  const gap = <T>(value: T) => (random.next() < 0.1 ? null : value);
  const cells = <T>(make: () => T) => Array.from({ length: rows }, make);
  return frame([
    numericColumn(
      'size',
      cells(() => gap(random.normal())),
    ),
    numericColumn(
      'age',
      cells(() => gap(random.normal())),
    ),
    categoricalColumn(
      'town',
      cells(() => gap('xyz'[random.int(3)] as string)),
    ),
    textColumn(
      'note',
      cells(() => gap(['good room', 'bad room', 'plain', 'good view'][random.int(4)] as string)),
    ),
  ]);
}

const cases = catalogue.flatMap(({ name, tasks }) => tasks.map((task) => [name, task] as const));

describe('every model of the catalogue', () => {
  it.each(cases)('%s, %s: base and values add up to the prediction on the scale of the link', async (name, task) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9999 }), async (seed) => {
        const x = mixed(60, seed);
        const random = seededRandom(seed);
        const size = x.columns[0]?.kind === 'numeric' ? x.columns[0].values : new Float64Array(60);
        const labels = Float64Array.from(size, (value) => Math.min(2, Math.floor(Math.abs(value || 0) * 2)));
        const y = task === 'regression' ? size.map((value) => Math.abs(value || 1) + random.next()) : labels;
        const data: TrainingData =
          task === 'multiclass'
            ? { x, y, task, classes: 3 }
            : { x, y: task === 'binary' ? labels.map((label) => Math.min(1, label)) : y, task };
        const params =
          name === 'gbdt' ? { rounds: 20 } : name.endsWith('trees') || name.endsWith('forest') ? { trees: 15 } : {};
        const model = await estimatorNamed(name).fit(data, params, { random });
        const few = takeRows(x, Int32Array.of(0, 7, 31));
        const made = shapValues(model, few, { rows: x, random, orders: 3 });
        const classes = task === 'multiclass' ? 3 : 1;
        const answers = model.predict(few);
        respond(made.link, shapSums(made), classes).forEach((answer, at) => {
          expect(answer).toBeCloseTo(answers[at] as number, 5);
        });
      }),
      { numRuns: 3 },
    );
  });
});

describe('impact', () => {
  it('is the mean size of values over rows, outputs summed, greatest first', () => {
    const values = Float64Array.of(1, -4, 0, 2, -3, 4, 0, 2);
    expect(shapImpact({ columns: ['a', 'b'], base: Float64Array.of(0, 0), values })).toEqual([
      { column: 'b', impact: 6, normalised: 1 },
      { column: 'a', impact: 2, normalised: 2 / 6 },
    ]);
  });
});
