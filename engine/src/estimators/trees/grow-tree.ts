import { partitionRows, rowWeight } from './partition-rows.ts';
import type { Session } from './session.ts';
import { type GrownTree, type GrowthRules, type Leaf, type Split, TreeBuilder } from './tree-builder.ts';
import { blocksFor, HISTOGRAM_BYTES, LEAF_DOUBLES, RESULT_DOUBLES, ROWS, SET_BYTES, STEP } from './tree-setup.ts';

/** Grows one tree, best leaf first, from the gradients and the first `rows` entries of the index. */
export function growTree(session: Session, rules: GrowthRules, rows: number): GrownTree {
  const grower = new Grower(session, rules);
  return grower.grow(rows);
}

class Grower {
  readonly #session: Session;
  readonly #rules: GrowthRules;
  readonly #doubles: Float64Array;
  readonly #list: Uint32Array;
  readonly #binsOf: Uint32Array;
  readonly #free: number[];
  readonly #builder: TreeBuilder;
  #features: Int32Array;

  constructor(session: Session, rules: GrowthRules) {
    const { buffer, layout } = session;
    this.#session = session;
    this.#rules = rules;
    this.#doubles = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
    this.#list = new Uint32Array(buffer, layout.list, layout.features);
    this.#binsOf = new Uint32Array(buffer, layout.binsOf, layout.features);
    this.#free = Array.from({ length: layout.slots }, (_, slot) => layout.slots - 1 - slot);
    this.#builder = new TreeBuilder(session);
    this.#features = rules.features;
    this.#useFeatures(rules.features);
  }

  grow(rows: number): GrownTree {
    const leaves = [this.#root(rows)];
    while (leaves.length < this.#rules.maxLeaves) {
      const best = this.#mostGain(leaves);
      if (best === undefined || best.split === undefined) break;
      const [left, right] = this.#divide(best, best.split);
      leaves.splice(leaves.indexOf(best), 1, left, right);
      if (leaves.length < this.#rules.maxLeaves) this.#searchChildren(best, left, right);
    }
    return { tree: this.#builder.finish(), leaves };
  }

  #mostGain(leaves: readonly Leaf[]): Leaf | undefined {
    let best: Leaf | undefined;
    for (const leaf of leaves) {
      if (leaf.split !== undefined && (best?.split === undefined || leaf.split.gain > best.split.gain)) best = leaf;
    }
    return best;
  }

  #useFeatures(features: Int32Array): void {
    this.#features = features;
    for (let p = 0; p < features.length; p += 1) {
      this.#list[p] = features[p] as number;
      this.#binsOf[p] = this.#session.bins[features[p] as number] as number;
    }
  }

  #root(rows: number): Leaf {
    const { layout } = this.#session;
    const whole = rows === layout.rows && this.#features.length === layout.features;
    const unknown: Leaf = {
      node: this.#builder.root(),
      path: '',
      begin: 0,
      count: rows,
      depth: 0,
      g: 0,
      h: 0,
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
      slot: this.#free.pop() as number,
      split: undefined,
    };
    // The first feature's histogram gives the sums of the root; only then can its splits be searched.
    this.#step([0, rows, whole ? ROWS.whole : ROWS.indexed, unknown.slot, -1, 0, 0, this.#features.length]);
    const at = (layout.histograms + unknown.slot * layout.features * HISTOGRAM_BYTES) / 8;
    let g = 0;
    let h = 0;
    for (let bin = 0; bin < (this.#binsOf[0] as number); bin += 1) {
      g += this.#doubles[at + 2 * bin] as number;
      h += this.#doubles[at + 2 * bin + 1] as number;
    }
    const root = { ...unknown, g, h };
    this.#builder.cover(root.node, h);
    if (this.#rules.perNode !== undefined) {
      this.#release(root);
      this.#searchAlone(root, this.#rules.perNode(''));
    } else if (this.#canSplit(root)) this.#search(root, undefined, ROWS.counted);
    return root;
  }

  #canSplit(leaf: Leaf): boolean {
    const { maxDepth, minRows, countsByHessian } = this.#rules;
    if (leaf.depth >= maxDepth || leaf.count < 2) return false;
    return countsByHessian ? leaf.h >= 2 * minRows : this.#session.layout.weighted || leaf.count >= 2 * minRows;
  }

  #least(leaf: Leaf): number {
    const { minRows, minHessian, countsByHessian } = this.#rules;
    // Where hessians vary, rows are estimated from them and rounded to the nearest.
    return Math.max(
      minHessian,
      countsByHessian ? minRows : ((minRows - 0.5) * leaf.h) / rowWeight(this.#session, leaf),
    );
  }

  #divide(parent: Leaf, split: Split): [Leaf, Leaf] {
    this.#builder.writeTable(split);
    const { begin, count, depth, low, high } = parent;
    const lefts = partitionRows(this.#session, begin, count, split.feature);
    const [node, bounds] = this.#builder.split(parent, split);
    const shared = { depth: depth + 1, slot: -1, split: undefined };
    const left = {
      ...shared,
      node,
      path: `${parent.path}l`,
      begin,
      count: lefts,
      g: split.gl,
      h: split.hl,
      low: Math.max(low, bounds.leftLow),
      high: Math.min(high, bounds.leftHigh),
    };
    const right = {
      ...shared,
      node: node + 1,
      path: `${parent.path}r`,
      begin: begin + lefts,
      count: count - lefts,
      g: parent.g - split.gl,
      h: parent.h - split.hl,
      low: Math.max(low, bounds.rightLow),
      high: Math.min(high, bounds.rightHigh),
    };
    return [left, right];
  }

  #searchChildren(parent: Leaf, left: Leaf, right: Leaf): void {
    const [small, large] = left.count <= right.count ? [left, right] : [right, left];
    if (this.#rules.perNode !== undefined) {
      for (const leaf of [left, right])
        if (this.#canSplit(leaf)) this.#searchAlone(leaf, this.#rules.perNode(leaf.path));
      return;
    }
    const wanted = this.#canSplit(small) || this.#canSplit(large);
    if (!wanted || parent.slot < 0) {
      this.#release(parent);
      if (wanted) for (const leaf of [small, large]) this.#searchAlone(leaf, this.#features);
      return;
    }
    large.slot = parent.slot;
    parent.slot = -1;
    small.slot = this.#free.pop() ?? -1;
    if (small.slot < 0) {
      // Out of histograms: both children are counted from their rows, one after the other, in the parent's place.
      this.#free.push(large.slot);
      large.slot = -1;
      for (const leaf of [small, large]) this.#searchAlone(leaf, this.#features);
      return;
    }
    this.#search(small, large, ROWS.indexed);
    for (const leaf of [small, large]) if (leaf.split === undefined) this.#release(leaf);
  }

  #release(leaf: Leaf): void {
    if (leaf.slot >= 0) this.#free.push(leaf.slot);
    leaf.slot = -1;
  }

