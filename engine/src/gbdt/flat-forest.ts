import { CATEGORICAL, depthOf, MISSING_LEFT, type Tree } from './tree.ts';

const NODE_BYTES = 16;

/** Trees as bytes for the predict kernels (the layout is described in engine/kernels/trees/predict.ts). */
export interface FlatForest {
  readonly bytes: Uint8Array;
  /** Offsets into `bytes`. */
  readonly treesAt: number;
  readonly setsAt: number;
  readonly count: number;
  /** A tree splits on categories: the plain kernels do not fit. */
  readonly categories: boolean;
}

/** Packs the trees of one output, shallow ones first, so that trees walked together end together. */
export function flatten(trees: readonly Tree[]): FlatForest {
  const order = trees.map((tree) => ({ tree, depth: depthOf(tree) })).sort((a, b) => a.depth - b.depth);
  const nodes = order.reduce((sum, { tree }) => sum + tree.left.length, 0);
  const sets = order.reduce((sum, { tree }) => sum + tree.sets.length, 0);
  const treesAt = nodes * NODE_BYTES;
  const setsAt = treesAt + order.length * 8;
  const bytes = new Uint8Array(Math.ceil((setsAt + sets * 4) / 16) * 16);
  const view = new DataView(bytes.buffer);
  let node = 0;
  let set = 0;
  let categories = false;
  order.forEach(({ tree, depth }, at) => {
    view.setUint32(treesAt + at * 8, node, true);
    view.setInt32(treesAt + at * 8 + 4, depth, true);
    for (let i = 0; i < tree.left.length; i += 1) writeNode(view, tree, i, node, set);
    categories ||= tree.sets.length > 0;
    tree.sets.forEach((word, i) => {
      view.setInt32(setsAt + (set + i) * 4, word, true);
    });
    node += tree.left.length;
    set += tree.sets.length;
  });
  return { bytes, treesAt, setsAt, count: order.length, categories };
}

function writeNode(view: DataView, tree: Tree, i: number, first: number, firstSet: number): void {
  const to = (first + i) * NODE_BYTES;
  const left = tree.left[i] as number;
  const flags = tree.flags[i] as number;
  const leaf = left < 0;
  const cut = tree.cut[i] as number;
  if (leaf) view.setFloat32(to, Number.POSITIVE_INFINITY, true);
  else if (flags & CATEGORICAL) view.setUint32(to, firstSet + cut, true);
  else view.setFloat32(to, cut, true);
  view.setUint16(to + 4, leaf ? 0 : (tree.feature[i] as number), true);
  view.setUint16(to + 6, leaf ? MISSING_LEFT : flags, true);
  view.setUint32(to + 8, leaf ? first + i : first + left, true);
  view.setFloat32(to + 12, tree.value[i] as number, true);
}
