import { EngineProblem } from '../core/engine-problem.ts';
import { type CalendarEvent, usefulParts } from './calendar.ts';
import type { Normaliser } from './choose-normaliser.ts';
import type { Feature, RollingStat } from './feature.ts';
import { covariatesOf, type Panel } from './panel.ts';
import type { Windows } from './windows.ts';

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
    for (const [name, value] of Object.entries(feature)) {
      const least = LEAST[name];
      if (least !== undefined && (!Number.isInteger(value) || value < least)) {
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

/** The least value of each field that says how far back a feature reads. */
const LEAST: Readonly<Record<string, number>> = { back: 0, period: 1, cycle: 0, cycles: 1, window: 1 };

export interface RecipeSettings {
  readonly windows: Windows;
  /** Seasons, shortest first. */
  readonly periods: readonly number[];
  readonly normaliser: Normaliser;
  readonly events?: Recipe['events'];
  /** Aggregates over the other series; only sensible where all series share one calendar. */
  readonly crossSeries?: boolean;
  /** Static column whose values group the series; all are one group without it. */
  readonly crossSeriesGroup?: string;
  readonly crossSeriesTotal?: boolean;
}

/** The features a panel gets when nobody chose any: recent past, seasons, level and spread, calendar, covariates. */
export function defaultRecipe(panel: Panel, settings: RecipeSettings): Recipe {
  const { windows, periods } = settings;
  const features: Feature[] = [{ kind: 'distance' }, { kind: 'roughness' }, { kind: 'age' }];
  const shortest = periods[0] ?? 1;
  const longest = periods.at(-1) ?? 1;
  const lags = shortest <= 1 ? 8 : Math.min(2 * shortest + 1, shortest > 13 ? 6 : 14);
  for (let back = 0; back < Math.min(lags, windows.history); back++) features.push({ kind: 'lag', back });
  for (const period of periods) features.push(...seasonalFeatures(period, windows.history));
  for (const window of rollingWindows(shortest, longest, windows)) features.push(...windowFeatures(window));
  for (const back of [1, shortest, longest]) if (back < windows.history) features.push({ kind: 'difference', back });
  for (const window of [shortest, longest]) {
    if (window > 1 && 2 * window <= windows.history) features.push({ kind: 'seasonal-difference', period: window });
  }
  features.push({ kind: 'change', window: 3 });
  if (hasZeros(panel)) {
    const window = Math.min(windows.history, Math.max(14, 2 * shortest));
    features.push({ kind: 'zero-share', window }, { kind: 'since-non-zero', window });
  }
  if (panel.dated) for (const part of usefulParts(panel.grid)) features.push({ kind: 'calendar', part });
  if ((settings.events?.length ?? 0) > 0) {
    for (const what of ['now', 'until', 'since'] as const) features.push({ kind: 'event', what });
  }
  features.push(...covariateFeatures(panel, shortest, windows));
  if (settings.crossSeries === true && panel.series.length > 1) {
    const group = covariatesOf(panel, 'static').findIndex(({ name }) => name === settings.crossSeriesGroup);
    const how = settings.crossSeriesTotal === true ? { total: true } : {};
    features.push({ kind: 'cross', group, stat: 'lag', period: longest, ...how });
    features.push({ kind: 'cross', group, stat: 'seasonal', period: longest, ...how });
  }
  const recipe = { features: distinct(features), normaliser: settings.normaliser, history: windows.history };
  return checkRecipe(settings.events === undefined ? recipe : { ...recipe, events: settings.events });
}

function seasonalFeatures(period: number, history: number): Feature[] {
  const features: Feature[] = [];
  for (let cycle = 0; cycle < 4 && cycle * period < history; cycle++) {
    features.push({ kind: 'seasonal-lag', period, cycle, shift: 0 });
    if (cycle > 1) continue;
    features.push({ kind: 'seasonal-lag', period, cycle, shift: -1 });
    features.push({ kind: 'seasonal-lag', period, cycle, shift: 1 });
  }
  for (const cycles of [2, 4]) if (cycles * period <= history) features.push({ kind: 'seasonal-mean', period, cycles });
  return features;
}

/** Three to six windows between a few cells and two of the longest season. */
function rollingWindows(shortest: number, longest: number, windows: Windows): number[] {
  const wanted = shortest > 1 ? [3, shortest / 2, shortest, 2 * shortest, longest, 2 * longest] : [3, 5, 10, 20];
  const whole = wanted.map(Math.round).filter((window) => window >= 3 && window <= Math.max(3, windows.history));
  return [...new Set(whole)].sort((a, b) => a - b);
}

function windowFeatures(window: number): Feature[] {
  const stats: RollingStat[] = ['mean', 'std', 'min', 'max'];
  if (window > 3) stats.push('slope');
  if (window > 3 && window <= 31) stats.push('median');
  return stats.map((stat) => ({ kind: 'rolling', window, stat }));
}

function covariateFeatures(panel: Panel, period: number, windows: Windows): Feature[] {
  const features: Feature[] = [];
  covariatesOf(panel, 'known').forEach(({ derive, levels }, column) => {
    features.push({ kind: 'known', column });
    if (derive && levels === undefined) features.push({ kind: 'known-change', column, window: Math.max(3, period) });
  });
  covariatesOf(panel, 'observed').forEach(({ derive, levels }, column) => {
    features.push({ kind: 'observed', column, back: 0 });
    if (!derive || levels !== undefined) return;
    features.push({ kind: 'observed', column, back: Math.min(1, windows.history - 1) });
    features.push({ kind: 'observed-mean', column, window: Math.min(windows.history, Math.max(3, period)) });
  });
  covariatesOf(panel, 'static').forEach((_, column) => {
    features.push({ kind: 'static', column });
  });
  return features;
}

function hasZeros(panel: Panel): boolean {
  return panel.series.some(({ target }) => {
    let zeros = 0;
    for (const value of target) if (value === 0) zeros++;
    return zeros > 0.1 * target.length;
  });
}

function distinct(features: readonly Feature[]): Feature[] {
  return [...new Map(features.map((feature) => [JSON.stringify(feature), feature])).values()];
}