  #searchAlone(leaf: Leaf, features: Int32Array): void {
    if (features !== this.#features) this.#useFeatures(features);
    leaf.slot = this.#free.pop() as number;
    this.#search(leaf, undefined, ROWS.indexed);
    if (this.#rules.perNode !== undefined || this.#free.length === 0) this.#release(leaf);
  }

  /** Histogram of the first leaf; the second, if any, holds the parent's and keeps the difference. */
  #search(small: Leaf, large: Leaf | undefined, rows: number): void {
    const { layout } = this.#session;
    const pair = large === undefined ? [small] : [small, large];
    pair.forEach((leaf, child) => {
      const sums = [leaf.g, leaf.h, this.#least(leaf), leaf.low, leaf.high];
      this.#doubles.set(sums, layout.leafSums / 8 + child * LEAF_DOUBLES);
    });
    const { draw } = this.#rules;
    if (draw !== undefined) {
      pair.forEach((leaf, child) => {
        const next = draw(leaf.path);
        const at = layout.draws / 8 + child * layout.features;
        for (let p = 0; p < this.#features.length; p += 1) this.#doubles[at + p] = next();
      });
    }
    const wanted = pair.map((leaf) => (this.#canSplit(leaf) ? 1 : 0));
    const [first, second = 0] = wanted as [number, number?];
    this.#step([small.begin, small.count, rows, small.slot, large?.slot ?? -1, first, second, this.#features.length]);
    pair.forEach((leaf, child) => {
      leaf.split = wanted[child] === 1 ? this.#bestSplit(leaf, child) : undefined;
    });
  }

  #step(args: readonly [number, number, number, number, number, number, number, number]): void {
    const { team } = this.#session;
    if (args[2] !== ROWS.counted && blocksFor(args[1]) > 1) team.run(STEP.count, ...args);
    team.run(STEP.grow, ...args);
  }

  #bestSplit(leaf: Leaf, child: number): Split | undefined {
    const { layout, rules } = this.#session;
    let best = -1;
    let score = 0;
    const at = (p: number) => layout.results / 8 + (child * layout.features + p) * RESULT_DOUBLES;
    for (let p = 0; p < this.#features.length; p += 1) {
      const found = this.#doubles[at(p)] as number;
      if (found > score) {
        score = found;
        best = p;
      }
    }
    if (best < 0) return undefined;
    const gain = score - this.#builder.scoreOf(leaf, rules.l2);
    if (!(gain > this.#rules.minGain)) return undefined;
    const [, bin, missingLeft, gl, hl] = this.#doubles.subarray(at(best), at(best) + RESULT_DOUBLES) as unknown as [
      number,
      number,
      number,
      number,
      number,
    ];
    const set = new Uint32Array(this.#session.buffer, layout.sets + (child * layout.features + best) * SET_BYTES, 8);
    return {
      feature: this.#features[best] as number,
      bin,
      missingLeft: missingLeft === 1,
      gl,
      hl,
      gain,
      set: set.slice(),
    };
  }
}
