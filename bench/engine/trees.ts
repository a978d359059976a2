/**
 * Training time and test error of boosting against LightGBM and XGBoost. Both sides start from floats in memory and end
 * with a model, each after a small fit that starts its threads; runs alternate, so that a busy machine disturbs both alike.
 * Run: npm run bench -- trees [a|b] [1|2]
 */
import { nodePool } from '../../engine/node/index.ts';
import { seededRandom } from '../../engine/src/core/random.ts';
import type { Pool } from '../../engine/src/core/thread-pool.ts';
import { defaultParams } from '../../engine/src/estimators/parameters.ts';
import { gbdt } from '../../engine/src/estimators/trees/gbdt.ts';
import { takeRows } from '../../engine/src/frame/frame.ts';
import type { Measured } from '../figures.ts';
import { median, processorMs } from '../measure.ts';
import { record } from '../record.ts';
import { type LoadedSet, load, peer, peerVersion, rootMeanSquare } from './trees-bench.ts';
import { BENCH_SETS, type BenchSet, ensureSet } from './trees-data.ts';

const [onlySet, onlyThreads] = process.argv.slice(2);
const RUNS = 3;

interface Timed {
  readonly seconds: number;
  readonly cpu: number;
  readonly rmse: number;
}

async function ours(data: LoadedSet, pool: Pool | undefined): Promise<Timed> {
  const params = { ...defaultParams(gbdt.params), rounds: 100, leaves: 31, rate: 0.1, l2: 1 };
  const before = process.cpuUsage();
  const start = performance.now();
  const run = { random: seededRandom(1), ...(pool && { pool }) };
  const model = await gbdt.fit({ x: data.train, y: data.yTrain, task: 'regression' }, params, run);
  const seconds = (performance.now() - start) / 1000;
  const cpu = processorMs(before) / 1000;
  return { seconds, cpu, rmse: rootMeanSquare(model.predict(data.test), data.yTest) };
}

function firstRows(data: LoadedSet, rows: number): LoadedSet {
  const train = takeRows(
    data.train,
    Int32Array.from({ length: rows }, (_, row) => row),
  );
  return { ...data, train, yTrain: data.yTrain.slice(0, rows) };
}

function theirs(engine: string, set: BenchSet, threads: number): Timed {
  const files = ensureSet(set);
  const args = [engine, set.name, set.rows, set.testRows, set.features, threads, files.x, files.y, 1];
  return peer('trees-train-peers.py', args)[0] as unknown as Timed;
}

interface Row {
  readonly threads: number;
  readonly almanac: Timed;
  readonly lightgbm: Timed;
  readonly xgboost: Timed;
}

/** Time, processor time and error of one row beside one peer. */
function figuresOf({ threads, almanac, ...peers }: Row, name: 'lightgbm' | 'xgboost'): Measured[] {
  const [title, most] = name === 'lightgbm' ? ['LightGBM', 1.1] : ['XGBoost (hist)', 1];
  const of = (value: number) => ({ name: title, version: peerVersion(name), value });
  const [id, on] = [`${threads}-${name}`, `${threads} ${threads === 1 ? 'thread' : 'threads'}`];
  const { seconds, cpu, rmse } = peers[name];
  return [
    {
      ...{ id: `${id}-seconds`, what: `Training time, ${on}, binning included`, value: almanac.seconds, unit: 's' },
      ...{ peer: of(seconds), mustRatio: `<= ${most}` as const },
    },
    { id: `${id}-processor`, what: `Processor time, ${on}`, value: almanac.cpu, unit: 's', peer: of(cpu) },
    {
      ...{ id: `${id}-rmse`, what: `Test RMSE, ${on}`, value: almanac.rmse, unit: '', peer: of(rmse) },
      ...(name === 'lightgbm' && { mustRatio: '<= 1.01' as const }),
    },
  ];
}

for (const set of BENCH_SETS.filter(({ name }) => onlySet === undefined || name === onlySet)) {
  const data = load(set);
  const seen: Row[] = [];
  for (const threads of [1, 2].filter((count) => onlyThreads === undefined || count === Number(onlyThreads))) {
    // A pool outlives its fits, so starting its threads is no part of one: a small fit wakes them first.
    const pool = threads > 1 ? nodePool({ threads }) : undefined;
    await ours(firstRows(data, 10_000), pool);
    const runs = { almanac: [] as Timed[], lightgbm: [] as Timed[], xgboost: [] as Timed[] };
    for (let run = 0; run < RUNS; run += 1) {
      runs.almanac.push(await ours(data, pool));
      for (const engine of ['lightgbm', 'xgboost'] as const) runs[engine].push(theirs(engine, set, threads));
    }
    await pool?.close();
    const middle = (timed: readonly Timed[]): Timed => ({
      seconds: median(timed.map(({ seconds }) => seconds)),
      cpu: median(timed.map(({ cpu }) => cpu)),
      rmse: timed[0]?.rmse ?? Number.NaN,
    });
    const [almanac, lightgbm, xgboost] = [middle(runs.almanac), middle(runs.lightgbm), middle(runs.xgboost)];
    seen.push({ threads, almanac, lightgbm, xgboost });
  }
  record({
    name: ['trees', set.name, ...(onlyThreads === undefined ? [] : [onlyThreads])].join('-'),
    title: `Training boosted trees, ${set.rows.toLocaleString('en')} rows x ${set.features} columns`,
    work: { rows: set.rows, columns: set.features, rounds: 100, leaves: 31, runs: RUNS },
    figures: seen.flatMap((row) => [...figuresOf(row, 'lightgbm'), ...figuresOf(row, 'xgboost')]),
  });
}
