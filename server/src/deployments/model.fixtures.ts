import * as engine from '@almanac/engine';
import type { SeriesPlan, TablePlan } from '#projects';
import { listOf } from './listing.ts';
import type { ModelManifest } from './model-manifest.ts';

export type ModelKind = 'regression' | 'binary' | 'multiclass' | 'series' | 'anomaly';

/** A model fitted in this process, with the rows it learned from. */
export interface MadeModel {
  readonly files: readonly Uint8Array[];
  readonly weights: readonly number[];
  readonly plan: SeriesPlan | TablePlan;
  readonly target: ModelManifest['target'];
  readonly table: engine.Frame;
  /** On the rows it learned from; of several classes so many numbers a row. */
  readonly predicted: Float64Array;
}

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);
const COLOURS = ['red', 'green', 'blue'] as const;

/** Housing: what they cost, whether they sell, and what kind they are follows from their size and colour. */
export function aHousingTable(rows = 300): engine.Frame {
  const random = engine.seededRandom(11);
  const housing = Array.from({ length: rows }, (_, i) => {
    const size = 20 + ((i * 37) % 180);
    const colour = COLOURS[i % 3] as (typeof COLOURS)[number];
    const price = 1000 * size + (colour === 'red' ? 20_000 : 0) + 500 * random.normal();
    const sold = size < 90 && colour !== 'blue' ? 'yes' : 'no';
    const kind = size < 80 ? 'flat' : size < 140 ? 'house' : 'villa';
    return { size, colour, rooms: 1 + Math.floor(size / 40), price: Math.round(price), sold, kind };
  });
  return engine.frame([
    engine.numericColumn('size', listOf(housing, 'size')),
    engine.categoricalColumn('colour', listOf(housing, 'colour')),
    engine.numericColumn('rooms', listOf(housing, 'rooms')),
    engine.numericColumn('price', listOf(housing, 'price')),
    engine.categoricalColumn('sold', listOf(housing, 'sold')),
    engine.categoricalColumn('kind', listOf(housing, 'kind')),
  ]);
}

const TASKS: Readonly<Record<Exclude<ModelKind, 'series'>, ModelManifest['target']>> = {
  regression: { name: 'price', type: 'Regression', classes: [] },
  binary: { name: 'sold', type: 'Binary', classes: ['no', 'yes'] },
  multiclass: { name: 'kind', type: 'Multiclass', classes: ['flat', 'house', 'villa'] },
  anomaly: { name: null, type: 'Anomaly', classes: [] },
};
const TARGETS = ['price', 'sold', 'kind'];

/** `members`: of a blend, which is their mean. */
export async function aRowModel(
  kind: Exclude<ModelKind, 'series'>,
  { members = 1, rounds = 20 } = {},
): Promise<MadeModel> {
  const target = TASKS[kind];
  const whole = aHousingTable();
  const table = engine.frame(whole.columns.filter(({ name }) => name === target.name || !TARGETS.includes(name)));
  const x = engine.frame(table.columns.filter(({ name }) => name !== target.name));
  const source = whole.columns.find(({ name }) => name === target.name);
  const labels = source?.kind === 'categorical' ? source.levels : [];
  const y =
    source?.kind === 'categorical'
      ? Float64Array.from(source.codes, (code) => target.classes.indexOf(labels[code] ?? ''))
      : source?.kind === 'numeric'
        ? source.values
        : new Float64Array(table.rows);
  const name = kind === 'anomaly' ? 'isolation-forest' : 'gbdt';
  const params = kind === 'anomaly' ? {} : { rounds };
  const data = { x, y, task: kind, ...(kind === 'multiclass' ? { classes: target.classes.length } : {}) };
  const models = await Promise.all(
    Array.from({ length: members }, (_, m) =>
      engine.estimatorNamed(name).fit(data, params, { random: engine.seededRandom(m + 1) }),
    ),
  );
  const answers = models.map((model) => model.predict(x));
  const plan: TablePlan = {
    kind: 'table',
    task: kind,
    ...(target.name === null ? {} : { target: target.name }),
    classes: target.classes,
    ignore: target.name === null ? [] : [target.name],
    partition: { method: 'random', folds: 5, validation: 0.16, holdout: 0.2 },
    rowCounts: {},
    totalRows: table.rows,
    seed: 1,
  };
  return {
    files: models.map((model) => engine.writeModelFile(name, model)),
    weights: models.map(() => 1 / members),
    plan,
    target,
    table,
    predicted: (answers[0] as Float64Array).map(
      (_, i) => answers.reduce((sum, one) => sum + (one[i] as number), 0) / members,
    ),
  };
}

