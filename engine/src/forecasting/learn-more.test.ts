import { describe, expect, it } from 'vitest';
import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { seededRandom } from '../core/random.ts';
import { modelReaders } from '../estimators/catalogue.ts';
import { cutPanel, type Panel, panelOfSequences } from '../series/panel.ts';
import { cellsToRemember, moreCells } from '../serving/forecast-at.ts';
import { newest } from '../serving/save-forecaster.ts';
import { fitBlueprintOn } from './backtest-blueprint.ts';
import type { ForecastBlueprint } from './blueprint.ts';
import { listForecastBlueprints } from './blueprint-catalogue.ts';
import type { PanelModel } from './panel-model.ts';
import { readPanelModel, writePanelModel } from './panel-model-format.ts';
import { type ForecastProblem, prepareForecast } from './problem.ts';

const LENGTH = 160;
const SERIES = 6;

/** A weekly shape on a level of its own, with a little noise. */
function weekly(count = SERIES, length = LENGTH, seed = 31): Panel {
  const random = seededRandom(seed);
  return panelOfSequences(
    'DAY',
    Array.from({ length: count }, (_, s) => {
      const draw = random.fork(`series ${s}`);
      const shape = (t: number) => 1 + 0.002 * t + 0.3 * Math.sin((2 * Math.PI * t) / 7) + 0.01 * draw.normal();
      return { id: `series ${s}`, values: Array.from({ length }, (_, t) => 50 * (s + 1) * shape(t)) };
    }),
  );
}

const settings = { last: 7, backtests: 1, history: 28, periods: [7] };
const effort = { maxRows: 100_000, rounds: 30, rate: 0.1 };
const run = (seed = 1) => ({ random: seededRandom(seed) });
const until = (panel: Panel, cell: number): Panel =>
  cutPanel(
    panel,
    panel.series.map(() => cell),
  );

function blueprintOf(problem: ForecastProblem, id: string): ForecastBlueprint {
  return listForecastBlueprints(problem, 'manual', [id], effort)[0] as ForecastBlueprint;
}

const bytesOf = (model: PanelModel): Uint8Array => {
  const writer = new BinaryWriter();
  writePanelModel(writer, model);
  return writer.finish();
};
const writeAndRead = (model: PanelModel): PanelModel => readPanelModel(new BinaryReader(bytesOf(model)), modelReaders);

/** Learns up to the first end, then goes on to each of the others, remembering no more than it must. */
async function learnMore(panel: Panel, id: string, ends: readonly number[]): Promise<PanelModel[]> {
  const problem = prepareForecast(panel, settings);
  const blueprint = blueprintOf(problem, id);
  const context = { ...problem.context, decidedOn: panel };
  const kept = cellsToRemember(context);
  const [first = 0, ...others] = ends;
  const start = until(panel, first);
  const lengths = start.series.map(({ target }) => target.length);
  const models = [await fitBlueprintOn({ ...problem, panel: start, context }, blueprint, lengths, run())];
  let memory = newest(start, kept);
  for (const end of others) {
    const found = moreCells(memory, until(panel, end), kept);
    if (found === null) throw new Error('nothing new');
    const before = writeAndRead(models.at(-1) as PanelModel);
    models.push((await before.learnMore?.(found.more, blueprint, run())) as PanelModel);
    memory = newest(found.more.panel, kept);
  }
  return models;
}

const errorOf = (model: PanelModel, panel: Panel, cell: number): number => {
  const forecasts = model.forecast(until(panel, cell));
  let sum = 0;
  panel.series.forEach(({ target }, s) => {
    for (let k = 0; k < 7; k++) sum += Math.abs((forecasts[s * 7 + k] as number) / (target[cell + k] as number) - 1);
  });
  return sum / forecasts.length;
};

