import { lowerBound } from '../../core/linear-algebra.ts';
import type { TeamStep } from '../../core/thread-pool.ts';
import { bufferOf, treeKernels } from '../../kernels/kernel-memory.ts';
import type { TreeKernels } from '../../kernels/tree-kernels.ts';
import { CUT_SLOTS, chooseCuts } from './cuts.ts';
import { gradients } from './loss.ts';
import { type LeafSums, scanBounded, scanCategories } from './scan-special.ts';
import {
  blocksFor,
  type GrowArgs,
  HISTOGRAM_BYTES,
  LEAF_DOUBLES,
  loadingBytes,
  RESULT_DOUBLES,
  ROWS,
  SET_BYTES,
  STEP,
  share,
  THREAD_SCRATCH,
  type TreeSetup,
} from './tree-setup.ts';

function binStep({ layout, memory, maxBins, leastInBin }: TreeSetup, kernels: TreeKernels): TeamStep {
  const buffer = bufferOf(memory);
  const slot = Math.ceil(loadingBytes(layout.rows, layout.sampled) / 64) * 64;
  const sampleRows = layout.sampled < layout.rows ? layout.sampleRows : 0;
  return (_, args, thread) => {
    const [first, count, ready] = args as unknown as [number, number, number];
    if (thread >= count) return;
    const at = layout.loading + thread * slot;
    const feature = first + thread;
    const cuts = layout.cuts + feature * CUT_SLOTS * 4;
    if (!ready) {
      const keyAt = at + layout.rows * 4;
      const other = keyAt + layout.sampled * 4;
      const n = kernels.makeKeys(at, sampleRows, layout.sampled, keyAt);
      kernels.sortKeys(keyAt, other, other + layout.sampled * 4, n);
      const found = kernels.countDistinct(keyAt, n, other);
      const distinct = {
        values: new Float32Array(buffer, keyAt, found),
        weights: new Uint32Array(buffer, other, found),
      };
      const out = new Float32Array(buffer, cuts, CUT_SLOTS);
      out.fill(Number.POSITIVE_INFINITY);
      const made = chooseCuts(distinct, maxBins, leastInBin, out);
      new Uint32Array(buffer, layout.binsOf, layout.features)[feature] = made + 2;
    }
    kernels.assignBins(at, layout.rows, cuts, layout.columns + feature * layout.rows);
  };
}

/** The program of a fit on one thread; see `STEP`. */
export function treeProgram(setup: TreeSetup): TeamStep {
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
    if (step === STEP.grow || step === STEP.count) return grow(step, args, thread, threads);
    if (step === STEP.bin) return bin(step, args, thread, threads);
    const [a, b, c] = args as unknown as [number, number, number];
    if (step === STEP.interleave || step === STEP.gradients || step === STEP.scores) {
      const begin = share(layout.rows, thread, threads);
      const end = share(layout.rows, thread + 1, threads);
      if (step === STEP.scores) addScores(setup, kernels, a, b, begin, end);
      else if (step === STEP.interleave) {
        kernels.interleave(layout.columns, layout.rows, layout.features, begin, end, layout.matrix, layout.stride);
      } else if (loss.name === 'squared') {
        kernels.squaredGradients(layout.scores, layout.targets, layout.weights, begin, end, layout.gradients);
      } else gradients(loss, { ...rowsOf, begin, end, output: a });
      return;
    }
    // Partition and place work on `b` row numbers from position `a`.
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
    }
  };
}

/**
 * Adds leaf values to the scores of rows [from, to). The rows of each leaf lie in ascending order, so that a thread finds
 * its own by halving; two threads never write to the same stretch of scores.
 */
function addScores(setup: TreeSetup, kernels: TreeKernels, leaves: number, output: number, from: number, to: number) {
  const { layout } = setup;
  const buffer = bufferOf(setup.memory);
  const starts = new Int32Array(buffer, layout.scratch, leaves + 1);
  const values = new Float32Array(buffer, layout.scratch + Math.ceil((leaves + 1) / 2) * 8, leaves);
  const index = new Int32Array(buffer, layout.index, layout.rows);
  for (let leaf = 0; leaf < leaves; leaf += 1) {
    const [begin, end] = [starts[leaf] as number, starts[leaf + 1] as number];
    const first = lowerBound(index, from, begin, end);
    const last = lowerBound(index, to, first, end);
    const scores = layout.scores + output * 8;
    kernels.addLeafValues(layout.index + first * 4, last - first, scores, layout.outputs, values[leaf] as number);
  }
}

