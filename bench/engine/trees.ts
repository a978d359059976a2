import { nodePool } from '../../engine/node/index.ts';
import { seededRandom } from '../../engine/src/core/random.ts';
import type { Pool } from '../../engine/src/core/thread-pool.ts';
import { defaultParams } from '../../engine/src/estimators/parameters.ts';
import { gbdt } from '../../engine/src/estimators/trees/gbdt.ts';
import { takeRows } from '../../engine/src/frame/frame.ts';
import { cache, ensurePeers, type LoadedSet, load, median, peer, record, rootMeanSquare } from './trees-bench.ts';
import { BENCH_SETS, type BenchSet, ensureSet } from './trees-data.ts';

/**
 * Training time and test error of boosting against LightGBM and XGBoost. Both sides start from floats in memory and end
 * with a model; runs alternate, so that a busy machine disturbs both alike. node bench/engine/trees.ts [a|b] [1|2]
 */

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
  const spent = process.cpuUsage(before);
  return {
    seconds,
    cpu: (spent.user + spent.system) / 1e6,
    rmse: rootMeanSquare(model.predict(data.test), data.yTest),
  };
}

function firstRows(data: LoadedSet, rows: number): LoadedSet {
  const train = takeRows(
    data.train,
    Int32Array.from({ length: rows }, (_, row) => row),
  );
  return { ...data, train, yTrain: data.yTrain.slice(0, rows) };
}

function theirs(engine: string, set: BenchSet, threads: number): Timed {
  const files = ensureSet(`${cache}/bench-data`, set);
  const args = [engine, set.name, set.rows, set.testRows, set.features, threads, files.x, files.y, 1];
  return peer('trees-train-peers.py', args)[0] as unknown as Timed;
}

ensurePeers();
const lines: object[] = [];
for (const set of BENCH_SETS.filter(({ name }) => onlySet === undefined || name === onlySet)) {
  const data = load(set);
  for (const threads of [1, 2].filter((count) => onlyThreads === undefined || count === Number(onlyThreads))) {
    // A pool outlives its fits, so starting its threads is no part of one: a small fit wakes them first.
    const pool = threads > 1 ? nodePool({ threads }) : undefined;
    await ours(firstRows(data, 10_000), pool);
    const runs: Record<string, Timed[]> = { almanac: [], lightgbm: [], xgboost: [] };
    for (let run = 0; run < RUNS; run += 1) {
      runs.almanac?.push(await ours(data, pool));
      for (const engine of ['lightgbm', 'xgboost']) runs[engine]?.push(theirs(engine, set, threads));
    }
    await pool?.close();
    const row = Object.fromEntries(
      Object.entries(runs).map(([engine, timed]) => [
        engine,
        {
          seconds: median(timed.map(({ seconds }) => seconds)),
          cpu: median(timed.map(({ cpu }) => cpu)),
          rmse: timed[0]?.rmse,
        },
      ]),
    ) as Record<string, Timed>;
    const { almanac, lightgbm, xgboost } = row as { almanac: Timed; lightgbm: Timed; xgboost: Timed };
    const line = {
      set: `${set.rows} x ${set.features}`,
      threads,
      ...row,
      toLightgbm: {
        seconds: almanac.seconds / lightgbm.seconds,
        cpu: almanac.cpu / lightgbm.cpu,
        rmse: almanac.rmse / lightgbm.rmse,
      },
      toXgboost: {
        seconds: almanac.seconds / xgboost.seconds,
        cpu: almanac.cpu / xgboost.cpu,
        rmse: almanac.rmse / xgboost.rmse,
      },
    };
    console.log(JSON.stringify(line));
    lines.push(line);
  }
}
record(
  `trees${onlySet === undefined ? '' : `-${onlySet}`}${onlyThreads === undefined ? '' : `-${onlyThreads}`}`,
  lines,
);
