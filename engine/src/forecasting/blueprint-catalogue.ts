import { EngineProblem } from '../core/engine-problem.ts';
import type { Mode } from '../core/run.ts';
import type { BoostingSettings, ForecastBlueprint, Scaling } from './blueprint.ts';
import type { ForecastProblem } from './problem.ts';

/** Share of zeros from which demand counts as intermittent. */
const INTERMITTENT = 0.3;
/** Longer seasons make exponential smoothing slow and unstable. */
const LONGEST_ETS_SEASON = 52;

type Local = Extract<ForecastBlueprint, { kind: 'local' }>;

const local = (
  family: string,
  forecaster: string,
  title: string,
  cost: number,
  more: Partial<Pick<Local, 'season' | 'log' | 'params'>> = {},
): Local => {
  const { season = 'longest', log = false, params = {} } = more;
  const marks = [season === 'longest' ? '' : `-${season}`, log ? '-log' : ''].join('');
  return { kind: 'local', id: `${forecaster}${marks}`, family, forecaster, title, cost, season, log, params };
};

const SEASONAL_NAIVE = 'Baseline Predictions Using Most Recent Value (seasonal naive)';

/** How much is spent on one boosted model. */
export interface Effort {
  readonly maxRows: number;
  readonly rounds: number;
  readonly rate: number;
}

const EFFORT: Readonly<Record<Mode, Effort>> = {
  quick: { maxRows: 40_000, rounds: 120, rate: 0.1 },
  auto: { maxRows: 80_000, rounds: 200, rate: 0.06 },
  comprehensive: { maxRows: 200_000, rounds: 400, rate: 0.04 },
  manual: { maxRows: 80_000, rounds: 200, rate: 0.06 },
};

/** Absolute errors are what forecasts are judged by, and they are not led astray by a few wild series. */
const boostedBlueprint = (
  effort: Effort,
  scaling: Scaling,
  loss: BoostingSettings['loss'] = 'absolute',
  blocks = false,
): ForecastBlueprint => {
  const { maxRows, rounds, rate } = effort;
  return {
    kind: 'boosting',
    id: `boosting-${scaling}-${loss}${blocks ? '-blocks' : ''}`,
    family: blocks ? 'TS-06' : 'TS-05',
    title: `Light Gradient Boosted Trees Regressor over all series (${scaling}, ${loss} loss${blocks ? ', by distance' : ''})`,
    cost: (rounds * maxRows) / 100_000,
    scaling,
    boosting: {
      loss,
      rounds,
      leaves: 31,
      learningRate: rate,
      minChildRows: 40,
      columnShare: 0.5,
      rowShare: 0.7,
      huberBend: 2,
    },
    maxRows,
    members: 1,
    blocks,
  };
};

const lagMapOf = (scaling: Scaling): ForecastBlueprint => ({
  kind: 'lag-map',
  id: `lag-map-${scaling}`,
  family: 'TS-08',
  title: `Linear map of the newest values (${scaling})`,
  cost: 3,
  scaling,
  maxOrigins: 30_000,
});

/** What the quick mode runs: one good model of each kind. */
const QUICK = new Set([
  'naive-none',
  'seasonal-naive',
  'dynamic-optimised-theta',
  'comb',
  'ar-ridge',
  'ar-ridge-log',
  'boosting-log-change-absolute',
  'boosting-change-absolute',
]);

/** Blueprints that make sense for a problem in a mode, cheapest first. */
export function listForecastBlueprints(
  problem: ForecastProblem,
  mode: Mode,
  chosen: readonly string[] = [],
  effort: Partial<Effort> = {},
): ForecastBlueprint[] {
  const all = everyBlueprint(problem, { ...EFFORT[mode], ...effort });
  if (mode === 'manual') return chosen.map((id) => blueprintNamed(all, id));
  const logarithm = problem.shape.logarithm !== 'none';
  const quick = ({ id }: ForecastBlueprint): boolean =>
    QUICK.has(id) && !(logarithm && id === 'boosting-change-absolute');
  const slow = ({ id }: ForecastBlueprint): boolean => SLOW.has(id);
  return all
    .filter((one) => (mode === 'quick' ? quick(one) : mode === 'comprehensive' || !slow(one)))
    .sort((a, b) => a.cost - b.cost);
}

