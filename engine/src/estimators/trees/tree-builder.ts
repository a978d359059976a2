import type { Session } from './session.ts';
import { CATEGORICAL, MISSING_LEFT, type Tree, TreeNodes } from './tree.ts';

export interface GrowthRules {
  readonly maxLeaves: number;
  readonly maxDepth: number;
  readonly minRows: number;
  readonly minHessian: number;
  readonly minGain: number;
  /** Hessians are plain row weights, so that rows can be counted from them. */
  readonly countsByHessian: boolean;
  /** Features for this tree, ascending. */
  readonly features: Int32Array;
  /** A fresh choice among them for every node (random forests). A node is known by the path that leads to it. */
  readonly perNode?: (path: string) => Int32Array;
  /** Uniform draws for the randomised cuts of a node. */
  readonly draw?: (path: string) => () => number;
}

/** A leaf while its tree grows: rows [begin, begin + count) of the index. */
export interface Leaf {
  readonly node: number;
  /** l and r for each turn from the root: what is drawn for a node does not depend on when it was reached. */
  readonly path: string;
  readonly begin: number;
  readonly count: number;
  readonly depth: number;
  readonly g: number;
  readonly h: number;
  readonly low: number;
  readonly high: number;
  slot: number;
  split: Split | undefined;
}

export interface GrownTree {
  readonly tree: Tree;
  /** In the order of their rows. */
  readonly leaves: readonly Leaf[];
}

export interface Split {
  readonly feature: number;
  /** Numeric: values up to this bin go left. */
  readonly bin: number;
  readonly missingLeft: boolean;
  readonly gl: number;
  readonly hl: number;
  readonly gain: number;
  /** Categories: bits of the bins that go left. */
  readonly set: Uint32Array;
}

/** What a monotone split allows its children to answer. */
interface Bounds {
  readonly leftLow: number;
  readonly leftHigh: number;
  readonly rightLow: number;
  readonly rightHigh: number;
}

const FREE: Bounds = {
  leftLow: Number.NEGATIVE_INFINITY,
  leftHigh: Number.POSITIVE_INFINITY,
  rightLow: Number.NEGATIVE_INFINITY,
  rightHigh: Number.POSITIVE_INFINITY,
};

/** Collects the nodes of a tree while it grows, in terms of values instead of bins. */
export class TreeBuilder {
  readonly #session: Session;
  readonly #nodes = new TreeNodes();

  constructor(session: Session) {
    this.#session = session;
  }

  root(): number {
    return this.#nodes.add(0);
  }

  cover(node: number, cover: number): void {
    this.#nodes.cover[node] = cover;
  }

  /** The answer of a leaf within its bounds, before shrinking. */
  valueOf({ g, h, low, high }: Leaf): number {
    return h + this.#session.rules.l2 > 0 ? Math.min(high, Math.max(low, -g / (h + this.#session.rules.l2))) : 0;
  }

  scoreOf(leaf: Leaf, l2: number): number {
    const value = this.valueOf(leaf);
    return -(2 * leaf.g * value + (leaf.h + l2) * value * value);
  }

  /** Which bins go left, as a table for the partition. */
  writeTable(split: Split): void {
    const { buffer, layout, levelBins } = this.#session;
    const table = new Uint8Array(buffer, layout.table, 256);
    const category = levelBins[split.feature] !== undefined;
    for (let bin = 0; bin < 256; bin += 1) {
      table[bin] = category ? ((split.set[bin >> 5] as number) >> (bin & 31)) & 1 : bin <= split.bin ? 1 : 0;
    }
    table[0] = split.missingLeft ? 1 : 0;
  }

  /** Turns a leaf into a split; gives the number of its left child and the bounds of both. */
  split(leaf: Leaf, split: Split): [number, Bounds] {
    const { node } = leaf;
    const levels = this.#session.levelBins[split.feature];
    const nodes = this.#nodes;
    nodes.feature[node] = split.feature;
    nodes.flags[node] = (split.missingLeft ? MISSING_LEFT : 0) | (levels === undefined ? 0 : CATEGORICAL);
    const cuts = this.#session.cuts[split.feature] as Float32Array;
    nodes.cut[node] =
      levels === undefined ? (cuts[split.bin - 1] as number) : nodes.addSet(levels.length, leftLevels(levels, split));
    nodes.gain[node] = split.gain;
    const left = nodes.add(split.hl);
    nodes.add(leaf.h - split.hl);
    nodes.left[node] = left;
    return [left, this.#bounds(leaf, split)];
  }

  #bounds(leaf: Leaf, split: Split): Bounds {
    const direction = this.#session.monotone[split.feature] as number;
    if (direction === 0) return FREE;
    const left = this.valueOf({ ...leaf, g: split.gl, h: split.hl });
    const right = this.valueOf({ ...leaf, g: leaf.g - split.gl, h: leaf.h - split.hl });
    const middle = (left + right) / 2;
    return direction > 0
      ? { ...FREE, leftHigh: middle, rightLow: middle }
      : { ...FREE, leftLow: middle, rightHigh: middle };
  }

  /** The tree, its leaves still without values. */
  finish(): Tree {
    return this.#nodes.finish();
  }
}

/** The levels whose bin goes left; those too rare for a bin go where missing values go. */
function leftLevels(levels: Uint8Array, { missingLeft, set }: Split): number[] {
  return [...levels.keys()].filter((level) => {
    const bin = levels[level] as number;
    return bin === 0 ? missingLeft : (((set[bin >> 5] as number) >> (bin & 31)) & 1) === 1;
  });
}
