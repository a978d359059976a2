/**
 * M3 as a whole: the symmetric percentage error over all forecasts of the four parts, as the competition averaged it,
 * beside the Theta method measured here the same way. Reads the results of `npm run bench -- accuracy` of the four parts.
 */
import { nodePool } from '../../engine/node/index.ts';
import { recorded } from '../record.ts';
import { competition, seasonOf } from './competitions.ts';
import { errors, localForecasts } from './scores.ts';

const lines = recorded<{ set: string; mode: string; smape: number }>('accuracy');
const pool = nodePool({ threads: 2 });
let [ours, reference, forecasts] = [0, 0, 0];
for (const part of ['m3-yearly', 'm3-quarterly', 'm3-monthly', 'm3-other']) {
  const line = lines.find(({ set, mode }) => set === part && mode === 'auto');
  if (line === undefined) throw new Error(`No result for ${part}: run npm run bench -- accuracy ${part} first.`);
  const set = competition(part);
  const count = set.series.length * set.horizon;
  const theta = await localForecasts(set, { forecaster: 'theta', periods: seasonOf(set) }, pool);
  ours += line.smape * count;
  reference += errors(set, theta).smape * count;
  forecasts += count;
}
await pool.close();
console.table([
  { forecasts, 'auto sMAPE': (ours / forecasts).toFixed(3), 'Theta sMAPE': (reference / forecasts).toFixed(3) },
]);
