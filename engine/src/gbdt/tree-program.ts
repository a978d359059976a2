import { bufferOf, type KernelMemory, type TreeKernels, treeKernels } from '../kernels/tree-kernels.ts';
import type { GangStep } from '../pool/pool.ts';
import { CUT_SLOTS, chooseCuts, distinctOf, keysOf } from './cuts.ts';
import { HISTOGRAM_BYTES, type Layout, loadingBytes, RESULT_DOUBLES, SET_BYTES, THREAD_SCRATCH } from './layout.ts';
import { gradients, type LossSpec } from './loss.ts';
import { type LeafSums, type ScanRules, scanBounded, scanCategories } from './scan-special.ts';

/** Steps of the program that all threads of a fit run. */
export const STEP = { bin: 0, interleave: 1, gradients: 2, grow: 3, partition: 4, place: 5, scores: 6 } as const;

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

const share = (n: number, thread: number, threads: number): number => Math.floor((n * thread) / threads);

/** Leaf sums as the leader writes them: g, h, least, low, high; two leaves. */
export const LEAF_DOUBLES = 5;

function growStep(setup: TreeSetup, kernels: TreeKernels): GangStep {
  const { layout, rules, categorical, monotone, randomCuts } = setup;
  const buffer = bufferOf(setup.memory);
  const doubles = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  const words = new Uint32Array(buffer, 0, buffer.byteLength >>> 2);
  const bytes = new Uint8Array(buffer);
  const constrained = randomCuts || monotone.some((direction) => direction !== 0);
  const slotAt = (slot: number) => layout.histograms + slot * layout.features * HISTOGRAM_BYTES;

  const scan = (slot: number, child: number, from: number, to: number) => {
    const sums = (layout.leafSums >>> 3) + child * LEAF_DOUBLES;
    const [g, h, least, low, high] = doubles.subarray(sums, sums + LEAF_DOUBLES) as unknown as [
      number,
      number,
      number,
      number,
      number,
    ];
    const leaf: LeafSums = { g, h, least, low, high };
    for (let p = from; p < to; p += 1) {
      const feature = words[(layout.list >>> 2) + p] as number;
      const bins = words[(layout.binsOf >>> 2) + p] as number;
      const out = layout.results + (child * layout.features + p) * RESULT_DOUBLES * 8;
      const hist = slotAt(slot) + p * HISTOGRAM_BYTES;
      if (categorical[feature] === 1) {
        const set = new Uint32Array(buffer, layout.sets + (child * layout.features + p) * SET_BYTES, 8);
        scanCategories(doubles, hist >>> 3, bins, leaf, rules, out >>> 3, set);
      } else if (constrained) {
        const draw = doubles[(layout.draws >>> 3) + child * layout.features + p] as number;
        const only = randomCuts ? drawnBin(doubles, hist >>> 3, bins, draw) : 0;
        scanBounded(doubles, hist >>> 3, bins, leaf, rules, monotone[feature] as number, only, out >>> 3);
      } else kernels.scanSplits(hist, bins, g, h, rules.l2, least, out);
    }
  };

  return (_, args, thread, threads) => {
    const [begin, count, rows, small, large, scanSmall, scanLarge, features] = args as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const from = share(features, thread, threads);
    const to = share(features, thread + 1, threads);
    const target = slotAt(small);
    if (rows !== ROWS.counted) {
      for (let p = from; p < to; p += 1) {
        const start = target + p * HISTOGRAM_BYTES;
        bytes.fill(0, start, start + 16 * (words[(layout.binsOf >>> 2) + p] as number));
      }
      const scratch = layout.threadScratch + thread * THREAD_SCRATCH;
      const index = layout.index + begin * 4;
      const whole = rows === ROWS.whole ? 1 : 0;
      kernels.histogram(
        layout.matrix,
        layout.stride,
        layout.gradients,
        index,
        count,
        whole,
        layout.list,
        from,
        to,
        target,
        scratch,
      );
    }
    if (large >= 0) kernels.subtractHistogram(slotAt(large), target, layout.binsOf, from, to);
    if (scanSmall) scan(small, 0, from, to);
    if (large >= 0 && scanLarge) scan(large, 1, from, to);
  };
}

/** One cut between the lowest and the highest bin in use, as extremely randomised trees take it. */
function drawnBin(cells: Float64Array, hist: number, bins: number, draw: number): number {
  let low = 1;
  let high = bins - 1;
  while (low < high && !((cells[hist + 2 * low + 1] as number) > 0)) low += 1;
  while (high > low && !((cells[hist + 2 * high + 1] as number) > 0)) high -= 1;
  return low + Math.floor(draw * Math.max(1, high - low));
}

