/**
 * AutoETS, dynamic optimised Theta and AutoARIMA against statsforecast, both with two processes or threads, in one run.
 * Usage: node bench/engine/local-speed.ts [quick] [AutoARIMA hourly]
 * quick: one repeat, and samples of the series where the peer is slow; other words choose races by name.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodePool } from '../../engine/node/node-pool.ts';
import { fitManySeries, type LocalBatch } from '../../engine/src/local/batch.ts';
import { type ForecastSet, m3, m4, sampled } from './local-data.ts';
import { mase, median, smape } from './local-scores.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const venv = `${root}.cache/bench-venv`;
const python = `${venv}/bin/python`;
const quick = process.argv.includes('quick');
/** Words that the name of a race must contain (`AutoARIMA hourly`); all races without any. */
const chosen = process.argv.slice(2).filter((word) => word !== 'quick');
const results = `${root}bench/results/local-speed.json`;
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
  execFileSync(python, ['-m', 'pip', 'install', '-q', '-U', 'statsforecast'], { stdio: 'inherit' });
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
const part = (set: ForecastSet, step: number) => sampled(set, quick ? step : 1);
const races: readonly Race[] = [
  { peer: 'DOT', ours: 'dynamic-optimised-theta', set: monthly, repeats },
  { peer: 'DOT', ours: 'dynamic-optimised-theta', set: hourly, repeats },
  // The peer needs minutes for one repeat from here on.
  { peer: 'AutoETS', ours: 'auto-ets', set: part(monthly, 4), repeats: 1 },
  { peer: 'AutoETS', ours: 'auto-ets', set: part(hourly, 8), repeats: 1 },
  // A second a series on monthly and minutes a series on hourly data: fixed samples.
  { peer: 'AutoARIMA', ours: 'auto-arima', set: sampled(monthly, quick ? 20 : 10), repeats: 1 },
  { peer: 'AutoARIMA', ours: 'auto-arima', set: sampled(hourly, quick ? 140 : 60), repeats: 1 },
];
mkdirSync(`${root}bench/results`, { recursive: true });

/** Replaces the line of the same model and data, so that parts of the table can be measured again. */
function keep(row: { readonly model: string; readonly data: string }): void {
  const old = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n') : [];
  const others = old.filter((line) => {
    const { model, data } = JSON.parse(line) as typeof row;
    return model !== row.model || data !== row.data;
  });
  writeFileSync(results, `${[...others, JSON.stringify(row)].join('\n')}\n`);
}

console.log(
  '| model | data | series | ours s | statsforecast s | ratio | ours sMAPE / MASE | statsforecast sMAPE / MASE |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const race of races) {
  const title = `${race.peer} ${race.set.name}`.toLowerCase();
  if (!chosen.every((word) => title.includes(word.toLowerCase()))) continue;
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
  keep(row);
  console.log(
    `| ${row.model} | ${row.data} | ${row.series} | ${row.oursSeconds.toFixed(2)} | ${row.peerSeconds.toFixed(2)} | ${row.ratio.toFixed(3)} | ${row.oursSmape.toFixed(3)} / ${row.oursMase.toFixed(3)} | ${row.peerSmape.toFixed(3)} / ${row.peerMase.toFixed(3)} |`,
  );
}
await pool.close();
