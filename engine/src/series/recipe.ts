import { EngineProblem } from '../problems/engine-problem.ts';
import type { CalendarEvent } from './calendar.ts';
import type { Feature } from './feature.ts';
import type { Normaliser } from './normaliser.ts';

/** Everything needed to derive the same features again: written into every saved forecaster. */
export interface Recipe {
  readonly features: readonly Feature[];
  readonly normaliser: Normaliser;
  /** Cells of history any feature may read, counted back from the last readable cell. */
  readonly history: number;
  readonly events?: readonly CalendarEvent[];
}

/** Refuses a recipe that would read outside of its derivation window or after the forecast point. */
export function checkRecipe(recipe: Recipe): Recipe {
  for (const feature of recipe.features) {
    for (const [name, value, least] of positions(feature)) {
      if (!Number.isInteger(value) || value < least) {
        throw new EngineProblem(
          'series.recipe',
          `A ${feature.kind} feature has ${name} = ${value}: it must be a whole number of at least ${least}, because ` +
            `features are read at or before the forecast point only.`,
        );
      }
    }
  }
  if (!Number.isInteger(recipe.history) || recipe.history < 1) {
    throw new EngineProblem('series.recipe', `The derivation window has ${recipe.history} cells; it needs at least 1.`);
  }
  return recipe;
}

function positions(feature: Feature): [name: string, value: number, least: number][] {
  switch (feature.kind) {
    case 'lag':
    case 'difference':
      return [['back', feature.back, 0]];
    case 'observed':
      return [['back', feature.back, 0]];
    case 'seasonal-lag':
      return [
        ['period', feature.period, 1],
        ['cycle', feature.cycle, 0],
      ];
    case 'seasonal-mean':
      return [
        ['period', feature.period, 1],
        ['cycles', feature.cycles, 1],
      ];
    case 'rolling':
    case 'change':
    case 'zero-share':
    case 'since-non-zero':
    case 'observed-mean':
    case 'known-change':
      return [['window', feature.window, 1]];
    case 'seasonal-difference':
    case 'cross':
      return [['period', feature.period, 1]];
    default:
      return [];
  }
}
