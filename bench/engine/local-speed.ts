/**
 * AutoETS, dynamic optimised Theta and AutoARIMA against statsforecast, both with two processes or threads, in one run.
 * Usage: npm run bench -- local-speed [quick] [AutoARIMA hourly]
 * quick: one repeat, and samples of the series where the peer is slow; other words choose races by name.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePool } from '../../engine/node/node-pool.ts';
import { median, timed } from '../measure.ts';
import { CACHE, pythonWith } from '../processes.ts';
import { record } from '../record.ts';
import { type Competition, competition, sampled } from './competitions.ts';
import { errors, localForecasts } from './scores.ts';

const quick = process.argv.includes('quick');
/** Words that the name of a race must contain (`AutoARIMA hourly`); all races without any. */
const chosen = process.argv.slice(2).filter((word) => word !== 'quick');
const PROCESSES = 2;

interface Race {
  readonly peer: 'AutoETS' | 'DOT' | 'AutoARIMA';
  readonly ours: string;
  readonly set: Competition;
  readonly repeats: number;
}

interface PeerAnswer {
  readonly version: string;
  readonly seconds: readonly number[];
  readonly means: readonly number[][];
}

const python = pythonWith('bench-venv', ['statsforecast']);

function peerRun({ peer, set, repeats }: Race): PeerAnswer {
  mkdirSync(join(CACHE, 'bench'), { recursive: true });
  const file = join(CACHE, 'bench', 'local-series.json');
  const series = set.series.map(({ values }) => Array.from(values));
  writeFileSync(file, JSON.stringify({ horizon: set.horizon, period: set.measureSeason, series }));
  const script = join(import.meta.dirname, 'local-peer.py');
  const output = execFileSync(python, [script, file, peer, String(PROCESSES), String(repeats)], {
    maxBuffer: 1 << 28,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output) as PeerAnswer;
}

const pool = nodePool({ threads: PROCESSES });

async function ourRun({ ours, set, repeats }: Race) {
  const run = (over: Competition) => localForecasts(over, { forecaster: ours, periods: [set.measureSeason] }, pool);
  // Both sides are warm before the clock starts: threads are up, code is compiled.
  await run({ ...set, series: set.series.slice(0, 16) });
  const seconds: number[] = [];
  let forecast = (_series: number, _step: number): number => 0;
  for (let i = 0; i < repeats; i += 1) {
    const ms = await timed(async () => {
      forecast = await run(set);
    });
    seconds.push(ms / 1000);
  }
  return { seconds, forecast };
}

const repeats = quick ? 1 : 3;
const monthly = competition('m3-monthly');
const hourly = competition('m4-hourly');
const part = (set: Competition, step: number) => sampled(set, quick ? step : 1);
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

for (const race of races) {
  const title = `${race.peer} ${race.set.title}`.toLowerCase();
  if (!chosen.every((word) => title.includes(word.toLowerCase()))) continue;
  const ours = await ourRun(race);
  const peer = peerRun(race);
  const our = errors(race.set, ours.forecast);
  const their = errors(race.set, (s, d) => peer.means[s]?.[d] as number);
  const seen = {
    series: race.set.series.length,
    version: peer.version,
    ...{ seconds: median(ours.seconds), peerSeconds: median(peer.seconds) },
    ...{ smape: our.smape, peerSmape: their.smape, mase: our.mase, peerMase: their.mase },
  };
  const statsforecast = (value: number) => ({ name: 'statsforecast', version: seen.version, value });
  record({
    name: `local-speed-${title.replace(/[^a-z0-9]+/g, '-')}`,
    title: `${race.peer} over ${race.set.title}`,
    work: { series: seen.series, processes: PROCESSES, repeats: race.repeats },
    figures: [
      {
        id: 'seconds',
        what: 'Time of all forecasts',
        value: seen.seconds,
        unit: 's',
        peer: statsforecast(seen.peerSeconds),
        mustRatio: '<= 1',
      },
      {
        id: 'smape',
        what: 'sMAPE',
        value: seen.smape,
        unit: '%',
        peer: statsforecast(seen.peerSmape),
        mustRatio: '<= 1',
      },
      { id: 'mase', what: 'MASE', value: seen.mase, unit: '', peer: statsforecast(seen.peerMase) },
    ],
  });
}
await pool.close();
