import { type Ensemble, goesLeft, type Tree } from '../estimators/trees/tree.ts';

/**
 * Exact Shapley values of one tree for one row in polynomial time (Lundberg, Erion and Lee 2018, "Consistent
 * individualized feature attribution for tree ensembles", arXiv:1802.03888, algorithm 2). What the row would answer without knowing a feature is the mean
 * over both branches, weighted by the training rows that took each.
 *
 * A path is the list of features asked so far. For each: the share of training rows that go this way (`zero`), whether
 * this row does (`one`), and the summed weight of all feature subsets of each size (`weight`).
 */
class Path {
  readonly feature: Int32Array;
  readonly zero: Float64Array;
  readonly one: Float64Array;
  readonly weight: Float64Array;
  length = 0;

  constructor(capacity: number) {
    this.feature = new Int32Array(capacity);
    this.zero = new Float64Array(capacity);
    this.one = new Float64Array(capacity);
    this.weight = new Float64Array(capacity);
  }

  copyFrom(other: Path): void {
    const { length } = other;
    this.length = length;
    for (let i = 0; i < length; i += 1) {
      this.feature[i] = other.feature[i] as number;
      this.zero[i] = other.zero[i] as number;
      this.one[i] = other.one[i] as number;
      this.weight[i] = other.weight[i] as number;
    }
  }

  extend(zero: number, one: number, feature: number): void {
    const { weight } = this;
    const end = this.length;
    this.feature[end] = feature;
    this.zero[end] = zero;
    this.one[end] = one;
    weight[end] = end === 0 ? 1 : 0;
    for (let i = end - 1; i >= 0; i -= 1) {
      const here = weight[i] as number;
      weight[i + 1] = (weight[i + 1] as number) + (one * here * (i + 1)) / (end + 1);
      weight[i] = (zero * here * (end - i)) / (end + 1);
    }
    this.length += 1;
  }

  /** Takes back the step at `at`, as if its feature had not been asked yet. */
  unwind(at: number): void {
    const end = this.length - 1;
    this.sumWithout(at, true);
    for (let i = at; i < end; i += 1) {
      this.feature[i] = this.feature[i + 1] as number;
      this.zero[i] = this.zero[i + 1] as number;
      this.one[i] = this.one[i + 1] as number;
    }
    this.length = end;
  }

  /** Total weight there would be without the step at `at`; `keep` writes the weights themselves, too. */
  sumWithout(at: number, keep = false): number {
    const { weight } = this;
    const end = this.length - 1;
    const one = this.one[at] as number;
    const zero = this.zero[at] as number;
    let next = weight[end] as number;
    let sum = 0;
    for (let i = end - 1; i >= 0; i -= 1) {
      const here = weight[i] as number;
      let without = 0;
      if (one !== 0) {
        without = (next * (end + 1)) / ((i + 1) * one);
        next = here - (without * zero * (end - i)) / (end + 1);
      } else if (zero !== 0) without = (here * (end + 1)) / (zero * (end - i));
      sum += without;
      if (keep) weight[i] = without;
    }
    return sum;
  }
}

/** Paths by depth, used again for every tree and row. */
const paths: Path[] = [];

function pathAt(depth: number): Path {
  paths[depth] ??= new Path(depth + 2);
  return paths[depth] as Path;
}

/** Adds the Shapley values of one tree, times `scale`, to `out[at + feature]`. */
export function addTreeShap(
  tree: Tree,
  row: Float32Array,
  rowAt: number,
  scale: number,
  out: Float64Array,
  at: number,
): void {
  const visit = (node: number, depth: number, parent: Path | undefined, zero: number, one: number, feature: number) => {
    const path = pathAt(depth);
    if (parent === undefined) path.length = 0;
    else path.copyFrom(parent);
    path.extend(zero, one, feature);
    const left = tree.left[node] as number;
    if (left < 0) {
      const value = scale * (tree.value[node] as number);
      for (let i = 1; i < path.length; i += 1) {
        const place = at + (path.feature[i] as number);
        const share = (path.one[i] as number) - (path.zero[i] as number);
        out[place] = (out[place] as number) + path.sumWithout(i) * share * value;
      }
      return;
    }
    const asked = tree.feature[node] as number;
    const hot = goesLeft(tree, node, row[rowAt + asked] as number) ? left : left + 1;
    const cold = hot === left ? left + 1 : left;
    let zeroBefore = 1;
    let oneBefore = 1;
    for (let i = 1; i < path.length; i += 1) {
      if (path.feature[i] !== asked) continue;
      zeroBefore = path.zero[i] as number;
      oneBefore = path.one[i] as number;
      path.unwind(i);
      break;
    }
    visit(hot, depth + 1, path, zeroBefore * shareOf(tree, node, hot), oneBefore, asked);
    visit(cold, depth + 1, path, zeroBefore * shareOf(tree, node, cold), 0, asked);
  };
  visit(0, 0, undefined, 1, 1, -1);
}

/** The share of a node's training rows that went on to this child. */
function shareOf(tree: Tree, node: number, child: number): number {
  const left = tree.left[node] as number;
  const both = (tree.cover[left] as number) + (tree.cover[left + 1] as number);
  return both > 0 ? (tree.cover[child] as number) / both : 0.5;
}

/** Mean answer of a tree over its training rows. */
export function expectedValue(tree: Tree): number {
  const reach = new Float64Array(tree.left.length);
  reach[0] = 1;
  let sum = 0;
  tree.left.forEach((left, node) => {
    const here = reach[node] as number;
    if (left < 0) {
      sum += here * (tree.value[node] as number);
      return;
    }
    reach[left] = here * shareOf(tree, node, left);
    reach[left + 1] = here * shareOf(tree, node, left + 1);
  });
  return sum;
}

/** Score of each output when nothing is known about a row. */
export function expectedScores({ trees, starts, scale }: Ensemble): Float64Array {
  const base = starts.slice();
  trees.forEach((tree, i) => {
    const output = i % starts.length;
    base[output] = (base[output] as number) + scale * expectedValue(tree);
  });
  return base;
}