function binStep({ layout, memory, maxBins, leastInBin }: TreeSetup, kernels: TreeKernels): GangStep {
  const buffer = bufferOf(memory);
  const slot = Math.ceil(loadingBytes(layout.rows, layout.sampled) / 64) * 64;
  const sampleRows =
    layout.sampled < layout.rows ? new Int32Array(buffer, layout.sampleRows, layout.sampled) : undefined;
  return (_, args, thread) => {
    const [first, count, ready] = args as unknown as [number, number, number];
    if (thread >= count) return;
    const at = layout.loading + thread * slot;
    const feature = first + thread;
    const cuts = layout.cuts + feature * CUT_SLOTS * 4;
    if (!ready) {
      const keyAt = at + layout.rows * 4;
      const keys = new Uint32Array(buffer, keyAt, layout.sampled);
      const n = keysOf(new Float32Array(buffer, at, layout.rows), keys, sampleRows);
      const counts = keyAt + layout.sampled * 8;
      kernels.sortKeys(keyAt, keyAt + layout.sampled * 4, counts, n);
      const out = new Float32Array(buffer, cuts, CUT_SLOTS);
      out.fill(Number.POSITIVE_INFINITY);
      const found = chooseCuts(distinctOf(keys, n), maxBins, leastInBin, out);
      new Uint32Array(buffer, layout.binsOf, layout.features)[feature] = found + 2;
    }
    kernels.assignBins(at, layout.rows, cuts, layout.columns + feature * layout.rows);
  };
}

/** The program of a fit on one thread; see `STEP`. */
export function treeProgram(setup: TreeSetup): GangStep {
  const { layout, loss } = setup;
  const kernels = treeKernels(setup.memory);
  const buffer = bufferOf(setup.memory);
  const counts = new Int32Array(buffer, layout.counts, layout.threads * 2);
  const grow = growStep(setup, kernels);
  const bin = binStep(setup, kernels);
  const rowsOf = {
    scores: new Float64Array(buffer, layout.scores, layout.rows * layout.outputs),
    targets: new Float64Array(buffer, layout.targets, layout.rows),
    weights: layout.weighted ? new Float64Array(buffer, layout.weights, layout.rows) : undefined,
    out: new Float32Array(buffer, layout.gradients, layout.rows * 2),
    outputs: layout.outputs,
  };
  return (step, args, thread, threads) => {
    if (step === STEP.grow) return grow(step, args, thread, threads);
    if (step === STEP.bin) return bin(step, args, thread, threads);
    const [a, b, c, d] = args as unknown as [number, number, number, number];
    if (step === STEP.interleave || step === STEP.gradients) {
      const begin = share(layout.rows, thread, threads);
      const end = share(layout.rows, thread + 1, threads);
      if (step === STEP.interleave) {
        kernels.interleave(layout.columns, layout.rows, layout.features, begin, end, layout.matrix, layout.stride);
      } else if (loss.name === 'squared') {
        kernels.squaredGradients(layout.scores, layout.targets, layout.weights, begin, end, layout.gradients);
      } else gradients(loss, { ...rowsOf, begin, end, output: a });
      return;
    }
    // Partition, place and scores work on `b` row numbers from position `a`.
    const begin = a + share(b, thread, threads);
    const n = a + share(b, thread + 1, threads) - begin;
    if (step === STEP.partition) {
      const column = layout.columns + c * layout.rows;
      counts[thread] = kernels.partition(layout.index + begin * 4, n, column, layout.table, layout.scratch + begin * 4);
    } else if (step === STEP.place) {
      let lefts = 0;
      for (let t = 0; t < thread; t += 1) lefts += counts[t] as number;
      const rightTo = a + c + (begin - a - lefts);
      kernels.placePart(
        layout.scratch + begin * 4,
        n,
        counts[thread] as number,
        layout.index + (a + lefts) * 4,
        layout.index + rightTo * 4,
      );
    } else addScores(setup, kernels, begin, n, c, d);
  };
}

/** Adds leaf values to the scores of positions [begin, begin + n): leaves lie one after another in the index. */
function addScores(
  { layout, memory }: TreeSetup,
  kernels: TreeKernels,
  begin: number,
  n: number,
  leaves: number,
  output: number,
) {
  const buffer = bufferOf(memory);
  const starts = new Int32Array(buffer, layout.scratch, leaves + 1);
  const values = new Float32Array(buffer, layout.scratch + Math.ceil((leaves + 1) / 2) * 8, leaves);
  for (let leaf = 0; leaf < leaves; leaf += 1) {
    const from = Math.max(begin, starts[leaf] as number);
    const to = Math.min(begin + n, starts[leaf + 1] as number);
    if (from >= to) continue;
    kernels.addLeafValues(
      layout.index + from * 4,
      to - from,
      layout.scores + output * 8,
      layout.outputs,
      values[leaf] as number,
    );
  }
}
