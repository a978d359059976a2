/**
 * Prediction speed of 100 trees x 31 leaves: one row against LightGBM's fast call, 20,000 rows on one thread against
 * LightGBM and onnxruntime-node, which runs our own ONNX export and has to give our answers.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { seededRandom } from '../../engine/src/core/random.ts';
import { defaultParams } from '../../engine/src/estimators/parameters.ts';
import type { EnsembleModel } from '../../engine/src/estimators/trees/ensemble-model.ts';
import { gbdt } from '../../engine/src/estimators/trees/gbdt.ts';
import { exportOnnx } from '../../engine/src/onnx/export-onnx.ts';
import { median, quantile, timed } from '../measure.ts';
import { CACHE } from '../processes.ts';
import { record } from '../record.ts';
import { ensureOnnxRuntime, load, ONNXRUNTIME, peer, peerVersion } from './trees-bench.ts';
import { BENCH_SETS, type BenchSet, ensureSet, TREES_DATA } from './trees-data.ts';

interface Speed {
  readonly p50: number;
  readonly p99: number;
  readonly rowsPerSecond: number;
}

const set = BENCH_SETS[0] as BenchSet;
const ROWS = set.testRows;
const data = load(set);
const params = { ...defaultParams(gbdt.params), rounds: 100, leaves: 31, rate: 0.1, l2: 1 };
const model = (await gbdt.fit({ x: data.train, y: data.yTrain, task: 'regression' }, params, {
  random: seededRandom(1),
})) as EnsembleModel;
const matrix = data.x.slice(set.rows * set.features);

function latencies(call: (row: Float32Array) => void, repeats: number): { p50: number; p99: number } {
  const times = new Float64Array(repeats * ROWS);
  for (let r = 0; r < repeats; r += 1) {
    for (let i = 0; i < ROWS; i += 1) {
      const row = matrix.subarray(i * set.features, (i + 1) * set.features);
      const start = performance.now();
      call(row);
      times[r * ROWS + i] = 1000 * (performance.now() - start);
    }
  }
  return { p50: median(times), p99: quantile(times, 0.99) };
}

async function bestOf(runs: number, work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i += 1) best = Math.min(best, await timed(work));
  return Math.round((1000 * ROWS) / best);
}

async function almanac(): Promise<Speed> {
  const { predictor } = model;
  const out = new Float64Array(1);
  return {
    ...latencies((row) => predictor.row(row, out), 5),
    rowsPerSecond: await bestOf(7, () => predictor.answers(matrix)),
  };
}

/** The C program is compiled here: a language binding in between would slow the peer. */
function lightgbm(): Speed {
  const files = ensureSet(set);
  const [model, rows] = [join(TREES_DATA, 'trees-lightgbm.txt'), join(TREES_DATA, 'trees-a-test.f32')];
  const sizes = [set.rows, set.testRows, set.features];
  const [answer] = peer('trees-save-lightgbm.py', [...sizes, files.x, files.y, model, rows]);
  const folder = String(answer?.folder);
  const program = join(CACHE, 'trees-predict-lightgbm');
  const source = new URL('./trees-predict-lightgbm.c', import.meta.url).pathname;
  try {
    execFileSync('cc', ['-O2', '-o', program, source, `${folder}/lib_lightgbm.so`, `-Wl,-rpath,${folder}`]);
  } catch (error) {
    throw new Error('This benchmark compiles a small C program: install a C compiler (cc).', { cause: error });
  }
  return JSON.parse(
    execFileSync(program, [model, rows, String(ROWS), String(set.features)], { encoding: 'utf8' }),
  ) as Speed;
}

interface Session {
  run(feeds: object): Promise<{ prediction: { data: Float32Array } }>;
}
interface OnnxRuntime {
  InferenceSession: { create(bytes: Uint8Array, options: object): Promise<Session> };
  Tensor: new (type: string, data: Float32Array, dims: readonly number[]) => object;
}

