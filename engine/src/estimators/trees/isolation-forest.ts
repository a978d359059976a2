import type { Random } from '../../core/random.ts';
import { budgetSpent } from '../../core/run.ts';
import { checkTraining } from '../check-training.ts';
import type { Estimator } from '../estimator.ts';
import { type Constraints, integer } from '../parameters.ts';
import { EnsembleModel } from './ensemble-model.ts';
import { encodeFrame, type Feature, featuresOf } from './feature.ts';
import { CATEGORICAL, MISSING_LEFT, type Tree, TreeNodes } from './tree.ts';

interface IsolationForestParams {
  readonly trees: number;
  /** Rows each tree looks at. */
  readonly sample: number;
}

const params: Constraints<IsolationForestParams> = {
  trees: integer(1, 2000, 200, 'log'),
  sample: integer(2, 65_536, 256, 'log'),
};

const EULER = 0.5772156649015329;

/** Mean depth at which a search in a binary tree of this many rows ends in vain: the measure of "how deep is deep". */
export function usualDepth(rows: number): number {
  if (rows <= 1) return 0;
  return rows <= 2 ? 1 : 2 * (Math.log(rows - 1) + EULER) - (2 * (rows - 1)) / rows;
}

class IsolationTree {
  readonly #rows: WeightedRows;
  readonly #features: readonly Feature[];
  readonly #random: Random;
  readonly #limit: number;
  readonly #nodes = new TreeNodes();

  constructor(rows: WeightedRows, features: readonly Feature[], sample: number, random: Random) {
    this.#rows = rows;
    this.#features = features;
    this.#random = random;
    this.#limit = Math.ceil(Math.log2(Math.max(2, sample)));
  }

  grow(rows: readonly number[]): Tree {
    this.#nodes.add(0);
    this.#split(0, rows, 0);
    return this.#nodes.finish();
  }

