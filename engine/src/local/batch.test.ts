import { afterAll, describe, expect, it } from 'vitest';
import { nodePool } from '../../node/node-pool.ts';
import { fitManySeries, type LocalBatch, localBatches, savedForecaster } from './batch.ts';

/** Threads load the whole engine before their first answer, which takes a while on a busy machine. */
const THREAD_START = 60_000;
const pool = nodePool({ threads: 2 });
afterAll(() => pool.close());

const series = Array.from({ length: 30 }, (_, i) =>
  Float64Array.from({ length: 150 + i }, (_unused, t) => 20 + i + 5 * Math.sin((Math.PI * t) / 6) + ((t * 7) % 11) / 5),
);
const whole: LocalBatch = {
  forecaster: 'damped-trend',
  params: {},
  specs: series.map((_, i) => ({ periods: [12], series: `s${i}` })),
  series,
  horizon: 4,
  keep: true,
};

describe('fitManySeries', () => {
  it('cuts the work into several messages and loses none', () => {
    const batches = localBatches(whole);
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flatMap((batch) => batch.series)).toEqual(series);
  });

  it(
    'gives the same bytes with and without threads',
    async () => {
      const here = await fitManySeries(whole);
      const there = await fitManySeries(whole, pool);
      expect(there.models).toEqual(here.models);
      expect(there.means).toEqual(here.means);
      expect(there.details).toEqual(here.details);
      expect(savedForecaster(here.models[3] as Uint8Array).forecast(4)).toEqual(here.means[3]);
    },
    THREAD_START,
  );

  it('counts its progress', async () => {
    const seen: number[] = [];
    await fitManySeries({ ...whole, forecaster: 'naive', keep: false }, undefined, (done) => seen.push(done));
    expect(seen).toEqual(localBatches(whole).map((_, i) => i + 1));
  });

  it(
    'says which series was refused',
    async () => {
      const bad = { ...whole, series: series.map((y, i) => (i === 5 ? new Float64Array(3).fill(Number.NaN) : y)) };
      await expect(fitManySeries(bad, pool)).rejects.toMatchObject({ code: 'series.empty', series: 's5' });
    },
    THREAD_START,
  );
});