/** Blueprints only the comprehensive mode has the time for. */
const SLOW = new Set([
  'auto-arima',
  'auto-arima-shortest',
  'boosting-level-huber',
  'boosting-log-change-huber',
  'boosting-change-squared',
  'boosting-level-absolute-blocks',
  'boosting-log-change-absolute-blocks',
]);

function everyBlueprint({ shape, context }: ForecastProblem, effort: Effort): ForecastBlueprint[] {
  const positive = shape.logarithm === 'log';
  const longSeason = (context.periods.at(-1) ?? 1) > LONGEST_ETS_SEASON;
  const list: ForecastBlueprint[] = [
    local('TS-00', 'naive', 'Baseline Predictions Using Most Recent Value (naive)', 0.01, { season: 'none' }),
    local('TS-00', 'drift', 'Random walk with drift', 0.01, { season: 'none' }),
    local('TS-01', 'theta', 'Theta', 1),
    local('TS-01', 'dynamic-optimised-theta', 'Dynamic optimised Theta', 1.5),
    local('TS-02', 'comb', 'Mean of simple, trend and damped exponential smoothing', 5),
    local('TS-02', 'auto-ets', 'Exponential smoothing, form chosen automatically', 60, {
      season: longSeason ? 'shortest' : 'longest',
    }),
    local('TS-03', 'ar-ridge', 'Autoregression on selected lags', 1),
    local('TS-03', 'auto-arima', 'ARIMA, orders chosen automatically', 300, {
      season: longSeason ? 'shortest' : 'longest',
    }),
  ];
  if (context.periods.length > 0) {
    list.push(local('TS-04', 'seasonal-decomposition', 'Seasons taken out, level smoothed', 4));
  }
  if (context.periods.length > 1) {
    list.push(local('TS-01', 'dynamic-optimised-theta', 'Dynamic optimised Theta', 1.5, { season: 'shortest' }));
  }
  if (shape.zeros > INTERMITTENT) {
    list.push(
      local('TS-09', 'croston', 'Croston: size and interval of demand', 1, { season: 'none' }),
      local('TS-09', 'tsb', 'Size and chance of demand', 1, { season: 'none' }),
      local('TS-09', 'adida', 'Demand summed over its intervals', 1, { season: 'none' }),
    );
  }
  if (positive) {
    const title = 'Autoregression on selected lags of the logarithm';
    list.push({ ...local('TS-03', 'ar-ridge', title, 1, { params: { scale: 'log' } }), id: 'ar-ridge-log' });
  }
  for (const season of context.periods.length > 1 ? (['longest', 'shortest'] as const) : (['longest'] as const)) {
    if (context.periods.length > 0) list.push(local('TS-00', 'seasonal-naive', SEASONAL_NAIVE, 0.01, { season }));
  }
  for (const scaling of shape.logarithm === 'none'
    ? (['level', 'change'] as const)
    : (['level', 'log-level'] as const)) {
    list.push(lagMapOf(scaling));
  }
  const scalings: Scaling[] = shape.logarithm === 'none' ? [] : ['log-change', 'log-level'];
  for (const scaling of ['level', 'change', ...scalings] as const) list.push(boostedBlueprint(effort, scaling));
  list.push(
    boostedBlueprint(effort, 'level', 'huber'),
    boostedBlueprint(effort, 'change', 'squared'),
    boostedBlueprint(effort, 'level', 'absolute', true),
  );
  if (shape.logarithm !== 'none') {
    list.push(
      boostedBlueprint(effort, 'log-change', 'huber'),
      boostedBlueprint(effort, 'log-change', 'absolute', true),
    );
  }
  return list;
}

function blueprintNamed(all: readonly ForecastBlueprint[], id: string): ForecastBlueprint {
  const found = all.find((blueprint) => blueprint.id === id);
  if (found !== undefined) return found;
  throw new EngineProblem(
    'autopilot.unknown-blueprint',
    `There is no blueprint "${id}" for this problem. Choose from: ${all.map((one) => one.id).join(', ')}.`,
  );
}
