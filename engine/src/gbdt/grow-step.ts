import { bufferOf, type TreeKernels } from '../kernels/tree-kernels.ts';
import type { GangStep } from '../pool/pool.ts';
import { blocksFor, HISTOGRAM_BYTES, RESULT_DOUBLES, SET_BYTES, THREAD_SCRATCH } from './layout.ts';
import { type LeafSums, scanBounded, scanCategories } from './scan-special.ts';
import { type GrowArgs, LEAF_DOUBLES, ROWS, STEP, share, type TreeSetup } from './tree-setup.ts';

/** Histograms and split search: what is done between two divisions of leaves. */
export function growStep(setup: TreeSetup, kernels: TreeKernels): GangStep {
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
