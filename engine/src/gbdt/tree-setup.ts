import type { KernelMemory } from '../kernels/tree-kernels.ts';
import type { Layout } from './layout.ts';
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