async function onnxruntime(): Promise<Speed & { apart: number }> {
  const home = ensureOnnxRuntime();
  const runtime = createRequire(`${home}/package.json`)('onnxruntime-node') as OnnxRuntime;
  const made = exportOnnx([{ name: 'gbdt', model, weight: 1 }]);
  if ('reason' in made) throw new Error(made.reason);
  const session = await runtime.InferenceSession.create(made.bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const tensor = (rows: Float32Array) =>
    new runtime.Tensor('float32', rows, [rows.length / set.features, set.features]);
  const { prediction } = await session.run({ x: tensor(matrix) });
  const own = model.predictor.answers(matrix);
  const apart = own.reduce((most, value, i) => Math.max(most, Math.abs(value - (prediction.data[i] as number))), 0);
  const times: number[] = [];
  for (let i = 0; i < 5500; i += 1) {
    // Laid out off the clock, as our row is; the first calls are warm-up.
    const row = tensor(matrix.slice(i * set.features, (i + 1) * set.features));
    const micros = 1000 * (await timed(() => session.run({ x: row })));
    if (i >= 500) times.push(micros);
  }
  const batch = tensor(matrix);
  const rowsPerSecond = await bestOf(7, () => session.run({ x: batch }));
  return { p50: median(times), p99: quantile(times, 0.99), rowsPerSecond, apart };
}

/** Each side is measured twice, in turns, and its better run counts. */
const turns: { ours: Speed; lightgbm: Speed; onnx: Speed & { apart: number } }[] = [];
for (let turn = 0; turn < 2; turn += 1)
  turns.push({ ours: await almanac(), lightgbm: lightgbm(), onnx: await onnxruntime() });
const better = (side: 'ours' | 'lightgbm' | 'onnx'): Speed => ({
  p50: Math.min(...turns.map((turn) => turn[side].p50)),
  p99: Math.min(...turns.map((turn) => turn[side].p99)),
  rowsPerSecond: Math.max(...turns.map((turn) => turn[side].rowsPerSecond)),
});
const seen = {
  ...{ ours: better('ours'), lightgbm: better('lightgbm'), onnx: better('onnx') },
  apart: Math.max(...turns.map(({ onnx }) => onnx.apart)),
};
const ofLightgbm = (value: number) => ({ name: 'LightGBM, C interface', version: peerVersion('lightgbm'), value });
const ofOnnx = (value: number) => ({ name: 'onnxruntime-node', version: ONNXRUNTIME, value });
record({
  title: 'Prediction with 100 trees of 31 leaves, one thread',
  work: { trees: 100, leaves: 31, columns: set.features, batchRows: ROWS },
  figures: [
    {
      id: 'one-row-p50',
      what: 'One row, median',
      value: seen.ours.p50,
      unit: 'µs',
      peer: ofLightgbm(seen.lightgbm.p50),
      mustRatio: '<= 0.6',
    },
    { id: 'one-row-p99', what: 'One row, p99', value: seen.ours.p99, unit: 'µs', peer: ofLightgbm(seen.lightgbm.p99) },
    { id: 'one-row-p50-onnx', what: 'One row, median', value: seen.ours.p50, unit: 'µs', peer: ofOnnx(seen.onnx.p50) },
    { id: 'one-row-p99-onnx', what: 'One row, p99', value: seen.ours.p99, unit: 'µs', peer: ofOnnx(seen.onnx.p99) },
    {
      id: 'batch',
      what: 'Batch of 20,000 rows',
      value: seen.ours.rowsPerSecond,
      unit: 'rows/s',
      peer: ofLightgbm(seen.lightgbm.rowsPerSecond),
      mustRatio: '>= 2',
    },
    {
      id: 'batch-onnx',
      what: 'Batch of 20,000 rows',
      value: seen.ours.rowsPerSecond,
      unit: 'rows/s',
      peer: ofOnnx(seen.onnx.rowsPerSecond),
      mustRatio: '>= 1.3',
    },
    { id: 'apart', what: 'Largest difference of onnxruntime from our answers', value: seen.apart, unit: '' },
  ],
});