/** Histograms and split search: what is done between two divisions of leaves. */
function growStep(setup: TreeSetup, kernels: TreeKernels): TeamStep {
  const { layout, rules, categorical, monotone, randomCuts } = setup;
  const buffer = bufferOf(setup.memory);
  const doubles = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  const words = new Uint32Array(buffer, 0, buffer.byteLength >>> 2);
  const constrained = randomCuts || monotone.some((direction) => direction !== 0);
  const slotAt = (slot: number) => layout.histograms + slot * layout.features * HISTOGRAM_BYTES;

  const partAt = (block: number) => layout.parts + (block - 1) * layout.features * HISTOGRAM_BYTES;
  const anyCategory = categorical.includes(1);

  const scan = (slot: number, child: number, from: number, to: number, scratch: number) => {
    const sums = (layout.leafSums >>> 3) + child * LEAF_DOUBLES;
    const [g, h, least, low, high] = doubles.subarray(sums, sums + LEAF_DOUBLES) as unknown as [
      number,
      number,
      number,
      number,
      number,
    ];
    if (!constrained) {
      const results = layout.results + child * layout.features * RESULT_DOUBLES * 8;
      const { binsOf, list, kinds } = layout;
      kernels.scanAll(slotAt(slot), binsOf, list, kinds, from, to, g, h, rules.l2, least, results, scratch);
      if (!anyCategory) return;
    }
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
      }
    }
  };

  const count = (args: Int32Array, block: number, from: number, to: number, scratch: number) => {
    const [begin, n, rows, small] = args as unknown as [number, number, number, number];
    const blocks = blocksFor(n);
    const first = share(n, block, blocks);
    const size = share(n, block + 1, blocks) - first;
    const target = block === 0 ? slotAt(small) : partAt(block);
    const { matrix, stride, gradients, list, binsOf } = layout;
    kernels.clearHistogram(target, binsOf, from, to);
    // Rows as they lie need no index: the block starts further down in the matrix instead.
    const whole = rows === ROWS.whole;
    const at = whole ? first : 0;
    const index = layout.index + (begin + first) * 4;
    const [bins, pairs] = [matrix + at * stride, gradients + at * 8];
    kernels.histogram(bins, stride, pairs, index, size, whole ? 1 : 0, list, from, to, target, scratch);
  };

  return (step, args, thread, threads) => {
    const [, n, rows, small, large, scanSmall, scanLarge, features] = args as unknown as GrowArgs;
    const scratch = layout.threadScratch + thread * THREAD_SCRATCH;
    const blocks = blocksFor(n);
    if (step === STEP.count) {
      // More blocks than threads: each takes some. More threads than blocks: they share the features of a block.
      const teams = Math.max(1, Math.floor(threads / blocks));
      const team = threads < blocks ? 0 : Math.floor(thread / blocks);
      if (team >= teams) return;
      const [from, to] = [share(features, team, teams), share(features, team + 1, teams)];
      const firstBlock = threads < blocks ? share(blocks, thread, threads) : thread % blocks;
      const lastBlock = threads < blocks ? share(blocks, thread + 1, threads) : firstBlock + 1;
      for (let block = firstBlock; block < lastBlock; block += 1) count(args, block, from, to, scratch);
      return;
    }
    const [from, to] = [share(features, thread, threads), share(features, thread + 1, threads)];
    if (rows !== ROWS.counted && blocks === 1) count(args, 0, from, to, scratch);
    if (rows !== ROWS.counted) {
      for (let block = 1; block < blocks; block += 1) {
        kernels.addHistogram(slotAt(small), partAt(block), layout.binsOf, from, to);
      }
    }
    if (large >= 0) kernels.subtractHistogram(slotAt(large), slotAt(small), layout.binsOf, from, to);
    if (scanSmall) scan(small, 0, from, to, scratch);
    if (large >= 0 && scanLarge) scan(large, 1, from, to, scratch);
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
