/**
 * Our benchmarks against the official scores of the M4 and M3 competitions: a check that models, decomposition and
 * metrics are the published ones.
 */
import { nodePool } from '../../engine/node/node-pool.ts';
import { recordLines } from '../record.ts';
import { type Competition, competition, seasonOf } from './competitions.ts';
import { errors, localForecasts } from './scores.ts';

interface Check {
  readonly forecaster: string;
  readonly set: Competition;
  readonly periods: readonly number[];
  readonly params?: object;
  /** Published sMAPE and MASE, where there are any. */
  readonly published?: readonly [number, number | undefined];
}

const hourly = competition('m4-hourly');
const weekly = competition('m4-weekly');
const parts = ['m3-yearly', 'm3-quarterly', 'm3-monthly', 'm3-other'].map(competition);
const checks: readonly Check[] = [
  { forecaster: 'deseasonalised-naive', set: hourly, periods: [24], published: [18.383, 2.395] },
  { forecaster: 'theta', set: hourly, periods: [24], published: [18.138, 2.455] },
  { forecaster: 'comb', set: hourly, periods: [24], published: [22.053, 4.582] },
  { forecaster: 'deseasonalised-naive', set: weekly, periods: [], published: [9.161, 2.777] },
  { forecaster: 'theta', set: weekly, periods: [], published: [9.093, 2.637] },
  { forecaster: 'comb', set: weekly, periods: [], published: [8.944, 2.432] },
  { forecaster: 'seasonal-naive', set: hourly, periods: [24] },
  { forecaster: 'ar-ridge', set: hourly, periods: [24, 168], params: { scale: 'log' } },
  { forecaster: 'ar-ridge', set: weekly, periods: [52] },
];
const pool = nodePool({ threads: 2 });
const lines: object[] = [];

console.log('| model | data | sMAPE / MASE | published |');
console.log('|---|---|---|---|');
for (const { set, published, ...model } of checks) {
  const { smape, mase } = errors(set, await localForecasts(set, model, pool));
  lines.push({ forecaster: model.forecaster, data: set.title, smape, mase, published: published ?? null });
  const scores = `${smape.toFixed(3)} / ${mase.toFixed(3)}`;
  console.log(`| ${model.forecaster} | ${set.title} | ${scores} | ${published?.join(' / ') ?? ''} |`);
}
for (const forecaster of ['theta', 'dynamic-optimised-theta', 'auto-ets', 'auto-arima']) {
  let [sum, points] = [0, 0];
  for (const set of parts) {
    const steps = set.series.length * set.horizon;
    const { smape } = errors(set, await localForecasts(set, { forecaster, periods: seasonOf(set) }, pool));
    sum += smape * steps;
    points += steps;
  }
  const published = forecaster === 'theta' ? [13.01] : null;
  lines.push({ forecaster, data: 'M3, all', smape: sum / points, published });
  console.log(`| ${forecaster} | M3, all | ${(sum / points).toFixed(3)} | ${published?.join() ?? ''} |`);
}
recordLines('local-official', lines);
await pool.close();
