/**
 * Writes forecaster-file.json, a saved forecaster of every kind of model, unless it is there. It stands for files that
 * users keep: it was made before forecasters explained themselves, and every later version must read and explain it.
 *
 *   npx tsx engine/golden/forecaster-file.ts
 */
import { existsSync, writeFileSync } from 'node:fs';
import { seededRandom } from '../src/core/random.ts';
import { refitBlueprint } from '../src/forecasting/backtest-blueprint.ts';
import { listForecastBlueprints } from '../src/forecasting/blueprint-catalogue.ts';
import type { PanelModel } from '../src/forecasting/panel-model.ts';
import { prepareForecast } from '../src/forecasting/problem.ts';
import { panelOfSequences } from '../src/series/panel.ts';
import { servedForecaster } from '../src/serving/forecaster.ts';
import { saveForecaster } from '../src/serving/save-forecaster.ts';

const target = new URL('./forecaster-file.json', import.meta.url);
if (existsSync(target)) throw new Error('The file is there: old files are never replaced.');
const random = seededRandom(8);
const values = (level: number) =>
  Array.from(
    { length: 60 },
    (_, t) => level * (1 + 0.01 * t + 0.2 * Math.sin((Math.PI * t) / 6) + 0.02 * random.normal()),
  );
const panel = panelOfSequences(
  'MONTH',
  [50, 120, 300].map((level) => ({ id: `shop ${level}`, values: values(level) })),
  'sales',
);
const problem = prepareForecast(panel, { last: 4, backtests: 1, periods: [12] });
const ids = ['seasonal-naive', 'dynamic-optimised-theta', 'comb', 'auto-ets', 'auto-arima', 'ar-ridge-log'];
const all = [...ids, 'seasonal-decomposition', 'lag-map-log-level', 'boosting-log-change-absolute'];
const models = new Map<string, PanelModel>();
for (const blueprint of listForecastBlueprints(problem, 'manual', all, { maxRows: 500, rounds: 3, rate: 0.3 })) {
  models.set(blueprint.id, await refitBlueprint(problem, blueprint, { random: seededRandom(1) }));
}
const forecaster = servedForecaster({
  memory: panel,
  windows: problem.context.windows,
  periods: problem.context.periods,
  blend: { kind: 'weights', models: [...models.keys()], weights: [...models.keys()].map(() => 1 / models.size) },
  models: [...models.values()],
  intervals: { scales: new Float64Array(3).fill(1), noiseFactor: 1, scaled: [] },
});
const file = Buffer.from(saveForecaster(forecaster)).toString('base64');
const forecasts = forecaster.forecast().map(({ value }) => value);
writeFileSync(target, `${JSON.stringify({ file, forecasts }, null, 1)}\n`);
