import { createRequire } from 'node:module';
import { seeded } from '../../engine/src/core/random.ts';
import type { Task } from '../../engine/src/core/run.ts';
import type { Estimator, Fitted } from '../../engine/src/estimators/estimator.ts';
import { elasticNet, glm, logistic } from '../../engine/src/estimators/linear/linear-estimators.ts';
import type { LinearModel } from '../../engine/src/estimators/linear/linear-model.ts';
import { defaultParams } from '../../engine/src/estimators/parameters.ts';
import { EnsembleModel } from '../../engine/src/estimators/trees/ensemble-model.ts';
import { encodeFrame } from '../../engine/src/estimators/trees/feature.ts';
import { extraTrees, randomForest } from '../../engine/src/estimators/trees/forest.ts';
import { gbdt } from '../../engine/src/estimators/trees/gbdt.ts';
import { isolationForest } from '../../engine/src/estimators/trees/isolation-forest.ts';
import { categoricalColumn, numericColumn } from '../../engine/src/frame/build-columns.ts';
import { type Frame, frame } from '../../engine/src/frame/frame.ts';
import { linearToOnnx, treesToOnnx } from '../../engine/src/onnx/export-trees.ts';
import { ensureOnnxRuntime, record } from './trees-bench.ts';

/**
 * Runs our ONNX exports in onnxruntime-node on rows with missing cells and categories and compares the answers; ends with
 * code 1 when a model is further apart than float32 explains. node bench/engine/trees-onnx.ts
 */

const ROWS = 500;
const random = seeded(7);
const cell = (share: number, value: () => number) => (random.next() < share ? null : value());
const towns = Array.from({ length: ROWS }, () => (random.next() < 0.05 ? null : `town ${random.int(40)}`));
const x: Frame = frame([
  numericColumn(
    'price',
    Array.from({ length: ROWS }, () => cell(0.1, () => random.normal())),
  ),
  numericColumn(
    'size',
    Array.from({ length: ROWS }, () => cell(0, () => random.int(12))),
  ),
  categoricalColumn('town', towns),
]);
const price = (x.columns[0] as { values: Float64Array }).values;
const signal = Float64Array.from({ length: ROWS }, (_, row) => {
  const known = Number.isNaN(price[row]) ? 1 : (price[row] as number);
  return 1.5 + 0.4 * known + (Number(towns[row]?.slice(5) ?? 0) % 7) / 5 + 0.1 * random.normal();
});
const targets: Record<Task, Float64Array> = {
  regression: signal.map(Math.exp),
  binary: signal.map((value) => Number(value > 2)),
  multiclass: signal.map((value) => (value < 1.7 ? 0 : value < 2.3 ? 1 : 2)),
  anomaly: new Float64Array(0),
};

/** The rows as both kinds of export want them; linear models have the levels in an order of their own. */
function inputs(model: Fitted): Float32Array {
  if (model instanceof EnsembleModel) return encodeFrame(model.ensemble.features, x);
  const { encoders } = (model as LinearModel).state;
  const features = encoders.map((encoder) => ({
    name: encoder.column,
    kind: encoder.kind === 'category' ? ('category' as const) : ('number' as const),
    origin: 0,
    levels: encoder.kind === 'category' ? encoder.levels : [],
  }));
  return encodeFrame(features, x);
}

const runtime = createRequire(`${ensureOnnxRuntime()}/package.json`)('onnxruntime-node');
const results: { model: string; apart: number }[] = [];

async function compare<P extends object>(estimator: Estimator<P>, task: Task, chosen: Partial<P> = {}): Promise<void> {
  const data = { x, y: targets[task], task, ...(task === 'multiclass' && { classes: 3 }) };
  const model = await estimator.fit(data, { ...defaultParams(estimator.params), ...chosen }, { random: seeded(1) });
  const file =
    model instanceof EnsembleModel ? treesToOnnx(model.ensemble) : linearToOnnx((model as LinearModel).state);
  const session = await runtime.InferenceSession.create(file);
  const rows = inputs(model);
  const out = await session.run({ x: new runtime.Tensor('float32', rows, [ROWS, rows.length / ROWS]) });
  const ours = model.predict(x);
  const theirs = (out.prediction ?? out.probabilities).data as Float32Array;
  const at = (i: number) => (task === 'binary' ? theirs[2 * i + 1] : theirs[i]) as number;
  const apart = ours.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - at(i)) / Math.max(1, Math.abs(value))),
    0,
  );
  results.push({ model: `${estimator.name}, ${task} ${JSON.stringify(chosen)}`, apart });
}

for (const task of ['regression', 'binary', 'multiclass'] as const) {
  await compare(gbdt, task);
  await compare(randomForest, task, { trees: 20 });
  await compare(extraTrees, task, { trees: 20 });
}
await compare(gbdt, 'regression', { loss: 'tweedie' });
await compare(isolationForest, 'anomaly', { trees: 30 });
await compare(elasticNet, 'regression');
await compare(glm, 'regression');
await compare(logistic, 'binary');
await compare(logistic, 'multiclass');
console.table(results);
record('trees-onnx', results);
if (results.some(({ apart }) => !(apart < 1e-4))) process.exitCode = 1;
