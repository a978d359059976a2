import type { BacktestResult } from '../forecasting/backtest-blueprint.ts';
import type { BoostingSettings, ForecastBlueprint } from '../forecasting/blueprint.ts';

/** One step away from the defaults in each direction that matters. */
const STEPS: readonly (readonly [name: string, change: Partial<BoostingSettings>])[] = [
  ['few-leaves', { leaves: 12 }],
  ['many-leaves', { leaves: 80, minChildRows: 80 }],
  ['large-leaves', { minChildRows: 200 }],
  ['few-columns', { columnShare: 0.25 }],
  ['all-columns', { columnShare: 1 }],
];

/** Variants of the boosted model that did best so far: the tuner's candidates, as blueprints like any other. */
export function tunedVariants(
  blueprints: readonly ForecastBlueprint[],
  results: ReadonlyMap<string, readonly BacktestResult[]>,
): ForecastBlueprint[] {
  const skill = ({ id }: ForecastBlueprint): number => results.get(id)?.[0]?.scores.skill ?? Number.POSITIVE_INFINITY;
  const best = blueprints
    .filter((one) => one.kind === 'boosting' && results.has(one.id))
    .sort((a, b) => skill(a) - skill(b))[0];
  if (best === undefined || best.kind !== 'boosting') return [];
  return STEPS.map(([name, change]) => ({
    ...best,
    id: `${best.id}-${name}`,
    title: `${best.title}, ${name.replace('-', ' ')}`,
    boosting: { ...best.boosting, ...change },
  }));
}
