import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { nodePool } from '../../engine/node/node-pool.ts';
import { runForecast } from '../../engine/src/autopilot/run-forecast.ts';
import { seededRandom } from '../../engine/src/core/random.ts';
import type { Mode } from '../../engine/src/core/run.ts';
import { deseasonalisedNaive } from '../../engine/src/local/baselines/baselines.ts';
import { naiveScale } from '../../engine/src/metrics/point-errors.ts';
import { panelOfSequences } from '../../engine/src/series/panel.ts';
import type { ForecastRow } from '../../engine/src/serving/forecaster.ts';
import { forecasterFrom } from '../../engine/src/serving/save-forecaster.ts';
import { COMPETITIONS, type Competition } from './accuracy-data.ts';

/**
 * Accuracy of the autopilot on competition data, decided by the state machine that runs a project (`nextWork`). Every
 * choice is made on the training part; the outcomes are read to print the table and for nothing else. Run: node bench/engine/accuracy.ts m4-hourly [auto|quick|comprehensive]
 */

const RESULTS = 'bench/results/accuracy.json';
const COVERAGES = [0.8, 0.95];

interface Errors {
  readonly smape: number;
  readonly mase: number;
}

/** Mean over series of the symmetric percentage error and of the scaled error, as the competitions compute them. */
function errors(set: Competition, forecast: (series: number, step: number) => number): Errors {
  let smape = 0;
  let mase = 0;
  let scaled = 0;
  set.series.forEach(({ values, outcome }, s) => {
    let [percent, absolute] = [0, 0];
    outcome.forEach((actual, d) => {
      const value = forecast(s, d);
      const size = Math.abs(actual) + Math.abs(value);
      percent += size > 0 ? (200 * Math.abs(actual - value)) / size / outcome.length : 0;
      absolute += Math.abs(actual - value) / outcome.length;
    });
    smape += percent / set.series.length;
    const scale = naiveScale(values, values.length > set.measureSeason ? set.measureSeason : 1);
    if (scale > 0) {
      mase += absolute / scale;
      scaled++;
    }
  });
  return { smape, mase: mase / scaled };
}

function naive2(set: Competition): Errors {
  const periods = set.measureSeason > 1 ? [set.measureSeason] : [];
  const forecasts = set.series.map(({ values }) => deseasonalisedNaive.fit(values, { periods }).forecast(set.horizon));
  return errors(set, (s, d) => forecasts[s]?.[d] ?? 0);
}

function intervalScores(set: Competition, rows: readonly ForecastRow[], which: number) {
  let [inside, cells, score, scored] = [0, 0, 0, 0];
  const penalty = 2 / (1 - (COVERAGES[which] as number));
  set.series.forEach(({ values, outcome }, s) => {
    const scale = naiveScale(values, values.length > set.measureSeason ? set.measureSeason : 1);
    outcome.forEach((actual, d) => {
      const { lower, upper } = rows[s * set.horizon + d]?.intervals[which] ?? { lower: 0, upper: 0 };
      cells++;
      if (actual >= lower && actual <= upper) inside++;
      if (!(scale > 0)) return;
      score += (upper - lower + penalty * Math.max(0, lower - actual, actual - upper)) / scale;
      scored++;
    });
  });
  return { coverage: inside / cells, msis: score / scored };
}

const [name = 'm4-hourly', mode = 'auto'] = process.argv.slice(2);
const open = COMPETITIONS[name];
if (open === undefined) throw new Error(`No data set "${name}". Choose from: ${Object.keys(COMPETITIONS).join(', ')}.`);
const set = open();
const panel = panelOfSequences(set.unit, set.series);
const pool = nodePool({ threads: Number(process.env.ALMANAC_THREADS ?? 2) });
const started = performance.now();
const cpu = process.cpuUsage();
const outcome = await runForecast(
  panel,
  { mode: mode as Mode, last: set.horizon },
  { random: seededRandom(1), pool },
  {
    onEntry: ({ id, backtests }) =>
      console.log(id.padEnd(40), backtests.map(({ skill }) => skill.toFixed(4)).join(' ')),
  },
);
const rows = forecasterFrom(outcome).forecast({ coverages: COVERAGES });
const used = process.cpuUsage(cpu);
await pool.close();

const ours = errors(set, (s, d) => rows[s * set.horizon + d]?.value ?? 0);
const yardstick = naive2(set);
const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const line = {
  set: name,
  mode,
  series: set.series.length,
  recommended: outcome.recommended,
  owa: round((ours.smape / yardstick.smape + ours.mase / yardstick.mase) / 2, 4),
  smape: round(ours.smape, 3),
  mase: round(ours.mase, 4),
  coverage80: round(intervalScores(set, rows, 0).coverage, 4),
  coverage95: round(intervalScores(set, rows, 1).coverage, 4),
  msis95: round(intervalScores(set, rows, 1).msis, 2),
  seconds: round((performance.now() - started) / 1000, 1),
  cpuSeconds: round((used.user + used.system) / 1e6, 1),
};
console.table([line]);
const kept = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8').trim().split('\n') : [];
const others = kept.filter(
  (text) => text !== '' && !(text.includes(`"set":"${name}"`) && text.includes(`"mode":"${mode}"`)),
);
mkdirSync('bench/results', { recursive: true });
writeFileSync(RESULTS, `${[...others, JSON.stringify(line)].sort().join('\n')}\n`);
