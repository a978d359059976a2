import {
  atLeast,
  bufferOf,
  type KernelMemory,
  kernelMemory,
  type TreeKernels,
  treeKernels,
} from '../kernels/tree-kernels.ts';
import { applyLink, type Ensemble } from './ensemble.ts';
import { type FlatForest, flatten } from './flat-forest.ts';

/** Rows scored at once: their values and sums stay in the second-level cache with the trees. */
const BLOCK = 512;
/** Models stay in kernel memory until this much is in use; then all leave and come back when asked for. */
const RESIDENT_BYTES = 256 * 1024 * 1024;

interface Room {
  memory: KernelMemory;
  kernels: TreeKernels;
  floats: Float32Array;
  doubles: Float64Array;
  used: number;
  generation: number;
}

/** One memory for all predictors of a thread: each reserves address space that many small models could not afford. */
let room: Room | undefined;
/** Values and sums of one block of rows lie in front of the models. */
const WORKSPACE = 4 * 1024 * 1024;

function openRoom(bytes: number): Room {
  if (room === undefined || room.used + bytes > Math.max(RESIDENT_BYTES, WORKSPACE + bytes)) {
    const memory = room?.memory ?? kernelMemory(WORKSPACE + bytes);
    room = viewed(atLeast(memory, WORKSPACE + bytes), WORKSPACE, (room?.generation ?? 0) + 1);
  } else if (room.used + bytes > bufferOf(room.memory).byteLength) {
    const size = Math.max(room.used + bytes, Math.min(RESIDENT_BYTES, 2 * bufferOf(room.memory).byteLength));
    const twin = room.memory.kind === 'twin';
    const memory = atLeast(room.memory, size);
    room = viewed(memory, twin ? WORKSPACE : room.used, room.generation + (twin ? 1 : 0));
  }
  return room;
}

function viewed(memory: KernelMemory, used: number, generation: number): Room {
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
  #enter(): Room {
    if (room !== undefined && room.generation === this.#generation) return room;
    const bytes = this.#forests.reduce((sum, forest) => sum + forest.bytes.length, 0);
    const entered = openRoom(bytes);
    this.#forests.forEach((forest, k) => {
      new Uint8Array(bufferOf(entered.memory)).set(forest.bytes, entered.used);
      this.#places[k] = entered.used;
      entered.used += forest.bytes.length;
    });
    this.#generation = entered.generation;
    return entered;
  }
}
