import { afterAll, describe, expect, it } from 'vitest';
import { nodePool } from '../../node/node-pool.ts';
import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { seededRandom } from '../core/random.ts';
import { panelOfSequences } from '../series/panel.ts';
import { localPanel, readLocalPanel } from './local-panel.ts';
import type { PanelModel } from './panel-model.ts';

/** Threads load the whole engine before their first answer, which takes a while on a busy machine. */
const THREAD_START = 60_000;
const pool = nodePool({ threads: 2 });
afterAll(() => pool.close());

const series = Array.from({ length: 30 }, (_, i) => ({
  id: `s${i}`,
  values: Float64Array.from(
    { length: 150 + i },
    (_unused, t) => 20 + i + 5 * Math.sin((Math.PI * t) / 6) + ((t * 7) % 11) / 5,
  ),
}));
const panel = panelOfSequences('MONTH', series);
const context = { windows: { history: 24, blind: 0, first: 1, last: 4 }, periods: [12] };
const dampedTrend = localPanel({ forecaster: 'damped-trend' });
const random = seededRandom(1);

function bytesOf(model: PanelModel): Uint8Array {
  const to = new BinaryWriter();
  model.write(to);
  return to.finish();
}

describe('localPanel', () => {
  it(
    'gives the same bytes and forecasts with and without threads',
    async () => {
      const here = await dampedTrend.fit(panel, context, { random });
      const there = await dampedTrend.fit(panel, context, { random, pool });
      expect(bytesOf(there)).toEqual(bytesOf(here));
      expect(there.forecast(panel)).toEqual(here.forecast(panel));
      expect(here.forecast(panel)).toHaveLength(4 * series.length);
      expect(readLocalPanel(new BinaryReader(bytesOf(here))).forecast(panel)).toEqual(here.forecast(panel));
    },
    THREAD_START,
  );

  it(
    'says which series was refused',
    async () => {
      const bad = series.map(({ id, values }, i) => ({
        id,
        values: i === 5 ? values.fill(Number.POSITIVE_INFINITY, 3, 4) : values,
      }));
      const fit = dampedTrend.fit(panelOfSequences('MONTH', bad), context, { random, pool });
      await expect(fit).rejects.toMatchObject({ code: 'series.infinite', series: 's5' });
    },
    THREAD_START,
  );
});
