import type { Column } from '@almanac/engine';
import { countValues } from '../../engine/arrays.ts';
import type { FeatureEffect, OutcomeBin } from './feature.schema.ts';

/** Grid values of a column as numbers: category codes, milliseconds, or the numbers themselves. */
export interface Grid {
  readonly values: readonly number[];
  readonly labels: readonly string[];
  readonly isCapped: boolean;
  readonly type: FeatureEffect['featureType'];
}

const MOST_NUMBERS = 10;
const MOST_LEVELS = 20;
export const MISSING = '==Missing==';

/** Numbers that split the rows evenly, or the levels met most often; undefined for what has neither. */
export function gridOf(source: Column): Grid | undefined {
  if (source.kind === 'text') return undefined;
  if (source.kind === 'categorical') return levelGrid(source.codes, source.levels);
  const type = source.kind === 'date' ? 'datetime' : 'numeric';
  return numberGrid(source.values, type);
}

export function numberGrid(values: Float64Array, type: Grid['type'] = 'numeric'): Grid {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const picked = new Set<number>();
  for (let i = 0; i < MOST_NUMBERS && sorted.length > 0; i++) {
    picked.add(sorted[Math.round((i * (sorted.length - 1)) / (MOST_NUMBERS - 1))] as number);
  }
  const chosen = [...picked];
  return { values: chosen, labels: chosen.map((value) => textOf(value, type)), isCapped: false, type };
}

export function levelGrid(codes: ArrayLike<number>, levels: readonly string[]): Grid {
  const counts = countValues(Array.from(codes).filter((code) => code >= 0));
  const chosen = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a - b);
  const values = chosen.slice(0, MOST_LEVELS);
  return {
    values,
    labels: values.map((code) => levels[code] ?? ''),
    isCapped: chosen.length > MOST_LEVELS,
    type: 'categorical',
  };
}

const textOf = (value: number, type: Grid['type']): string =>
  type === 'datetime' ? new Date(value).toISOString() : String(Number(value.toPrecision(6)));

/** Predictions and outcomes of the rows near each value of the grid; rows without a value are a group of their own. */
export function outcomesOver(
  grid: Grid,
  cells: ArrayLike<number>,
  predicted: ArrayLike<number>,
  actual: ArrayLike<number> | null,
): OutcomeBin[] {
  const groups = grid.type === 'categorical' ? grid.values.length : Math.max(1, grid.values.length - 1);
  const sums = Array.from({ length: groups + 1 }, () => ({ rows: 0, predicted: 0, actual: 0 }));
  for (let row = 0; row < cells.length; row++) {
    const at = groupOf(grid, cells[row] as number, groups);
    const group = at === undefined ? undefined : sums[at];
    if (group === undefined) continue;
    group.rows += 1;
    group.predicted += predicted[row] as number;
    group.actual += actual === null ? 0 : (actual[row] as number);
  }
  return sums.flatMap((group, at): OutcomeBin[] => {
    if (at === groups && group.rows === 0) return [];
    const mean = (sum: number) => (group.rows === 0 ? null : sum / group.rows);
    const means = { rowCount: group.rows, predicted: mean(group.predicted) };
    const made = { ...means, actual: actual === null ? null : mean(group.actual) };
    if (at === groups) return [{ label: MISSING, ...made }];
    if (grid.type === 'categorical') return [{ label: grid.labels[at] ?? '', ...made }];
    const [low = '', high = low] = grid.labels.slice(at, at + 2);
    return [{ label: `[${low}, ${high}${at === groups - 1 ? ']' : ')'}`, bin: [low, high], ...made }];
  });
}

/** The last group is that of missing values; levels off the grid belong to none. */
function groupOf({ type, values }: Grid, cell: number, groups: number): number | undefined {
  if (Number.isNaN(cell) || (type === 'categorical' && cell < 0)) return groups;
  if (type === 'categorical') {
    const at = values.indexOf(cell);
    return at < 0 ? undefined : at;
  }
  for (let at = groups - 1; at > 0; at--) if (cell >= (values[at] as number)) return at;
  return 0;
}
