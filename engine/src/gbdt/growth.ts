import type { Tree } from './tree.ts';
import type { Split } from './tree-builder.ts';

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
  /** A fresh choice among them for every node (random forests). */
  readonly perNode?: () => Int32Array;
  /** Uniform draws for randomised cuts. */
  readonly draw?: () => number;
}

/** A leaf while its tree grows: rows [begin, begin + count) of the index. */
export interface Leaf {
  readonly node: number;
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
