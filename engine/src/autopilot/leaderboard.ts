import { usedModels } from '../blend/blend-data.ts';
import { BLEND_RULES, type BlendScore } from '../blend/choose-blend.ts';
import type { BacktestResult } from '../forecasting/backtest-blueprint.ts';
import type { ForecastBlueprint } from '../forecasting/blueprint.ts';
import { type ForecastScores, scoreForecasts } from '../forecasting/score.ts';

/** One line of the leaderboard. */
export interface LeaderboardEntry {
  readonly id: string;
  readonly title: string;
  readonly family: string;
  /** Scores in the order of the backtests, newest first. */
  readonly backtests: readonly ForecastScores[];
  /** Blends only: the models in it. */
  readonly members?: readonly string[];
}

export function blueprintEntry(blueprint: ForecastBlueprint, results: readonly BacktestResult[]): LeaderboardEntry {
  const { id, title, family } = blueprint;
  return { id, title, family, backtests: results.map(({ scores }) => scores) };
}

/** A blend is scored on weights learned without the window that is scored. */
export function blendEntry(score: BlendScore, windows: readonly BacktestResult[]): LeaderboardEntry {
  let from = 0;
  const backtests = windows.map(({ cells }) => {
    const predicted = score.outOfFold.subarray(from, from + cells.actual.length);
    from += cells.actual.length;
    return scoreForecasts(predicted, cells);
  });
  const title = BLEND_RULES.find(({ id }) => id === score.rule)?.title ?? score.rule;
  return { id: `blend-${score.rule}`, title, family: 'BL-01', backtests, members: usedModels(score.blend) };
}

/** Share of the blueprints that go on to the older backtests, and how many at least. */
const KEPT_SHARE = 0.6;
const KEPT_LEAST = 6;

export const keptCount = (blueprints: number): number =>
  Math.min(blueprints, Math.max(KEPT_LEAST, Math.ceil(KEPT_SHARE * blueprints)));

/** Blueprints that were best on the newest backtest, and the best of each family: blends live from difference. */
export function bestBlueprints(
  blueprints: readonly ForecastBlueprint[],
  results: ReadonlyMap<string, readonly BacktestResult[]>,
): ForecastBlueprint[] {
  const skill = ({ id }: ForecastBlueprint): number => results.get(id)?.[0]?.scores.skill ?? Number.POSITIVE_INFINITY;
  const ranked = blueprints.filter(({ id }) => results.has(id)).sort((a, b) => skill(a) - skill(b));
  const kept = new Set(ranked.slice(0, keptCount(blueprints.length)));
  for (const family of new Set(ranked.map((one) => one.family))) {
    const champion = ranked.find((one) => one.family === family);
    // A family far behind would only cost time.
    if (champion !== undefined && skill(champion) < 1.5 * skill(ranked[0] as ForecastBlueprint)) kept.add(champion);
  }
  return blueprints.filter((one) => kept.has(one));
}

/** The results of the blueprints that were run on every backtest. */
export function completeResults(
  results: ReadonlyMap<string, readonly BacktestResult[]>,
): ReadonlyMap<string, readonly BacktestResult[]> {
  const most = Math.max(...[...results.values()].map((list) => list.length));
  return new Map([...results].filter(([, list]) => list.length === most));
}
