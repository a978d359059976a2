import { type Blend, narrowed, pruned, usedModels } from '../blend/blend-data.ts';
import { type BlendScore, scoreBlends } from '../blend/choose-blend.ts';
import { checkCancelled, type Mode, outOfTime, type Run, withoutProgress } from '../core/run.ts';
import {
  type BacktestResult,
  backtestBlueprint,
  blendDataOf,
  refitBlueprint,
  residualsOf,
} from '../forecasting/backtest-blueprint.ts';
import type { ForecastBlueprint } from '../forecasting/blueprint.ts';
import { type Effort, listForecastBlueprints } from '../forecasting/blueprint-catalogue.ts';
import type { PanelModel } from '../forecasting/panel-model.ts';
import { type ForecastProblem, type ForecastSettings, prepareForecast } from '../forecasting/problem.ts';
import type { ForecastScores } from '../forecasting/score.ts';
import { type IntervalModel, learnIntervals } from '../intervals/conformal.ts';
import type { Panel } from '../series/panel.ts';
import { type Backtest, distancesOf } from '../series/windows.ts';
import {
  bestBlueprints,
  blendEntry,
  blueprintEntry,
  completeResults,
  keptCount,
  type LeaderboardEntry,
} from './leaderboard.ts';
import { scoreHoldout } from './score-holdout.ts';
import { tunedVariants } from './tune.ts';

export interface ForecastRunSettings extends ForecastSettings {
  readonly mode: Mode;
  /** Blueprints to run in manual mode. */
  readonly blueprints?: readonly string[];
  /** Size of the boosted models, when it should differ from that of the mode. */
  readonly effort?: Partial<Effort>;
}

/** Everything an autopilot run leaves behind. */
export interface ForecastOutcome {
  readonly problem: ForecastProblem;
  readonly leaderboard: readonly LeaderboardEntry[];
  /** Id of the leaderboard entry that is recommended for deployment. */
  readonly recommended: string;
  /** Its blend, over the models below. */
  readonly blend: Blend;
  /** The models of the blend, learned on all data. */
  readonly models: ReadonlyMap<string, PanelModel>;
  readonly intervals: IntervalModel;
  /** Scores of the recommended blend on the holdout, when one was asked for. */
  readonly holdout?: ForecastScores;
}

export interface ForecastWatch {
  /** A blueprint has been scored on one more backtest, or a blend was scored. */
  readonly onEntry?: (entry: LeaderboardEntry) => void;
}

/** Baselines and candidates on the newest backtest, the better part on all, blends, then the best refit on everything. */
export async function runForecast(
  panel: Panel,
  settings: ForecastRunSettings,
  run: Run,
  watch: ForecastWatch = {},
): Promise<ForecastOutcome> {
  const problem = prepareForecast(panel, settings);
  const blueprints: ForecastBlueprint[] = listForecastBlueprints(
    problem,
    settings.mode,
    settings.blueprints,
    settings.effort,
  );
  const { backtests } = problem.plan;
  const steps = blueprints.length + keptCount(blueprints.length) * (backtests.length - 1) + 4;
  let done = 0;
  const step = (): void => run.progress?.(Math.min(1, ++done / steps));
  const quiet = withoutProgress(run);
  const results = new Map<string, BacktestResult[]>();
  const score = async (blueprint: ForecastBlueprint, backtest: Backtest): Promise<void> => {
    if (outOfTime(run) && results.size > 0) return;
    const list = results.get(blueprint.id) ?? [];
    results.set(blueprint.id, [...list, await backtestBlueprint(problem, blueprint, backtest, quiet)]);
    watch.onEntry?.(blueprintEntry(blueprint, results.get(blueprint.id) ?? []));
    step();
  };
  for (const blueprint of blueprints) await score(blueprint, backtests[0] as Backtest);
  if (settings.mode === 'comprehensive') {
    const variants = tunedVariants(blueprints, results);
    for (const variant of variants) await score(variant, backtests[0] as Backtest);
    blueprints.push(...variants);
  }
  const kept = bestBlueprints(blueprints, results);
  for (const backtest of backtests.slice(1)) for (const blueprint of kept) await score(blueprint, backtest);

  const { windows: forecast } = problem.context;
  const overlap = Math.ceil((forecast.last - forecast.first + 1) / problem.plan.spacing);
  const finalists = completeResults(results);
  const windows = [...finalists.values()][0] ?? [];
  const blends = scoreBlends(blendDataOf(finalists), panel.series.length, overlap);
  const entries = blends.map((blend) => blendEntry(blend, windows));
  for (const entry of entries) watch.onEntry?.(entry);
  const best = blends[0] as BlendScore;
  step();

  const tested = await scoreHoldout(problem, blueprints, pruned(best.blend), quiet);
  const models = new Map<string, PanelModel>();
  const recommended = pruned(best.blend);
  const members = usedModels(recommended);
  for (const blueprint of blueprints.filter(({ id }) => members.includes(id))) {
    checkCancelled(run);
    models.set(blueprint.id, await refitBlueprint(problem, blueprint, quiet));
    step();
  }
  const residuals = residualsOf(panel, problem.context.periods[0] ?? 1, windows, best.outOfFold, overlap);
  const scored = blueprints.filter(({ id }) => results.has(id));
  const outcome = {
    problem,
    leaderboard: [...entries, ...scored.map((one) => blueprintEntry(one, results.get(one.id) ?? []))],
    recommended: `blend-${best.rule}`,
    blend: narrowed(recommended, [...models.keys()]),
    models,
    intervals: learnIntervals(residuals, panel.series.length, distancesOf(problem.context.windows).length),
  };
  return tested === undefined ? outcome : { ...outcome, holdout: tested };
}
