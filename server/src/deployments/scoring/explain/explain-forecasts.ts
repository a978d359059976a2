import type { CellExplanation, ForecastRow } from '@almanac/engine';
import type { HotModel } from '../hot-model.ts';
import type { Asked, ClassReasons, ScoredReasons } from '../scored.ts';
import { type Contribution, isExplained, strongest } from './strength.rules.ts';

/** Why forecasts are as they are: what components and derived features add to each, in the units of the target. */
export function explainForecasts(
  { target }: HotModel,
  forecasts: readonly ForecastRow[],
  explanations: readonly CellExplanation[],
  asked: Asked,
): ScoredReasons {
  let most = 0;
  const rows = forecasts.map(({ value }, at): readonly ClassReasons[] | null => {
    if (!isExplained(value, asked)) return null;
    const { base, contributions } = explanations[at] as CellExplanation;
    const all = contributions.map(
      ({ feature, value: seen, contribution }): Contribution => ({
        feature,
        value: Number.isNaN(seen) ? null : seen,
        strength: contribution,
      }),
    );
    const told = strongest(all, asked.mostReasons, asked.algorithm);
    most = Math.max(most, told.reasons.length);
    return [{ label: `${target.name} (actual)`, base, ...told }];
  });
  return {
    algorithm: asked.algorithm,
    most: Number.isFinite(asked.mostReasons) ? asked.mostReasons : most,
    classes: 1,
    rows,
  };
}
