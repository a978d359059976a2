import { bufferOf, type TreeKernels, treeKernels } from '../kernels/tree-kernels.ts';
import type { GangStep } from '../pool/pool.ts';
import { CUT_SLOTS, chooseCuts } from './cuts.ts';
import { growStep } from './grow-step.ts';
import { loadingBytes } from './layout.ts';
import { gradients } from './loss.ts';
import { STEP, share, type TreeSetup } from './tree-setup.ts';

function binStep({ layout, memory, maxBins, leastInBin }: TreeSetup, kernels: TreeKernels): GangStep {
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
    const first = firstAtLeast(index, begin, end, from);
    const last = firstAtLeast(index, first, end, to);
    const scores = layout.scores + output * 8;
    kernels.addLeafValues(layout.index + first * 4, last - first, scores, layout.outputs, values[leaf] as number);
  }
}

function firstAtLeast(ascending: Int32Array, begin: number, end: number, value: number): number {
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
