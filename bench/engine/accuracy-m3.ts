/**
 * M3 as a whole: the symmetric percentage error over all forecasts of the four parts, as the competition averaged it,
 * beside the Theta method measured here the same way. Reads the results of `npm run bench -- accuracy` of the four parts.
 */
import { nodePool } from '../../engine/node/index.ts';
import { readResults } from '../figures.ts';
import { round } from '../measure.ts';
import { record } from '../record.ts';
import { competition, seasonOf } from './competitions.ts';
import { errors, localForecasts } from './scores.ts';

const results = readResults();
const pool = nodePool({ threads: 2 });
let [ours, reference, forecasts] = [0, 0, 0];
for (const part of ['m3-yearly', 'm3-quarterly', 'm3-monthly', 'm3-other']) {
  const result = results.find((one) => one.name === `accuracy-${part}-auto`);
  const smape = result?.figures.find(({ id }) => id === 'smape')?.value;
  if (smape === undefined) throw new Error(`No result for ${part}: run npm run bench -- accuracy ${part} first.`);
  const set = competition(part);
  const count = set.series.length * set.horizon;
  const theta = await localForecasts(set, { forecaster: 'theta', periods: seasonOf(set) }, pool);
  ours += smape * count;
  reference += errors(set, theta).smape * count;
  forecasts += count;
}
await pool.close();
const seen = { forecasts, smape: round(ours / forecasts, 3), theta: round(reference / forecasts, 3) };
record({
  title: 'Forecast accuracy on M3 as a whole, auto mode',
  work: { forecasts: seen.forecasts },
  note: 'The mean over all forecasts of the four parts, from their results.',
  figures: [
    {
      id: 'smape',
      what: 'sMAPE, against the winner of the competition',
      value: seen.smape,
      unit: '%',
      peer: { name: 'Theta, the winner', version: 'M3 2000, published', value: 13.01 },
      must: '<= 12.7',
    },
    {
      id: 'smape-theta',
      what: 'sMAPE, against our Theta in the same run',
      value: seen.smape,
      unit: '%',
      peer: { name: 'Theta, as implemented here', version: null, value: seen.theta },
    },
  ],
});
