import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { HOUR_MS, type Period, type PeriodQuery, parseTimestamp } from '../scope/period.rules.ts';
import type { Definition } from './metric.schema.ts';
import type { StoredSum } from './sum.store.ts';

const USUAL_MS = 7 * 24 * HOUR_MS;

type Sums = readonly Pick<StoredSum, 'category' | 'samples' | 'total' | 'weighted' | 'last' | 'lastAt'>[];

const samplesOf = (sums: Sums): number => sums.reduce((sum, { samples }) => sum + samples, 0);

/** Null without values, and for metrics that count names. */
export function wholeOf(type: Definition['type'], sums: Sums): number | null {
  if (sums.length === 0 || type === 'categorical') return null;
  if (type === 'sum') return sums.reduce((sum, { total }) => sum + total, 0);
  if (type === 'average') return sums.reduce((sum, { weighted }) => sum + weighted, 0) / samplesOf(sums);
  return sums.reduce((newest, one) => (one.lastAt >= newest.lastAt ? one : newest)).last;
}

export const countOf = (category: string, sums: Sums): number =>
  samplesOf(sums.filter((sum) => sum.category === category));

/** In percent of the baseline; null where there is none, or none to divide by. */
function changeFrom(baseline: number | null, value: number | null): number | null {
  if (baseline === null || baseline === 0 || value === null) return null;
  const change = (100 * (value - baseline)) / Math.abs(baseline);
  return Number.isFinite(change) ? change : null;
}

/** A bucket or a batch. Without values there is no sample size either. */
export function partOf({ type, categories = [] }: Definition, sums: Sums) {
  const value = wholeOf(type, sums);
  const sampleSize = sums.length === 0 ? null : samplesOf(sums);
  if (type !== 'categorical') return { value, sampleSize };
  const counts = categories.map((category) => ({ categoryName: category.value, count: countOf(category.value, sums) }));
  const known = counts.reduce((sum, { count }) => sum + count, 0);
  return { value, sampleSize, categories: counts, unknownCategoriesCount: (sampleSize ?? 0) - known };
}

/** The whole stretch, beside the baseline. */
export function figureOf(
  { id, name, definition }: { readonly id: string; readonly name: string; readonly definition: Definition },
  sums: Sums,
) {
  const { value, sampleSize, unknownCategoriesCount } = partOf(definition, sums);
  const baselineValue = definition.baselineValues[0]?.value ?? null;
  const figure = {
    id,
    name,
    value,
    sampleCount: sampleSize,
    baselineValue,
    percentChange: changeFrom(baselineValue, value),
  };
  if (definition.type !== 'categorical') return figure;
  const categories = (definition.categories ?? []).map((category) => {
    const count = countOf(category.value, sums);
    const change = changeFrom(category.baselineCount, count);
    return {
      categoryName: category.value,
      value: count,
      baselineValue: category.baselineCount,
      // A client takes whole numbers only.
      percentChange: change === null ? null : Math.round(change),
    };
  });
  return { ...figure, categories, unknownCategoriesCount };
}

/** Values are kept by hour: from the hour that `start` lies in to the end of the hour of `end`. Seven days by default. */
export function hoursOf(query: PeriodQuery, now: Date): Period {
  const read = (name: string, text: string): number => {
    // A plus sign in a query string that nobody escaped arrives as a space.
    const moment = parseTimestamp(text) ?? parseTimestamp(text.replace(/ (\d{2}:?\d{2})$/, '+$1'));
    return moment?.getTime() ?? refuse(MonitoringProblems.noTime, name, text);
  };
  const said = query.end === undefined ? undefined : read('end', query.end);
  const end = Math.ceil((said ?? Math.floor(now.getTime() / HOUR_MS + 1) * HOUR_MS) / HOUR_MS) * HOUR_MS;
  const first = query.start === undefined ? end - USUAL_MS : read('start', query.start);
  const start = Math.floor(first / HOUR_MS) * HOUR_MS;
  if (first >= (said ?? end)) {
    refuse(MonitoringProblems.emptyPeriod, new Date(first).toISOString(), new Date(said ?? end).toISOString());
  }
  return { start: new Date(start), end: new Date(end) };
}