/** Daily sales of some shops; whether there is a promotion is known in advance. */
export function aSalesTable(shops = 3, days = 90): engine.Frame {
  const rows = Array.from({ length: shops * days }, (_, i) => ({ shop: Math.floor(i / days), day: i % days }));
  const random = engine.seededRandom(5);
  return engine.frame([
    engine.dateColumn(
      'date',
      rows.map(({ day }) => START + day * DAY),
    ),
    engine.categoricalColumn(
      'store',
      rows.map(({ shop }) => `shop ${shop}`),
    ),
    engine.numericColumn(
      'promotion',
      rows.map(({ day }) => (day % 11 === 0 ? 1 : 0)),
    ),
    engine.numericColumn(
      'sales',
      rows.map(({ shop, day }) => {
        const usual = 100 * (shop + 1) * (1 + 0.3 * Math.sin((2 * Math.PI * day) / 7));
        return Math.round(usual * (day % 11 === 0 ? 1.5 : 1) * (1 + 0.03 * random.normal()) * 100) / 100;
      }),
    ),
  ]);
}

/** Forecasts one to seven days ahead; several models are blended with equal weights. */
export async function aForecaster(ids: readonly string[] = ['boosting-log-change-absolute']): Promise<MadeModel> {
  const table = aSalesTable();
  const settings = { dateColumn: 'date', idColumns: ['store'], target: 'sales', knownInAdvance: ['promotion'] };
  const panel = engine.buildPanel(table, settings);
  const problem = engine.prepareForecast(panel, { last: 7, backtests: 1, periods: [7] });
  // Usually one that reads features, so that what is known in advance matters; small, so that it is fast.
  const blueprints = engine
    .listForecastBlueprints(problem, 'manual', ids, {})
    .map((usual) =>
      usual.kind === 'boosting' ? { ...usual, members: 1, boosting: { ...usual.boosting, rounds: 60 } } : usual,
    );
  const [blueprint] = blueprints;
  const [backtest] = problem.plan.backtests;
  if (blueprint === undefined || backtest === undefined) throw new Error('There is nothing to fit.');
  const run = { random: engine.seededRandom(1) };
  const { cells, predicted } = await engine.backtestBlueprint(problem, blueprint, backtest, run);
  const residuals = {
    error: predicted.map((value, c) => (cells.actual[c] as number) - value),
    series: Int32Array.from(cells.series),
    window: new Int32Array(predicted.length),
    distance: Int32Array.from(cells.distance),
    noise: Float64Array.from(panel.series, ({ target }) => engine.seriesNoise(target, 7)),
  };
  const intervals = engine.learnIntervals(residuals, panel.series.length, 7);
  const models = new Map<string, engine.PanelModel>();
  for (const one of blueprints) models.set(one.id, await engine.refitBlueprint(problem, one, run));
  const weights = blueprints.map(() => 1 / blueprints.length);
  const blend = { kind: 'weights', models: [...models.keys()], weights } as const;
  const { context, shape } = problem;
  const plan: SeriesPlan = {
    kind: 'series',
    panel: settings,
    alignment: 'own end',
    grid: panel.grid,
    firstCell: Math.min(...panel.series.map(({ start }) => start)),
    lastCell: engine.lastCell(panel),
    windows: context.windows,
    periods: context.periods,
    shape,
    parts: [],
    crossSeries: false,
    partialHistory: true,
    rowCounts: {},
    totalRows: table.rows,
    seed: 1,
  };
  return {
    files: [engine.saveForecaster(engine.forecasterFrom({ problem, blend, models, intervals }))],
    weights: [1],
    plan,
    target: { name: 'sales', type: 'Regression', classes: [] },
    table,
    predicted,
  };
}
