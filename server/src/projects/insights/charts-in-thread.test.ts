import { expect, test } from 'vitest';
import { AT_ONCE, onThread } from '../engine/engine-pool.ts';
import { drawChart } from './charts/charts.rules.ts';
import { plotBins } from './over-time/plot.rules.ts';

const LENGTH = 2 * AT_ONCE;
const predicted = Float64Array.from({ length: LENGTH }, (_, i) => ((i * 7919) % LENGTH) / LENGTH);
const actual = predicted.map((chance, i) => Number(chance > ((i * 104729) % LENGTH) / LENGTH));
const rows = Int32Array.from(predicted.keys());

test('a thread draws the same charts', async () => {
  const outcomes = { actual, predicted, rows, weight: actual.map(() => 1) };
  for (const name of ['liftChart', 'rocCurve', 'confusionMatrix'] as const) {
    const question = { name, outcomes, task: 'binary', classes: ['no', 'yes'], threshold: 0.5 } as const;
    expect(await onThread((thread) => thread.ask('drawChart', question))).toEqual(drawChart(question));
  }
}, 60_000);

test('and the same plots over time', async () => {
  const DAY = 86_400_000;
  const time = predicted.map((_, i) => (i % 30) * DAY);
  const timed = { series: rows.map((i) => i % 3), distance: rows.map((i) => 1 + (i % 2)), time, actual, predicted };
  const question = { rows: timed, series: 1, distances: [1, 2], resolution: 'days', from: 0, to: 30 * DAY } as const;
  const drawn = await onThread((thread) => thread.ask('plotBins', question));
  expect(drawn).toEqual(plotBins(question));
  expect(drawn).toHaveLength(30);
}, 60_000);
