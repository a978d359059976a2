import { createHash } from 'node:crypto';
import { canContinue, type ForecastBlueprint, type TabularBlueprint } from '@almanac/engine';
import type { BlueprintRow, Recipe } from './model.tables.ts';

/** Clients treat it as an opaque string of 32 hex characters: the same recipe always has the same one. */
export const blueprintId = (recipe: Recipe): string =>
  createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 32);

export const isForecast = (recipe: Recipe): recipe is ForecastBlueprint => 'family' in recipe;

const FAMILIES: Readonly<Record<string, string>> = {
  'TS-00': 'Baseline',
  'TS-01': 'Theta',
  'TS-02': 'ETS',
  'TS-03': 'ARIMA',
  'TS-04': 'Decomposition',
  'TS-05': 'GBM',
  'TS-06': 'GBM',
  'TS-07': 'GBM',
  'TS-08': 'Linear',
  'TS-09': 'Intermittent',
  baseline: 'Baseline',
  'elastic-net': 'Linear',
  ridge: 'Linear',
  logistic: 'Linear',
  glm: 'GLM',
  gbdt: 'GBM',
  'random-forest': 'RF',
  'extra-trees': 'RF',
  'nearest-neighbours': 'KNN',
  'isolation-forest': 'Anomaly',
};

export const familyOf = (recipe: Recipe): string =>
  FAMILIES[isForecast(recipe) ? recipe.family : recipe.estimator] ?? 'Other';

/** The steps of a recipe in words, in order. */
export function processesOf(recipe: Recipe): string[] {
  if (!isForecast(recipe)) return tableProcesses(recipe);
  if (recipe.kind === 'local') {
    return [
      'One model a series',
      ...(recipe.log ? ['Logarithm of the target'] : []),
      ...(recipe.season === 'none' ? [] : [`Season: ${recipe.season}`]),
      recipe.title,
    ];
  }
  const scaled = `Target scaled by series (${recipe.scaling})`;
  if (recipe.kind === 'lag-map') return ['Newest values of every series', scaled, recipe.title];
  return ['Lags, seasons, rolling statistics and calendar', scaled, recipe.title];
}

const tableProcesses = ({ title, estimator }: TabularBlueprint): string[] => {
  const trees = ['gbdt', 'random-forest', 'extra-trees', 'isolation-forest'].includes(estimator);
  if (estimator === 'baseline') return [title];
  return trees
    ? ['Categories split natively', 'Missing values kept', title]
    : ['One-hot encoding', 'Missing values imputed', 'Standardised numbers', title];
};

export const toBlueprintRow = (
  projectId: string,
  recipe: Recipe,
  number: number,
  modes: readonly string[],
): BlueprintRow => ({
  project_id: projectId,
  id: blueprintId(recipe),
  number,
  model_type: recipe.title,
  family: familyOf(recipe),
  processes: processesOf(recipe),
  recipe,
  modes: [...modes],
});

/** Whether models of a recipe can continue training on more rows. */
export const supportsIncremental = (recipe: Recipe): boolean =>
  isForecast(recipe) ? recipe.kind !== 'linear' : canContinue(recipe.estimator);
