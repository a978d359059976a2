/**
 * Accuracy of the autopilot on competition data, decided by the state machine that runs a project (`nextWork`). Every
 * choice is made on the training part; the outcomes are read to print the table and for nothing else.
 * Run: npm run bench -- accuracy m4-hourly [auto|quick|comprehensive]
 */
import { nodePool } from '../../engine/node/node-pool.ts';
import { runForecast } from '../../engine/src/autopilot/run-forecast.ts';
import { seededRandom } from '../../engine/src/core/random.ts';
import type { Mode } from '../../engine/src/core/run.ts';
import type { ForecastRow } from '../../engine/src/serving/forecaster.ts';
import { forecasterFrom } from '../../engine/src/serving/save-forecaster.ts';
import { processorMs, round } from '../measure.ts';
import { record } from '../record.ts';
import { goalOf } from './accuracy-goals.ts';
import { type Competition, competition, panelOf } from './competitions.ts';
import { errors, naive2, relativeTo, scaleOf } from './scores.ts';

const COVERAGES = [0.8, 0.95];

function intervalScores(set: Competition, rows: readonly ForecastRow[], which: number) {
  let [inside, cells, score, scored] = [0, 0, 0, 0];
  const penalty = 2 / (1 - (COVERAGES[which] as number));
  set.series.forEach(({ values, outcome }, s) => {
    const scale = scaleOf(set, values);
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
const set = competition(name);
const pool = nodePool({ threads: Number(process.env.ALMANAC_THREADS ?? 2) });
const started = performance.now();
const cpu = process.cpuUsage();
const outcome = await runForecast(
  panelOf(set),
  { mode: mode as Mode, last: set.horizon },
  { random: seededRandom(1), pool },
  {
    onEntry: ({ id, backtests }) =>
      console.log(id.padEnd(40), backtests.map(({ skill }) => skill.toFixed(4)).join(' ')),
  },
);
const rows = forecasterFrom(outcome).forecast({ coverages: COVERAGES });
const cpuSeconds = processorMs(cpu) / 1000;
await pool.close();

const ours = errors(set, (s, d) => rows[s * set.horizon + d]?.value ?? 0);
const yardstick = naive2(set);

const seen = {
  recommended: outcome.recommended,
  ...{ owa: round(relativeTo(ours, yardstick), 4), smape: round(ours.smape, 3), mase: round(ours.mase, 4) },
  coverage80: round(100 * intervalScores(set, rows, 0).coverage, 2),
  coverage95: round(100 * intervalScores(set, rows, 1).coverage, 2),
  msis95: round(intervalScores(set, rows, 1).msis, 2),
  seconds: round((performance.now() - started) / 1000, 1),
  cpuSeconds: round(cpuSeconds, 1),
};
const goal = goalOf(name, mode);
record({
  name: `accuracy-${name}-${mode}`,
  title: `Forecast accuracy on ${set.title}, ${mode} mode`,
  work: { series: set.series.length, mode, recommended: seen.recommended },
  figures: [
    { id: 'owa', what: 'OWA', value: seen.owa, unit: '', ...goal.owa },
    { id: 'smape', what: 'sMAPE', value: seen.smape, unit: '%' },
    { id: 'mase', what: 'MASE', value: seen.mase, unit: '', ...goal.mase },
    { id: 'coverage-80', what: 'Coverage of 80 % intervals', value: seen.coverage80, unit: '%', must: '80 ± 3' },
    { id: 'coverage-95', what: 'Coverage of 95 % intervals', value: seen.coverage95, unit: '%', must: '95 ± 3' },
    { id: 'msis', what: 'MSIS of 95 % intervals', value: seen.msis95, unit: '', ...goal.msis },
    { id: 'seconds', what: 'Time from data to forecasts', value: seen.seconds, unit: 's', ...goal.seconds },
    { id: 'processor', what: 'Processor time', value: seen.cpuSeconds, unit: 's' },
  ],
});
