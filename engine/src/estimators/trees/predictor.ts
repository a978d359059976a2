import { atLeast, bufferOf, type KernelMemory, kernelMemory, treeKernels } from '../../kernels/kernel-memory.ts';
import type { TreeKernels } from '../../kernels/tree-kernels.ts';
import { applyLink, CATEGORICAL, depthOf, type Ensemble, MISSING_LEFT, type Tree } from './tree.ts';

/** Rows scored at once: their values and sums stay in the second-level cache with the trees. */
const BLOCK = 512;
/** Models stay in kernel memory until this much is in use; then all leave and come back when asked for. */
const RESIDENT_BYTES = 256 * 1024 * 1024;

interface Workspace {
  memory: KernelMemory;
  kernels: TreeKernels;
  floats: Float32Array;
  doubles: Float64Array;
  used: number;
  generation: number;
}

/** One memory for all predictors of a thread: each reserves address space that many small models could not afford. */
let workspace: Workspace | undefined;
/** Values and sums of one block of rows lie in front of the models. */
const WORKSPACE = 4 * 1024 * 1024;

function openWorkspace(bytes: number): Workspace {
  if (workspace === undefined || workspace.used + bytes > Math.max(RESIDENT_BYTES, WORKSPACE + bytes)) {
    const memory = workspace?.memory ?? kernelMemory(WORKSPACE + bytes);
    workspace = viewMemory(atLeast(memory, WORKSPACE + bytes), WORKSPACE, (workspace?.generation ?? 0) + 1);
  } else if (workspace.used + bytes > bufferOf(workspace.memory).byteLength) {
    const size = Math.max(workspace.used + bytes, Math.min(RESIDENT_BYTES, 2 * bufferOf(workspace.memory).byteLength));
    const reference = workspace.memory.kind === 'reference';
    const memory = atLeast(workspace.memory, size);
    workspace = viewMemory(memory, reference ? WORKSPACE : workspace.used, workspace.generation + (reference ? 1 : 0));
  }
  return workspace;
}

function viewMemory(memory: KernelMemory, used: number, generation: number): Workspace {
  const buffer = bufferOf(memory);
  const floats = new Float32Array(buffer, 0, WORKSPACE / 4);
  return {
    memory,
    kernels: treeKernels(memory),
    floats,
    doubles: new Float64Array(buffer, 0, WORKSPACE / 8),
    used,
    generation,
  };
}

/** Answers rows of float32 features with the trees of an ensemble. */
export class Predictor {
  readonly #ensemble: Ensemble;
  readonly #forests: readonly FlatForest[];
  readonly #places: number[] = [];
  #generation = -1;

  constructor(ensemble: Ensemble) {
    this.#ensemble = ensemble;
    const outputs = ensemble.starts.length;
    this.#forests = Array.from(ensemble.starts, (_, k) => flatten(ensemble.trees.filter((_, i) => i % outputs === k)));
  }

  get width(): number {
    return this.#ensemble.features.length;
  }

  /** The answers of one row; `row` holds the features in their order. */
  row(row: Float32Array, out: Float64Array): void {
    const { starts, scale, link } = this.#ensemble;
    const { kernels, floats } = this.#enter();
    // 0 x value is 0 for every number and NaN for a missing one.
    let check = 0;
    for (let i = 0; i < row.length; i += 1) {
      const value = row[i] as number;
      floats[16 + i] = value;
      check += value * 0;
    }
    const plain = check === 0;
    for (let k = 0; k < starts.length; k += 1) {
      const forest = this.#forests[k] as FlatForest;
      const at = this.#places[k] as number;
      const sum =
        plain && !forest.categories
          ? kernels.predictRow(at, at + forest.treesAt, forest.count, 64)
          : kernels.predictRowAny(at, at + forest.treesAt, forest.count, 64, at + forest.setsAt);
      out[k] = (starts[k] as number) + scale * sum;
    }
    applyLink(link, out, 0, starts.length);
  }

  /** The scores (before the link) of `n` rows, row-major, appended to `out` from row `first` on. */
  #block(matrix: Float32Array, n: number, out: Float64Array, first: number): void {
    const { starts, scale } = this.#ensemble;
    const { kernels, floats, doubles } = this.#enter();
    const width = this.width;
    const rowsAt = 64 + BLOCK * 8;
    const offset = rowsAt / 4;
    floats.set(matrix, offset);
    let check = 0;
    for (let i = 0; i < matrix.length; i += 1) check += (matrix[i] as number) * 0;
    const plain = check === 0;
    for (let k = 0; k < starts.length; k += 1) {
      const forest = this.#forests[k] as FlatForest;
      const at = this.#places[k] as number;
      doubles.fill(0, 8, 8 + n);
      if (plain && !forest.categories)
        kernels.predictBatch(at, at + forest.treesAt, forest.count, rowsAt, width * 4, n, 64);
      else kernels.predictBatchAny(at, at + forest.treesAt, forest.count, rowsAt, width * 4, n, 64, at + forest.setsAt);
      for (let i = 0; i < n; i += 1) {
        out[(first + i) * starts.length + k] = (starts[k] as number) + scale * (doubles[8 + i] as number);
      }
    }
  }

  /** The scores of a row-major matrix, rows x outputs. */
  scores(matrix: Float32Array): Float64Array {
    const rows = this.width === 0 ? 0 : matrix.length / this.width;
    const out = new Float64Array(rows * this.#ensemble.starts.length);
    const step = Math.max(1, Math.min(BLOCK, Math.floor((WORKSPACE - 64 - BLOCK * 8) / (this.width * 4))));
    for (let first = 0; first < rows; first += step) {
      const n = Math.min(step, rows - first);
      this.#block(matrix.subarray(first * this.width, (first + n) * this.width), n, out, first);
    }
    return out;
  }

  /** The answers of a row-major matrix. */
  answers(matrix: Float32Array): Float64Array {
    const out = this.scores(matrix);
    const outputs = this.#ensemble.starts.length;
    for (let at = 0; at < out.length; at += outputs) applyLink(this.#ensemble.link, out, at, outputs);
    return out;
  }

  /** Makes sure that the trees lie in kernel memory. */
  #enter(): Workspace {
    if (workspace !== undefined && workspace.generation === this.#generation) return workspace;
    const bytes = this.#forests.reduce((sum, forest) => sum + forest.bytes.length, 0);
    const entered = openWorkspace(bytes);
    this.#forests.forEach((forest, k) => {
      new Uint8Array(bufferOf(entered.memory)).set(forest.bytes, entered.used);
      this.#places[k] = entered.used;
      entered.used += forest.bytes.length;
    });
    this.#generation = entered.generation;
    return entered;
  }
}

const NODE_BYTES = 16;

/** Trees as bytes for the predict kernels (the layout is described in engine/kernels/trees/predict.ts). */
interface FlatForest {
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
