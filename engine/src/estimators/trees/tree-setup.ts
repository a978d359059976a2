import type { KernelMemory } from '../../kernels/kernel-memory.ts';
import type { LossSpec } from './loss.ts';
import type { ScanRules } from './scan-special.ts';

/** Steps of the program that all threads of a fit run. */
export const STEP = {
  bin: 0,
  interleave: 1,
  gradients: 2,
  count: 3,
  grow: 4,
  partition: 5,
  place: 6,
  scores: 7,
} as const;

/** Which rows a grow step adds up: those of the index, all of them in order, or none because the histogram is there. */
export const ROWS = { indexed: 0, whole: 1, counted: 2 } as const;

/** What every thread of a fit is given. Plain data and shared memory only. */
export interface TreeSetup {
  readonly memory: KernelMemory;
  readonly layout: Layout;
  readonly loss: LossSpec;
  readonly rules: ScanRules;
  readonly maxBins: number;
  readonly leastInBin: number;
  /** Per feature: 1 for categories. */
  readonly categorical: Uint8Array;
  /** Per feature: -1, 0 or 1. */
  readonly monotone: Int8Array;
  /** Extremely randomised: one drawn cut a feature. */
  readonly randomCuts: boolean;
}

/** begin, rows, which rows, slot of the leaf, slot of its sibling, search the one, search the other, features. */
export type GrowArgs = [number, number, number, number, number, number, number, number];

/** Where the share of one thread begins when n things are divided. */
export const share = (n: number, thread: number, threads: number): number => Math.floor((n * thread) / threads);

/** Leaf sums as the leader writes them: g, h, least, low, high; two leaves. */
export const LEAF_DOUBLES = 5;

/** Sizes that decide where everything lies in the memory of one fit. */
interface Shape {
  readonly rows: number;
  readonly features: number;
  readonly outputs: number;
  readonly weighted: boolean;
  readonly threads: number;
  /** Histograms kept at once, each 4096 bytes a feature. */
  readonly slots: number;
  readonly sampled: number;
}

/** Byte offsets into the kernel memory. Every thread computes nothing: it is handed this record. */
export interface Layout extends Shape {
  readonly stride: number;
  readonly columns: number;
  readonly matrix: number;
  readonly gradients: number;
  readonly scores: number;
  readonly targets: number;
  readonly weights: number;
  readonly index: number;
  readonly scratch: number;
  readonly list: number;
  readonly binsOf: number;
  readonly kinds: number;
  readonly cuts: number;
  readonly histograms: number;
  /** Histograms of the second and later blocks of a large leaf. */
  readonly parts: number;
  readonly results: number;
  readonly sets: number;
  readonly leafSums: number;
  readonly table: number;
  readonly counts: number;
  readonly threadScratch: number;
  readonly loading: number;
  readonly sampleRows: number;
  readonly draws: number;
  readonly bytes: number;
}

export const HISTOGRAM_BYTES = 4096;
export const RESULT_DOUBLES = 5;
export const SET_BYTES = 32;
export const THREAD_SCRATCH = 256 * 24;
/** Words of digit counts the radix sort needs. */
const SORT_COUNTS = 3 * 2048;

/**
 * Large leaves are added up in blocks of rows, each on its own, and the blocks in their order. How many there are depends
 * on the rows alone: a sum comes out the same to the last bit however many threads shared the work.
 */
const SPLIT_ROWS = 16_384;
const MAX_BLOCKS = 8;

export function blocksFor(rows: number): number {
  if (rows < SPLIT_ROWS) return 1;
  return rows < 4 * SPLIT_ROWS ? 2 : rows < 16 * SPLIT_ROWS ? 4 : MAX_BLOCKS;
}

/** A row that lies across two cache lines costs two misses: short rows get a power of two. */
function strideFor(features: number): number {
  for (const size of [8, 16, 32, 64]) if (features <= size) return size;
  return Math.ceil(features / 16) * 16;
}

/** Bytes a thread needs to turn one column into bins: its values, sort keys twice, digit counts. */
export const loadingBytes = (rows: number, sampled: number): number => rows * 4 + sampled * 8 + SORT_COUNTS * 4 + 64;

export function layOut(shape: Shape): Layout {
  const { rows, features, outputs, threads, slots, sampled } = shape;
  // The first bytes stay free, so that offset 0 can mean "none".
  let at = 64;
  const take = (bytes: number) => {
    const start = at;
    at = Math.ceil((at + bytes) / 64) * 64;
    return start;
  };
  const stride = strideFor(features);
  const layout = {
    ...shape,
    stride,
    columns: take(rows * features),
    matrix: take(rows * stride),
    gradients: take(rows * 8),
    scores: take(rows * outputs * 8),
    targets: take(rows * 8),
    weights: shape.weighted ? take(rows * 8) : 0,
    index: take(rows * 4),
    scratch: take(rows * 4),
    list: take(features * 4),
    binsOf: take(features * 4),
    kinds: take(features),
    cuts: take(features * 1024),
    histograms: take(slots * features * HISTOGRAM_BYTES),
    parts: take((rows < SPLIT_ROWS ? 0 : MAX_BLOCKS - 1) * features * HISTOGRAM_BYTES),
    results: take(2 * features * RESULT_DOUBLES * 8),
    sets: take(2 * features * SET_BYTES),
    leafSums: take(16 * 8),
    table: take(256),
    counts: take(threads * 8),
    threadScratch: take(threads * THREAD_SCRATCH),
    loading: take(threads * Math.ceil(loadingBytes(rows, sampled) / 64) * 64),
    sampleRows: take(sampled < rows ? sampled * 4 : 0),
    draws: take(2 * features * 8),
  };
  return { ...layout, bytes: at };
}
