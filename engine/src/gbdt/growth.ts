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