describe('learning cell by cell', { timeout: 120_000 }, () => {
  it('a lag map after all pieces is the lag map of all cells', async () => {
    const panel = weekly();
    const problem = prepareForecast(panel, settings);
    const blueprint = blueprintOf(problem, 'lag-map-level');
    const context = { ...problem.context, decidedOn: panel };
    const lengths = panel.series.map(() => LENGTH);
    const whole = await fitBlueprintOn({ ...problem, context }, blueprint, lengths, run());
    // Origins of the whole are cells 15 to 152; the newest fifth of them chooses the ridge, and is the last piece here.
    const origins = LENGTH - 7 - 15;
    const pieces = await learnMore(panel, 'lag-map-level', [60, 61, 90, 15 + Math.ceil(0.8 * origins) + 7, LENGTH]);
    const [a, b] = [whole.forecast(panel), (pieces.at(-1) as PanelModel).forecast(panel)];
    a.forEach((value, i) => {
      expect(b[i]).toBeCloseTo(value, 6);
    });
    expect(pieces[0]?.forecast(panel)[0]).not.toBeCloseTo(a[0] as number, 3);
  });

  it.each(['theta', 'seasonal-naive', 'ar-ridge', 'naive-none', 'comb'])(
    'a local model (%s) after more cells forecasts as it does when it is shown them',
    async (id) => {
      const panel = weekly();
      const [first, second, third] = await learnMore(panel, id, [100, 130, 131]);
      expect([...(second as PanelModel).forecast(until(panel, 130))]).toEqual([
        ...(first as PanelModel).forecast(until(panel, 130)),
      ]);
      const [shown, taken] = [(first as PanelModel).forecast(until(panel, 131)), third?.forecast(until(panel, 131))];
      shown.forEach((value, i) => {
        expect(taken?.[i]).toBeCloseTo(value, 6);
      });
    },
  );

  it('a local model of a short series is learned again while all of it is remembered', async () => {
    const panel = weekly(2, 60);
    const pieces = await learnMore(panel, 'theta', [20, 40]);
    const problem = prepareForecast(panel, settings);
    const whole = await fitBlueprintOn(problem, blueprintOf(problem, 'theta'), [40, 40], run());
    expect([...(pieces.at(-1) as PanelModel).forecast(until(panel, 40))]).toEqual([
      ...whole.forecast(until(panel, 40)),
    ]);
  });

  it('boosting goes on from its trees, gets better, and never sees a later piece', async () => {
    const panel = weekly();
    const ends = [45, 75, 105, 135];
    const pieces = await learnMore(panel, 'boosting-level-absolute', ends);
    const errors = pieces.map((model) => errorOf(model, panel, 145));
    expect(errors.at(-1)).toBeLessThan(0.9 * (errors[0] as number));
    expect(bytesOf(pieces[1] as PanelModel).length).toBeGreaterThan(bytesOf(pieces[0] as PanelModel).length);
    const poisoned: Panel = {
      ...panel,
      series: panel.series.map((one) => ({
        ...one,
        target: one.target.map((value, t) => (t >= 105 ? -1e6 : value)),
      })),
    };
    const others = await learnMore(poisoned, 'boosting-level-absolute', ends);
    expect(bytesOf(others[2] as PanelModel)).toEqual(bytesOf(pieces[2] as PanelModel));
    expect(bytesOf(others[3] as PanelModel)).not.toEqual(bytesOf(pieces[3] as PanelModel));
  });

  it('pieces may bring series instead of time', async () => {
    const panel = weekly(8);
    const problem = prepareForecast(panel, settings);
    const blueprint = blueprintOf(problem, 'boosting-level-absolute');
    const context = { ...problem.context, decidedOn: panel };
    const some = (from: number, to: number): Panel => ({ ...panel, series: panel.series.slice(from, to) });
    const first = await fitBlueprintOn({ ...problem, panel: some(0, 2), context }, blueprint, [LENGTH, LENGTH], run());
    const found = moreCells(newest(some(0, 2), cellsToRemember(context)), some(2, 8), cellsToRemember(context));
    expect(found?.cells).toBe(6 * LENGTH);
    const second = await first.learnMore?.(found?.more as never, blueprint, run());
    const known = errorOf(second as PanelModel, some(2, 8), 150);
    expect(known).toBeLessThan(errorOf(first, some(2, 8), 150));
  });

  it('too few new rows leave a boosted model as it is', async () => {
    const panel = weekly(1);
    const [before, after] = await learnMore(panel, 'boosting-level-absolute', [120, 121]);
    expect(bytesOf(after as PanelModel)).toEqual(bytesOf(before as PanelModel));
  });
});
