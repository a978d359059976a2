/**
 * M3 as a whole: the symmetric percentage error over all forecasts of the four parts, as the competition averaged it,
 * beside the Theta method measured here the same way. Run after the four m3 parts: node bench/engine/accuracy-m3.ts
 */
import { readFileSync } from 'node:fs';
import { theta } from '../../engine/src/local/theta/theta.ts';
import { COMPETITIONS } from './accuracy-data.ts';

interface Line {
  readonly set: string;
  readonly mode: string;
  readonly smape: number;
}

const lines = readFileSync('bench/results/accuracy.json', 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text) as Line);
let [ours, reference, forecasts] = [0, 0, 0];
for (const part of ['m3-yearly', 'm3-quarterly', 'm3-monthly', 'm3-other']) {
  const line = lines.find(({ set, mode }) => set === part && mode === 'auto');
  if (line === undefined) throw new Error(`No result for ${part}: run node bench/engine/accuracy.ts ${part} first.`);
  const competition = COMPETITIONS[part]?.();
  if (competition === undefined) throw new Error(`No data for ${part}.`);
  const periods = competition.measureSeason > 1 ? [competition.measureSeason] : [];
  const count = competition.series.length * competition.horizon;
  ours += line.smape * count;
  forecasts += count;
  for (const { values, outcome } of competition.series) {
    const said = theta.fit(values, { periods }).forecast(competition.horizon);
    outcome.forEach((actual, d) => {
      const value = said[d] as number;
      reference += (200 * Math.abs(actual - value)) / (Math.abs(actual) + Math.abs(value));
    });
  }
}
console.table([
  { forecasts, 'auto sMAPE': (ours / forecasts).toFixed(3), 'Theta sMAPE': (reference / forecasts).toFixed(3) },
]);
