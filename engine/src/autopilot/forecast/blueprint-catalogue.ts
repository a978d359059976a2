import { EngineProblem } from '../../problems/engine-problem.ts';
import type { Mode } from '../mode.ts';
import type { BoostingSettings, ForecastBlueprint, Scaling } from './blueprint.ts';
import type { ForecastProblem } from './problem.ts';

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

const BOOSTING: BoostingSettings = {
  loss: 'huber',
  rounds: 200,
  leaves: 31,
  learningRate: 0.06,
  minChildRows: 40,
  columnShare: 0.5,
  rowShare: 0.7,
  huberBend: 0.5,
};

const boosted = (
  scaling: Scaling,
  more: Partial<BoostingSettings> = {},
  extra: { maxRows?: number; members?: number; blocks?: boolean } = {},
): ForecastBlueprint => {
  const boosting = { ...BOOSTING, ...more };
  const { maxRows = 150_000, members = 1, blocks = false } = extra;
  return {
    kind: 'boosting',
    id: `boosting-${scaling}-${boosting.loss}${blocks ? '-blocks' : ''}`,
    family: blocks ? 'TS-06' : 'TS-05',
    title: `Gradient boosting over all series (${scaling}, ${boosting.loss} loss${blocks ? ', by distance block' : ''})`,
    cost: (boosting.rounds * maxRows) / 100_000,
    scaling,
    boosting,
    maxRows,
    members,
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

/** Blueprints only the comprehensive mode has the time for. */
const SLOW = new Set(['auto-arima']);

/** Blueprints that make sense for a problem in a mode, cheapest first. */
export function listForecastBlueprints(
  problem: ForecastProblem,
  mode: Mode,
  chosen: readonly string[] = [],
): ForecastBlueprint[] {
  const all = everyBlueprint(problem);
  if (mode === 'manual') return chosen.map((id) => named(all, id));
  const quick = new Set([
    'seasonal-naive',
    'naive',
    'dynamic-optimised-theta',
    'ar-ridge',
    'ar-ridge-log',
    'boosting-log-change-huber',
    'boosting-change-huber',
  ]);
  const fitting = all.filter(({ id }) =>
    mode === 'quick' ? quick.has(id) : mode === 'comprehensive' || !SLOW.has(id),
  );
  return fitting.sort((a, b) => a.cost - b.cost);
}

function everyBlueprint({ shape, context }: ForecastProblem): ForecastBlueprint[] {
  const positive = shape.logarithm === 'log';
  const longSeason = (context.periods.at(-1) ?? 1) > LONGEST_ETS_SEASON;
  const list: ForecastBlueprint[] = [
    local('TS-00', 'naive', 'Last value', 0.01, { season: 'none' }),
    local('TS-00', 'drift', 'Line through first and last value', 0.01, { season: 'none' }),
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
  if (positive) {
    const title = 'Autoregression on selected lags of the logarithm';
    list.push({ ...local('TS-03', 'ar-ridge', title, 1, { params: { scale: 'log' } }), id: 'ar-ridge-log' });
  }
  for (const season of context.periods.length > 1 ? (['longest', 'shortest'] as const) : (['longest'] as const)) {
    if (context.periods.length > 0) list.push(local('TS-00', 'seasonal-naive', 'Last season', 0.01, { season }));
  }
  for (const scaling of shape.logarithm === 'none'
    ? (['level', 'change'] as const)
    : (['level', 'log-level'] as const)) {
    list.push(lagMapOf(scaling));
  }
  const scalings: Scaling[] = shape.logarithm === 'none' ? [] : ['log-change', 'log-level'];
  for (const scaling of ['level', 'change', ...scalings] as const) list.push(boosted(scaling));
  return list;
}

function named(all: readonly ForecastBlueprint[], id: string): ForecastBlueprint {
  const found = all.find((blueprint) => blueprint.id === id);
  if (found !== undefined) return found;
  throw new EngineProblem(
    'autopilot.unknown-blueprint',
    `There is no blueprint "${id}" for this problem. Choose from: ${all.map((one) => one.id).join(', ')}.`,
  );
}
