import { describe, expect, it } from 'vitest';
import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { seededRandom } from '../core/random.ts';
import { modelReaders } from '../estimators/catalogue.ts';
import { categoricalColumn, dateColumn, numericColumn } from '../frame/build-columns.ts';
import { frame } from '../frame/frame.ts';
import { buildPanel } from '../series/build-panel.ts';
import type { Panel } from '../series/panel.ts';
import { refitBlueprint } from './backtest-blueprint.ts';
import type { ForecastBlueprint } from './blueprint.ts';
import { listForecastBlueprints } from './blueprint-catalogue.ts';
import type { CellExplanation } from './panel-model.ts';
import { readPanelModel, writePanelModel } from './panel-model-format.ts';
import { prepareForecast } from './problem.ts';

const EFFORT = { maxRows: 1500, rounds: 8, rate: 0.2 };
const MONTHS = 72;

/** Monthly sales of shops that grow and have a season; offers are known in advance, one shop sells rarely. */
function shops(scale: (raw: number) => number): Panel {
  const random = seededRandom(3);
  const cells = ['Bonn', 'Oslo', 'Rome'].flatMap((shop, s) =>
    Array.from({ length: MONTHS }, (_, t) => {
      const raw = 40 * (s + 1) * (1 + 0.01 * t + 0.3 * Math.sin((Math.PI * t) / 6) + 0.03 * random.normal());
      const offer = t % 5 === 0;
      return { shop, time: Date.UTC(2020, t, 1), sales: scale(raw + (offer ? 15 : 0)), offer: offer ? 'yes' : 'no' };
    }),
  );
  const table = frame([
    dateColumn(
      'month',
      cells.map(({ time }) => time),
    ),
    categoricalColumn(
      'shop',
      cells.map(({ shop }) => shop),
    ),
    numericColumn(
      'sales',
      cells.map(({ sales }) => sales),
    ),
    categoricalColumn(
      'offer',
      cells.map(({ offer }) => offer),
    ),
  ]);
  return buildPanel(table, { dateColumn: 'month', idColumns: ['shop'], target: 'sales', knownInAdvance: ['offer'] });
}

const panels = {
  positive: shops((raw) => raw),
  'with zeros': shops((raw) => (raw > 70 ? raw : 0)),
  'around zero': shops((raw) => raw - 70),
};

const total = ({ base, contributions }: CellExplanation): number =>
  contributions.reduce((sum, { contribution }) => sum + contribution, base);

const cases = Object.entries(panels).flatMap(([kind, panel]) => {
  const problem = prepareForecast(panel, { last: 6, backtests: 1, periods: [12] });
  const all = listForecastBlueprints(problem, 'comprehensive', [], EFFORT);
  const logs: ForecastBlueprint[] = all
    .filter((one) => one.kind === 'local' && ['comb', 'seasonal-naive'].includes(one.forecaster))
    .map((one) => ({ ...one, id: `${one.id}-log`, log: true }) as ForecastBlueprint);
  return [...all, ...(kind === 'positive' ? logs : [])].map((one) => [kind, one.id, problem, one] as const);
});

describe('every model of the catalogue explains its forecasts', { timeout: 60_000 }, () => {
  it.each(cases)('%s: %s', async (_kind, id, problem, blueprint) => {
    const model = await refitBlueprint(problem, blueprint, { random: seededRandom(1) });
    const said = model.forecast(problem.panel);
    const cells = model.explain(problem.panel);
    expect(cells.length).toBe(said.length);
    cells.forEach((cell, at) => {
      const value = said[at] as number;
      expect(Math.abs(total(cell) - value), `cell ${at}`).toBeLessThan(1e-8 * (1 + Math.abs(value)));
      expect(cell.contributions.length).toBeGreaterThan(0);
      const names = cell.contributions.map(({ feature }) => feature);
      expect(new Set(names).size).toBe(names.length);
      if (blueprint.kind !== 'boosting' && blueprint.kind !== 'linear') expect(names).toContain('Level');
    });
    const writer = new BinaryWriter();
    writePanelModel(writer, model);
    const again = readPanelModel(new BinaryReader(writer.finish()), modelReaders);
    expect(again.explain(problem.panel), id).toEqual(cells);
  });

  it('names seasons by the calendar and shows values of columns as they were given', async () => {
    const [, , problem, boosting] =
      cases.find(([kind, id]) => kind === 'positive' && id.startsWith('boosting-log')) ?? [];
    if (problem === undefined || boosting === undefined) throw new Error('There is no such blueprint.');
    const model = await refitBlueprint(problem, boosting, { random: seededRandom(1) });
    const contributions = model.explain(problem.panel)[0]?.contributions ?? [];
    const known = (name: string) => contributions.find(({ feature }) => feature === name)?.value;
    const target = problem.panel.series[0]?.target;
    expect(known('sales (0 back)')).toBeCloseTo(target?.at(-1) as number, 6);
    expect(known('sales (season of 12, 0 back)')).toBeCloseTo(target?.at(-12) as number, 6);
    expect(known('offer (known)')).toBeNaN();
    const past = {
      ...problem.panel,
      series: problem.panel.series.map((one) => ({ ...one, target: one.target.slice(0, 65) })),
    };
    expect(model.explain(past)[0]?.contributions.find(({ feature }) => feature === 'offer (known)')?.value).toBe('yes');
    const [, , , comb] = cases.find(([kind, id]) => kind === 'positive' && id === 'comb') ?? [];
    const local = await refitBlueprint(problem, comb as ForecastBlueprint, { random: seededRandom(1) });
    expect(
      local
        .explain(problem.panel)[0]
        ?.contributions.map(({ feature }) => feature)
        .sort(),
    ).toEqual(['Level', 'Season (yearly)', 'Trend']);
  });

  const globals = cases.filter(
    ([kind, , , one]) => kind !== 'around zero' && (one.kind === 'boosting' || one.kind === 'linear'),
  );
  it.each(globals)('%s: %s shows features of the target in its units', async (_kind, _id, problem, blueprint) => {
    const model = await refitBlueprint(problem, blueprint, { random: seededRandom(1) });
    const told = model.explain(problem.panel);
    const distances = told.length / problem.panel.series.length;
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    let means = 0;
    problem.panel.series.forEach(({ target }, s) => {
      const newest = (count: number, before = 0) => [
        ...target.subarray(target.length - before - count, target.length - before),
      ];
      const last = target.at(-1) as number;
      for (const { feature, value } of told[s * distances]?.contributions ?? []) {
        const [, window = '', stat] = /^sales \((\d+) cell (mean|min|max)\)$/.exec(feature) ?? [];
        const cells = newest(Number(window));
        if (stat === 'mean') expect(value, feature).toBeCloseTo(mean(cells), 6);
        if (stat === 'min') expect(value, feature).toBeCloseTo(Math.min(...cells), 6);
        if (stat === 'max') expect(value, feature).toBeCloseTo(Math.max(...cells), 6);
        if (stat === 'mean') means++;
        const back = Number(/^sales \(difference to (\d+) back\)$/.exec(feature)?.[1] ?? Number.NaN);
        if (back > 0) expect(value, feature).toBeCloseTo(last - (target.at(-1 - back) as number), 6);
        const change = Number(/^sales \(change of (\d+) cell mean\)$/.exec(feature)?.[1] ?? Number.NaN);
        if (change > 0) expect(value, feature).toBeCloseTo(mean(newest(change)) - mean(newest(change, change)), 6);
        if (feature === 'base forecast') expect(Math.abs((value as number) - last), feature).toBeLessThan(last + 60);
      }
    });
    expect(means).toBeGreaterThan(0);
  });
});
