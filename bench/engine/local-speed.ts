/**
 * AutoETS, dynamic optimised Theta and AutoARIMA against statsforecast, both with two processes or threads, in one run.
 * Usage: node bench/engine/local-speed.ts [quick]   (quick: one repeat instead of three)
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodePool } from '../../engine/node/node-pool.ts';
import { fitManySeries, type LocalBatch } from '../../engine/src/local/batch.ts';
import { type ForecastSet, m3, m4, sampled } from './local-data.ts';
import { mase, median, smape } from './local-scores.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const venv = `${root}.cache/bench-venv`;
const python = `${venv}/bin/python`;
const quick = process.argv.includes('quick');
const PROCESSES = 2;

interface Race {
  readonly peer: 'AutoETS' | 'DOT' | 'AutoARIMA';
  readonly ours: string;
  readonly set: ForecastSet;
  readonly repeats: number;
}

interface PeerAnswer {
  readonly version: string;
  readonly seconds: readonly number[];
  readonly means: readonly number[][];
}

function installPeers(): void {
  if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' });
  execFileSync('flock', ['/tmp/bench-venv.lock', python, '-m', 'pip', 'install', '-q', '-U', 'statsforecast'], {
    stdio: 'inherit',
  });
}

function peerRun({ peer, set, repeats }: Race): PeerAnswer {
  mkdirSync(`${root}.cache/bench`, { recursive: true });
  const file = `${root}.cache/bench/local-series.json`;
  const series = set.train.map((y) => Array.from(y));
  writeFileSync(file, JSON.stringify({ horizon: set.horizon, period: set.period, series }));
  const script = `${root}bench/engine/local-peer.py`;
  const said = execFileSync(python, [script, file, peer, String(PROCESSES), String(repeats)], {
    maxBuffer: 1 << 28,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(said) as PeerAnswer;
}

const pool = nodePool({ threads: PROCESSES });

function batchOf({ ours, set }: Race): LocalBatch {
  const specs = set.train.map(() => ({ periods: [set.period] }));
  return { forecaster: ours, params: {}, specs, series: set.train, horizon: set.horizon, keep: false };
}

async function ourRun(race: Race): Promise<{ seconds: number[]; means: readonly Float64Array[] }> {
  const batch = batchOf(race);
  const few = batch.series.slice(0, 8);
  // Both sides are warm before the clock starts: threads are up, code is compiled.
  await Promise.all([1, 2].map(() => fitManySeries({ ...batch, series: few }, pool)));
  const seconds: number[] = [];
  let means: readonly Float64Array[] = [];
  for (let i = 0; i < Math.max(race.repeats, quick ? 1 : 3); i += 1) {
    const start = performance.now();
    means = (await fitManySeries(batch, pool)).means;
    seconds.push((performance.now() - start) / 1000);
  }
  return { seconds, means };
}

installPeers();
const repeats = quick ? 1 : 3;
const monthly = m3('MONTHLY');
const hourly = m4('Hourly');
const races: readonly Race[] = [
  { peer: 'DOT', ours: 'dynamic-optimised-theta', set: monthly, repeats },
  { peer: 'DOT', ours: 'dynamic-optimised-theta', set: hourly, repeats },
  { peer: 'AutoETS', ours: 'auto-ets', set: monthly, repeats: 1 },
  { peer: 'AutoETS', ours: 'auto-ets', set: hourly, repeats: 1 },
  // The peer needs seconds a series on monthly and minutes a series on hourly data: fixed samples, one repeat.
  { peer: 'AutoARIMA', ours: 'auto-arima', set: sampled(monthly, 10), repeats: 1 },
  { peer: 'AutoARIMA', ours: 'auto-arima', set: sampled(hourly, 60), repeats: 1 },
];
mkdirSync(`${root}bench/results`, { recursive: true });
const lines: string[] = [];
console.log(
  '| model | data | series | ours s | statsforecast s | ratio | ours sMAPE / MASE | statsforecast sMAPE / MASE |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const race of races) {
  const ours = await ourRun(race);
  const peer = peerRun(race);
  const row = {
    model: race.peer,
    data: race.set.name,
    series: race.set.train.length,
    peer: `statsforecast ${peer.version}`,
    oursSeconds: median(ours.seconds),
    peerSeconds: median(peer.seconds),
    ratio: median(ours.seconds) / median(peer.seconds),
    oursSmape: smape(ours.means, race.set),
    peerSmape: smape(peer.means, race.set),
    oursMase: mase(ours.means, race.set),
    peerMase: mase(peer.means, race.set),
  };
  lines.push(JSON.stringify(row));
  writeFileSync(`${root}bench/results/local-speed.json`, `${lines.join('\n')}\n`);
  console.log(
    `| ${row.model} | ${row.data} | ${row.series} | ${row.oursSeconds.toFixed(2)} | ${row.peerSeconds.toFixed(2)} | ${row.ratio.toFixed(3)} | ${row.oursSmape.toFixed(3)} / ${row.oursMase.toFixed(3)} | ${row.peerSmape.toFixed(3)} / ${row.peerMase.toFixed(3)} |`,
  );
}
await pool.close();
