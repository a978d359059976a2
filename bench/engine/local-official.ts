/**
 * Our benchmarks against the official scores of the M4 and M3 competitions: a check that models, decomposition and
 * metrics are the published ones. Usage: node bench/engine/local-official.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodePool } from '../../engine/node/node-pool.ts';
import { fitManySeries } from '../../engine/src/local/batch.ts';
import { type ForecastSet, m3, m4 } from './local-data.ts';
import { mase, smape } from './local-scores.ts';

interface Check {
  readonly forecaster: string;
  readonly set: ForecastSet;
  readonly periods: readonly number[];
  /** Published sMAPE and MASE, where there are any. */
  readonly published?: readonly [number, number | undefined];
}

const hourly = m4('Hourly');
const weekly = m4('Weekly');
const kinds = (['YEARLY', 'QUARTERLY', 'MONTHLY', 'OTHER'] as const).map(m3);
const seasonOf = (set: ForecastSet) => (set.period > 1 ? [set.period] : []);
const checks: readonly Check[] = [
  { forecaster: 'deseasonalised-naive', set: hourly, periods: [24], published: [18.383, 2.395] },
  { forecaster: 'theta', set: hourly, periods: [24], published: [18.138, 2.455] },
  { forecaster: 'comb', set: hourly, periods: [24], published: [22.053, 4.582] },
  { forecaster: 'deseasonalised-naive', set: weekly, periods: [], published: [9.161, 2.777] },
  { forecaster: 'theta', set: weekly, periods: [], published: [9.093, 2.637] },
  { forecaster: 'comb', set: weekly, periods: [], published: [8.944, 2.432] },
  { forecaster: 'seasonal-naive', set: hourly, periods: [24] },
  { forecaster: 'ar-ridge', set: hourly, periods: [24, 168] },
  { forecaster: 'ar-ridge', set: weekly, periods: [52] },
];
const pool = nodePool({ threads: 2 });
const lines: string[] = [];

async function meansOf(forecaster: string, set: ForecastSet, periods: readonly number[], params = {}) {
  const specs = set.train.map(() => ({ periods }));
  const batch = { forecaster, params, specs, series: set.train, horizon: set.horizon, keep: false };
  return (await fitManySeries(batch, pool)).means;
}

console.log('| model | data | sMAPE / MASE | published |');
console.log('|---|---|---|---|');
for (const { forecaster, set, periods, published } of checks) {
  const means = await meansOf(
    forecaster,
    set,
    periods,
    forecaster === 'ar-ridge' && set === hourly ? { scale: 'log' } : {},
  );
  const scores = [smape(means, set), mase(means, set)] as const;
  lines.push(
    JSON.stringify({ forecaster, data: set.name, smape: scores[0], mase: scores[1], published: published ?? null }),
  );
  console.log(
    `| ${forecaster} | ${set.name} | ${scores[0].toFixed(3)} / ${scores[1].toFixed(3)} | ${published?.join(' / ') ?? ''} |`,
  );
}
for (const forecaster of ['theta', 'dynamic-optimised-theta', 'auto-ets', 'auto-arima']) {
  let sum = 0;
  let points = 0;
  for (const set of kinds) {
    const steps = set.test.reduce((total, future) => total + future.length, 0);
    sum += smape(await meansOf(forecaster, set, seasonOf(set)), set) * steps;
    points += steps;
  }
  const score = sum / points;
  const published = forecaster === 'theta' ? [13.01] : null;
  lines.push(JSON.stringify({ forecaster, data: 'M3, all', smape: score, published }));
  console.log(`| ${forecaster} | M3, all | ${score.toFixed(3)} | ${published?.join() ?? ''} |`);
}
mkdirSync(fileURLToPath(new URL('../results', import.meta.url)), { recursive: true });
writeFileSync(fileURLToPath(new URL('../results/local-official.json', import.meta.url)), `${lines.join('\n')}\n`);
await pool.close();
