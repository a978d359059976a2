import { type BacktestResult, bestBlueprints, type ForecastBlueprint, tunedVariants } from '@almanac/engine';
import { byScore } from '../../core/models/metrics.rules.ts';

/** What is known of one model of a run. */
export interface RunModel {
  readonly modelId: string;
  /** Name of its recipe: no two models of a run share one. */
  readonly recipeId: string;
  readonly skill: number | null;
  /** The project's metric on the first part, and over all of them. */
  readonly first: number | null;
  readonly overall: number | null;
}

/** Models for rows that go on from the first fold to all of them. */
const FINALISTS = 5;

/** The engine's own choice: the better part, and the best of every family. */
export function keptSeries(blueprints: readonly ForecastBlueprint[], models: readonly RunModel[]): string[] {
  const kept = new Set(bestBlueprints(blueprints, resultsOf(models)).map(({ id }) => id));
  return models.filter(({ recipeId }) => kept.has(recipeId)).map(({ modelId }) => modelId);
}

/** Variants of the best boosted model, to be tried in comprehensive runs. */
export const variantsOf = (
  blueprints: readonly ForecastBlueprint[],
  models: readonly RunModel[],
): ForecastBlueprint[] => tunedVariants(blueprints, resultsOf(models));

/** The engine looks at nothing but the skill of the newest backtest here. */
function resultsOf(models: readonly RunModel[]): Map<string, BacktestResult[]> {
  const scored = models.filter(({ skill }) => skill !== null);
  return new Map(scored.map(({ recipeId, skill }) => [recipeId, [{ scores: { skill } } as unknown as BacktestResult]]));
}

export function keptRows(models: readonly RunModel[], lowerIsBetter: boolean): string[] {
  const ranked = models.filter(({ first }) => first !== null).sort(byScore(({ first }) => first, lowerIsBetter));
  return (ranked.length > 0 ? ranked : models).slice(0, FINALISTS).map(({ modelId }) => modelId);
}

/** The winner: best by the project's metric over all parts; on the first part where none was judged on all. */
export function winnerOf(models: readonly RunModel[], lowerIsBetter: boolean): string | undefined {
  const complete = models.filter(({ overall }) => overall !== null);
  const score = complete.length > 0 ? (one: RunModel) => one.overall : (one: RunModel) => one.first;
  return [...(complete.length > 0 ? complete : models)].sort(byScore(score, lowerIsBetter))[0]?.modelId;
}
