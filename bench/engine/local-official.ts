/**
 * Our benchmarks against the official scores of the M4 and M3 competitions: a check that models, decomposition and
 * metrics are the published ones.
 */
import { nodePool } from '../../engine/node/node-pool.ts';
import type { Measured } from '../figures.ts';
import { record } from '../record.ts';
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
const figures: Measured[] = [];

/** Both errors of a model, beside the published ones where there are any. */
function note(
  forecaster: string,
  data: string,
  errors: { smape: number; mase?: number },
  published?: Check['published'],
) {
  const id = `${forecaster}-${data}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const peer = (value: number | undefined) =>
    value === undefined ? {} : { peer: { name: 'published score', version: data.slice(0, 2), value } };
  const { smape, mase } = errors;
  figures.push({
    id: `${id}-smape`,
    what: `${forecaster}, ${data}: sMAPE`,
    value: smape,
    unit: '%',
    ...peer(published?.[0]),
  });
  if (mase === undefined) return;
  figures.push({
    id: `${id}-mase`,
    what: `${forecaster}, ${data}: MASE`,
    value: mase,
    unit: '',
    ...peer(published?.[1]),
  });
}

for (const { set, published, ...model } of checks) {
  note(model.forecaster, set.title, errors(set, await localForecasts(set, model, pool)), published);
}
for (const forecaster of ['theta', 'dynamic-optimised-theta', 'auto-ets', 'auto-arima']) {
  let [sum, points] = [0, 0];
  for (const set of parts) {
    const steps = set.series.length * set.horizon;
    const { smape } = errors(set, await localForecasts(set, { forecaster, periods: seasonOf(set) }, pool));
    sum += smape * steps;
    points += steps;
  }
  note(forecaster, 'M3, all', { smape: sum / points }, forecaster === 'theta' ? [13.01, undefined] : undefined);
}
record({
  title: 'Local models beside the official scores of M4 and M3',
  work: { threads: 2 },
  note: 'A check that models, decomposition and metrics are the published ones; a difference in either direction is a difference.',
  figures,
});
await pool.close();
