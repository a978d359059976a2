import { column, featureName, recipeOf, scalingNormaliser } from '@almanac/engine';
import { heldFrame } from '../../engine/held-data.ts';
import { problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { textsOf } from '../../engine/table-problem.ts';

/** The different values of a column with how often they occur, in the order of their texts or numbers. */
export function valuesOf({ name }: { readonly name: string }): { readonly value: string; readonly rows: number }[] {
  const text = textsOf(column(heldFrame(), name));
  const counts = new Map<string, number>();
  for (let row = 0; row < heldFrame().rows; row++) {
    const value = text(row);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const numeric = [...counts.keys()].every((value) => value.trim() !== '' && Number.isFinite(Number(value)));
  const order = numeric ? (a: string, b: string) => Number(a) - Number(b) : (a: string, b: string) => (a < b ? -1 : 1);
  return [...counts.keys()].sort(order).map((value) => ({ value, rows: counts.get(value) as number }));
}

/** First and last moment of a date column. */
export function timeRange({ name }: { readonly name: string }): { readonly first: number; readonly last: number } {
  const source = column(heldFrame(), name);
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  if (source.kind === 'date') {
    for (const time of source.values) {
      if (time < first) first = time;
      if (time > last) last = time;
    }
  }
  return { first, last };
}

/** What the models of a forecasting project see, and which column each of it is made of. */
export function derivedFeatures(job: SeriesJob): { readonly name: string; readonly parent: string }[] {
  const { panel, context, shape } = problemOf(job);
  const named = (use: string) => panel.covariates.filter((one) => one.use === use).map(({ name }) => name);
  const columns = {
    target: panel.target,
    known: named('known'),
    observed: named('observed'),
    statics: named('static'),
  };
  const recipe = recipeOf(panel, context, scalingNormaliser('change', shape, context.periods));
  return recipe.features.map((feature) => ({ name: featureName(feature, columns), parent: parentOf(feature) }));

  function parentOf(feature: (typeof recipe.features)[number]): string {
    switch (feature.kind) {
      case 'known':
      case 'known-change':
        return columns.known[feature.column] ?? panel.target;
      case 'observed':
      case 'observed-mean':
        return columns.observed[feature.column] ?? panel.target;
      case 'static':
        return columns.statics[feature.column] ?? panel.target;
      case 'calendar':
      case 'event':
        return job.plan.panel.dateColumn;
      default:
        return panel.target;
    }
  }
}
