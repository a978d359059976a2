/** One series, 24 steps, feature derivation included: latency of a served forecaster. */
import { nodePool } from '../../engine/node/node-pool.ts';
import { runForecast } from '../../engine/src/autopilot/run-forecast.ts';
import { seededRandom } from '../../engine/src/core/random.ts';
import { panelOfSequences } from '../../engine/src/series/panel.ts';
import { forecasterFrom, openForecaster, saveForecaster } from '../../engine/src/serving/save-forecaster.ts';
import { median, quantile, round } from '../measure.ts';
import { record } from '../record.ts';

const random = seededRandom(1);
const panel = panelOfSequences(
  'HOUR',
  Array.from({ length: 40 }, (_, s) => ({
    id: `meter ${s}`,
    values: Array.from(
      { length: 800 },
      (_, t) =>
        (s + 1) *
        (30 + 10 * Math.sin((2 * Math.PI * t) / 24) + 3 * Math.sin((2 * Math.PI * t) / 168) + random.normal()),
    ),
  })),
);
const pool = nodePool({ threads: 2 });
const outcome = await runForecast(panel, { mode: 'auto', last: 24, backtests: 1 }, { random: seededRandom(1), pool });
await pool.close();
const bytes = saveForecaster(forecasterFrom(outcome));
const opened = openForecaster(bytes);

const times: number[] = [];
for (let i = 0; i < 2200; i++) {
  const series = [`meter ${i % 40}`];
  const from = performance.now();
  opened.forecast({ series, coverages: [0.8, 0.95] });
  if (i >= 200) times.push(performance.now() - from);
}
const seen = {
  models: outcome.blend.models.length,
  recommended: outcome.recommended,
  bytes: bytes.length,
  p50: round(median(times), 3),
  p99: round(quantile(times, 0.99), 3),
};
record({
  title: 'Forecast of one series, 24 steps, feature derivation included',
  work: { models: seen.models, recommended: seen.recommended, bytes: seen.bytes, forecasts: 2000 },
  figures: [
    { id: 'p50', what: 'Latency of a blend, median', value: seen.p50, unit: 'ms' },
    { id: 'p99', what: 'Latency of a blend, p99', value: seen.p99, unit: 'ms', must: '<= 5' },
  ],
});