  #at(row: number, feature: number): number {
    return this.#rows.matrix[row * this.#features.length + feature] as number;
  }

  #split(node: number, rows: readonly number[], depth: number): void {
    const weight = rows.reduce((sum, row) => sum + (this.#rows.weight[row] as number), 0);
    this.#nodes.cover[node] = weight;
    this.#nodes.value[node] = depth + usualDepth(weight);
    if (depth >= this.#limit || rows.length < 2) return;
    const varying = this.#features
      .map((_, f) => f)
      .filter((f) => rows.some((row) => !same(this.#at(row, f), this.#at(rows[0] as number, f))));
    if (varying.length === 0) return;
    const feature = varying[this.#random.int(varying.length)] as number;
    const goLeft =
      this.#features[feature]?.kind === 'category'
        ? this.#categoryCut(node, feature, rows)
        : this.#numberCut(node, feature, rows);
    const [lefts, rights] = [rows.filter(goLeft), rows.filter((row) => !goLeft(row))];
    const left = this.#nodes.add(0);
    this.#nodes.add(0);
    this.#nodes.feature[node] = feature;
    this.#nodes.left[node] = left;
    this.#split(left, lefts, depth + 1);
    this.#split(left + 1, rights, depth + 1);
  }

  /** A uniform cut between the least and the greatest value; missing values go the drawn way. */
  #numberCut(node: number, feature: number, rows: readonly number[]): (row: number) => boolean {
    const known = rows.map((row) => this.#at(row, feature)).filter((value) => !Number.isNaN(value));
    const low = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const high = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const drawn = Math.fround(low + (high - low) * this.#random.next());
    const cut = drawn >= high ? low : drawn;
    // Without a second known value only "known or missing" is left to ask.
    const missingLeft = low === high ? false : this.#random.next() < 0.5;
    this.#nodes.cut[node] = cut;
    this.#nodes.flags[node] = missingLeft ? MISSING_LEFT : 0;
    return (row) => {
      const value = this.#at(row, feature);
      return Number.isNaN(value) ? missingLeft : value <= cut;
    };
  }

  /** A drawn half of the levels that occur here; missing and all others go right. */
  #categoryCut(node: number, feature: number, rows: readonly number[]): (row: number) => boolean {
    const levels = [...new Set(rows.map((row) => this.#at(row, feature)).filter((code) => !Number.isNaN(code)))].sort(
      (a, b) => a - b,
    );
    const first = levels[this.#random.int(levels.length)] as number;
    const lefts = new Set(levels.filter((level) => level === first || this.#random.next() < 0.5));
    const all = lefts.size === levels.length && rows.every((row) => !Number.isNaN(this.#at(row, feature)));
    if (all) lefts.delete(levels.find((level) => level !== first) ?? first);
    this.#nodes.cut[node] = this.#nodes.addSet(this.#features[feature]?.levels.length ?? 1, lefts);
    this.#nodes.flags[node] = CATEGORICAL;
    return (row) => lefts.has(this.#at(row, feature));
  }
}

const same = (a: number, b: number) => a === b || (Number.isNaN(a) && Number.isNaN(b));

/**
 * Isolation forest: random splits separate unusual rows from the others quickly, so a short path through random trees
 * marks an anomaly. Scores lie in (0, 1); 0.5 is normal (Liu, Ting and Zhou 2008, "Isolation forest", IEEE International
 * Conference on Data Mining).
 */
export const isolationForest: Estimator<IsolationForestParams> = {
  name: 'isolation-forest',
  title: 'Isolation Forest',
  tasks: ['anomaly'],
  params,
  async fit(data, chosen, run) {
    checkTraining(data);
    const features = featuresOf(data.x, data.weight);
    const rows = distinctRows(encodeFrame(features, data.x), features.length, data.weight);
    const trees: Tree[] = [];
    for (let at = 0; at < chosen.trees; at += 1) {
      if (budgetSpent(run) && at > 0) break;
      const random = run.random.fork(`tree ${at}`);
      const drawn = drawRows(rows, chosen.sample, random);
      trees.push(new IsolationTree(drawn, features, chosen.sample, random).grow(Array.from(drawn.weight.keys())));
      run.progress?.((at + 1) / chosen.trees);
    }
    const size = Math.min(
      chosen.sample,
      rows.weight.reduce((sum, weight) => sum + weight, 0),
    );
    const scale = 1 / (trees.length * Math.max(usualDepth(size), Number.MIN_VALUE));
    return new EnsembleModel({ features, trees, starts: Float64Array.of(0), scale, link: 'isolation' });
  },
};

/** Rows of a float32 matrix with what each weighs. */
interface WeightedRows {
  readonly matrix: Float32Array;
  readonly width: number;
  readonly weight: Float64Array;
}

/** Equal rows become one of their common weight, in an order of their own: where a row stood makes no difference. */
function distinctRows(matrix: Float32Array, width: number, weight: Float64Array | undefined): WeightedRows {
  const bits = new Uint32Array(matrix.buffer, matrix.byteOffset, matrix.length);
  const byContent = new Map<string, { row: number; weight: number }>();
  for (let row = 0; row < matrix.length / width; row += 1) {
    const w = weight === undefined ? 1 : (weight[row] as number);
    if (w === 0) continue;
    const content = bits.subarray(row * width, (row + 1) * width).join();
    const known = byContent.get(content);
    if (known === undefined) byContent.set(content, { row, weight: w });
    else known.weight += w;
  }
  const sorted = [...byContent].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return {
    matrix: gather(
      matrix,
      width,
      sorted.map(({ row }) => row),
    ),
    width,
    weight: Float64Array.from(sorted, (value) => value.weight),
  };
}

function gather(matrix: Float32Array, width: number, rows: readonly number[]): Float32Array {
  const picked = new Float32Array(rows.length * width);
  rows.forEach((row, at) => {
    picked.set(matrix.subarray(row * width, (row + 1) * width), at * width);
  });
  return picked;
}

/** Draws rows without replacement, by weight, until they weigh `wanted`; the last one counts in part. */
function drawRows(rows: WeightedRows, wanted: number, random: Random): WeightedRows {
  // Exponential clocks (Efraimidis and Spirakis 2006): the rows whose clocks ring first are a sample by weight.
  const rings = Float64Array.from(rows.weight, (weight) => -Math.log(1 - random.next()) / weight);
  const order = Array.from(rings.keys()).sort((a, b) => (rings[a] as number) - (rings[b] as number));
  const picked: number[] = [];
  const weights: number[] = [];
  let sum = 0;
  for (const row of order) {
    if (sum >= wanted) break;
    const weight = Math.min(rows.weight[row] as number, wanted - sum);
    picked.push(row);
    weights.push(weight);
    sum += weight;
  }
  return { matrix: gather(rows.matrix, rows.width, picked), width: rows.width, weight: Float64Array.from(weights) };
}
