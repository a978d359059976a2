/**
 * Runs our ONNX exports in onnxruntime-node on rows with missing cells and categories and compares the answers; ends with
 * code 1 when a model is further apart than float32 explains.
 */
import { createRequire } from 'node:module';
import { seededRandom } from '../../engine/src/core/random.ts';
import type { Task } from '../../engine/src/core/run.ts';
import type { Estimator } from '../../engine/src/estimators/estimator.ts';
import { elasticNet, glm, logistic } from '../../engine/src/estimators/linear/linear-estimators.ts';
import { defaultParams } from '../../engine/src/estimators/parameters.ts';
import { encodeFrame } from '../../engine/src/estimators/trees/feature.ts';
import { extraTrees, randomForest } from '../../engine/src/estimators/trees/forest.ts';
import { gbdt } from '../../engine/src/estimators/trees/gbdt.ts';
import { isolationForest } from '../../engine/src/estimators/trees/isolation-forest.ts';
import { categoricalColumn, numericColumn } from '../../engine/src/frame/build-columns.ts';
import { type Frame, frame } from '../../engine/src/frame/frame.ts';
import { exportOnnx, type OnnxFeature, type OnnxMember } from '../../engine/src/onnx/export-onnx.ts';
import { averagePredictions } from '../../engine/src/tabular/tabular-blend.ts';
import { record } from '../record.ts';
import { ensureOnnxRuntime, ONNXRUNTIME } from './trees-bench.ts';

const ROWS = 500;
const random = seededRandom(7);
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

/** The rows as an exported model wants them. */
const inputs = (features: readonly OnnxFeature[]): Float32Array =>
  encodeFrame(
    features.map((feature) => ({ ...feature, origin: 0 })),
    x,
  );

const runtime = createRequire(`${ensureOnnxRuntime()}/package.json`)('onnxruntime-node');
const results: { model: string; apart: number }[] = [];

async function train<P extends object>(
  estimator: Estimator<P>,
  task: Task,
  chosen: Partial<P> = {},
): Promise<OnnxMember> {
  const data = { x, y: targets[task], task, ...(task === 'multiclass' && { classes: 3 }) };
  const params = { ...defaultParams(estimator.params), ...chosen };
  return { name: estimator.name, model: await estimator.fit(data, params, { random: seededRandom(1) }), weight: 1 };
}

async function compareAll(label: string, task: Task, members: readonly OnnxMember[]): Promise<void> {
  const made = exportOnnx(members);
  if ('reason' in made) throw new Error(made.reason);
  const session = await runtime.InferenceSession.create(made.bytes);
  const rows = inputs(made.features);
  const out = await session.run({ x: new runtime.Tensor('float32', rows, [ROWS, rows.length / ROWS]) });
  const predictions = members.map(({ model }) => model.predict(x));
  const ours = averagePredictions(
    predictions,
    members.map(({ weight }) => weight),
  );
  const theirs = (out.prediction ?? out.probabilities).data as Float32Array;
  const at = (i: number) => (task === 'binary' ? theirs[2 * i + 1] : theirs[i]) as number;
  const apart = ours.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - at(i)) / Math.max(1, Math.abs(value))),
    0,
  );
  results.push({ model: label, apart });
}

const compare = async <P extends object>(estimator: Estimator<P>, task: Task, chosen: Partial<P> = {}): Promise<void> =>
  compareAll(`${estimator.name}, ${task} ${JSON.stringify(chosen)}`, task, [await train(estimator, task, chosen)]);

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
const weighted = (member: OnnxMember, weight: number): OnnxMember => ({ ...member, weight });
for (const [task, linear] of [
  ['regression', glm],
  ['binary', logistic],
  ['multiclass', logistic],
] as const) {
  const first = weighted(await train(linear as Estimator<object>, task), 0.4);
  await compareAll(`blend, ${task}`, task, [first, weighted(await train(gbdt, task), 0.6)]);
}
const seen = { results, version: ONNXRUNTIME };
record({
  title: `Our ONNX exports in onnxruntime-node ${seen.version}`,
  work: { rows: ROWS, models: seen.results.length },
  note: 'The largest difference of a prediction from ours, relative to its size.',
  figures: seen.results.map(({ model, apart }) => ({
    id: model.replace(/[^a-z0-9]+/g, '-').replace(/-$/, ''),
    what: `Difference, ${model
      .replace(/ ?\{\}/, '')
      .replaceAll(/[{}"]/g, '')
      .replace(':', ' ')}`,
    value: apart,
    unit: '',
    must: '< 0.0001',
  })),
});
