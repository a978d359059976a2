import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { writeModelFile } from '../estimators/model-file.ts';
import { boost } from '../estimators/trees/boost.ts';
import { EnsembleModel } from '../estimators/trees/ensemble-model.ts';
import { encodeFrame, featuresOf } from '../estimators/trees/feature.ts';
import type { LossName } from '../estimators/trees/loss.ts';
import { flatten } from '../estimators/trees/predictor.ts';
import { categoricalColumn, numericColumn } from '../frame/build-columns.ts';
import { type Column, frame } from '../frame/frame.ts';
import { bufferOf, kernelMemory, treeKernels } from './kernel-memory.ts';

/** Enough rows for leaves that are added up in blocks; few and many bins, holes, a category. */
function rowsOf(rows: number, holes: number) {
  const random = seededRandom(4);
  const columns: Column[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((f) =>
    numericColumn(
      `n${f}`,
      Array.from({ length: rows }, () =>
        f === 2 && random.next() < holes ? null : f % 3 === 0 ? random.int(9) : random.normal(),
      ),
    ),
  );
  const town = Array.from({ length: rows }, () => `town ${random.int(30)}`);
  const value = (f: number, row: number) => (columns[f] as { values: Float64Array }).values[row] as number;
  const y = Float64Array.from({ length: rows }, (_, row) => {
    const second = value(1, row);
    return Math.exp(0.3 * (value(0, row) + (Number.isNaN(second) ? 1 : second) + value(2, row) / 4));
  });
  return { x: frame(holes > 0 ? [...columns, categoricalColumn('town', town)] : columns), y };
}

async function trainWith(kernels: 'wasm' | 'reference', name: LossName, rowShare: number): Promise<EnsembleModel> {
  const { x, y } = rowsOf(20_000, 0.1);
  const features = featuresOf(x);
  const rules = {
    rounds: 3,
    rate: 0.3,
    maxLeaves: 31,
    maxDepth: 9,
    minRows: 5,
    minHessian: 1e-3,
    minGain: 0,
    l2: 1,
    maxBins: 255,
    rowShare,
    columnShare: rowShare,
    patience: 0,
  };
  const fixed = { outputs: 1, monotone: new Int8Array(features.length), starts: Float64Array.of(1) };
  const rest = { weight: undefined, scores: undefined, before: [], watcher: undefined, kernels };
  const loss = { name, parameter: 0 };
  return new EnsembleModel(
    await boost({ features, x, y, loss, rules, ...fixed, ...rest }, { random: seededRandom(1) }),
  );
}

describe('WebAssembly and its reference in TypeScript', () => {
  it.each([
    ['squared', 1],
    ['poisson', 0.6],
  ] as const)('grow the same trees, bit for bit (%s, row share %d)', async (loss, share) => {
    const [wasm, reference] = [await trainWith('wasm', loss, share), await trainWith('reference', loss, share)];
    expect(reference.ensemble.trees[0]?.left.length).toBe(61);
    expect(writeModelFile('gbdt', reference)).toEqual(writeModelFile('gbdt', wasm));
  });

  it.each([0, 0.2])('answer the same (share of holes %d)', async (holes) => {
    const { x, y } = rowsOf(3000, holes);
    const features = featuresOf(x);
    const rules = {
      rounds: 9,
      rate: 0.3,
      maxLeaves: 15,
      maxDepth: 9,
      minRows: 5,
      minHessian: 1e-3,
      minGain: 0,
      l2: 1,
      maxBins: 255,
      rowShare: 1,
      columnShare: 1,
      patience: 0,
    };
    const fixed = { outputs: 1, monotone: new Int8Array(features.length), starts: Float64Array.of(0) };
    const rest = { weight: undefined, scores: undefined, before: [], watcher: undefined };
    const loss = { name: 'squared' as const, parameter: 0 };
    const model = new EnsembleModel(
      await boost({ features, x, y, loss, rules, ...fixed, ...rest }, { random: seededRandom(1) }),
    );
    const matrix = encodeFrame(features, x);
    const forest = flatten(model.ensemble.trees);
    const memory = kernelMemory(forest.bytes.length + 64, 'reference');
    const rowAt = Math.ceil(forest.bytes.length / 16) * 16;
    const reference = kernelMemory(rowAt + features.length * 4 + 64, 'reference');
    expect(memory.kind).toBe('reference');
    new Uint8Array(bufferOf(reference)).set(forest.bytes);
    const kernels = treeKernels(reference);
    const answers = model.predict(x);
    const one = new Float64Array(1);
    for (let row = 0; row < 300; row += 1) {
      const cells = matrix.subarray(row * features.length, (row + 1) * features.length);
      new Float32Array(bufferOf(reference), rowAt, features.length).set(cells);
      expect(kernels.predictRowAny(0, forest.treesAt, forest.count, rowAt, forest.setsAt)).toBe(answers[row]);
      model.predictor.row(cells, one);
      expect(one[0]).toBe(answers[row]);
    }
  });
});
