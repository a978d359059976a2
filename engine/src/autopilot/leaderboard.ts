import type { BacktestResult } from '../forecasting/backtest-blueprint.ts';
import type { ForecastBlueprint } from '../forecasting/blueprint.ts';

/** Share of the blueprints that go on to the older backtests, and how many at least. */
const KEPT_SHARE = 0.6;
const KEPT_LEAST = 6;

const keptCount = (blueprints: number): number =>
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
