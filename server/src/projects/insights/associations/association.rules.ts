import { type Column, takeRows } from '@almanac/engine';
import { byFrequency, countValues, meanOf, ranksOf, spread } from '../../engine/arrays.ts';
import { threadFrame } from '../../engine/held-data.ts';
import { textsOf } from '../../engine/table-problem.ts';

export const ASSOCIATIONS = ['mutualInfo', 'cramersV'] as const;
export const CORRELATIONS = ['spearman', 'pearson', 'tau'] as const;
export type AssociationMetric = (typeof ASSOCIATIONS)[number] | (typeof CORRELATIONS)[number];

type Numbers = readonly number[] | Float64Array;

const MOST_GROUPS = 10;
/** Comparing all pairs of rows is slow. */
const MOST_FOR_TAU = 500;

/** A column in groups: numbers in tenths of the rows, names by how often they occur, the rest and what is missing last. */
interface Grouped {
  readonly codes: Int32Array;
  readonly labels: readonly string[];
}

export function groupColumn(source: Column, rows: number): Grouped {
  if (source.kind === 'numeric' || source.kind === 'date') return numbersGrouped(source.values);
  const text = textsOf(source);
  const labels = byFrequency(countValues(Array.from({ length: rows }, (_, row) => text(row)))).slice(0, MOST_GROUPS);
  const place = new Map(labels.map((label, at) => [label, at]));
  const codes = Int32Array.from({ length: rows }, (_, row) => {
    const value = text(row);
    return value === null ? labels.length + 1 : (place.get(value) ?? labels.length);
  });
  return { codes, labels: [...labels, 'Other', 'Missing'] };
}

function numbersGrouped(values: Float64Array): Grouped {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const edges = [...new Set(Array.from({ length: MOST_GROUPS - 1 }, (_, i) => edge(sorted, (i + 1) / MOST_GROUPS)))];
  const codes = Int32Array.from(values, (value) =>
    Number.isNaN(value) ? edges.length + 1 : edges.filter((one) => value > one).length,
  );
  const show = (value: number | undefined) => (value === undefined ? '' : String(Number(value.toPrecision(4))));
  const labels = [...edges, sorted.at(-1)].map((one) => `up to ${show(one)}`);
  return { codes, labels: [...labels, 'Missing'] };
}

const edge = (sorted: Float64Array, share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

export function countPairs(a: Grouped, b: Grouped): number[][] {
  const table = a.labels.map(() => new Array<number>(b.labels.length).fill(0));
  a.codes.forEach((code, row) => {
    const counts = table[code] as number[];
    const other = b.codes[row] as number;
    counts[other] = (counts[other] as number) + 1;
  });
  return table;
}

/** Association of two columns: 0 none, 1 the simpler one is determined. */
export function mutualInformation(table: readonly (readonly number[])[]): number {
  const { rows, columns, total } = margins(table);
  if (total === 0) return 0;
  let together = 0;
  table.forEach((counts, i) => {
    counts.forEach((count, j) => {
      if (count > 0) {
        together += (count / total) * Math.log((count * total) / ((rows[i] as number) * (columns[j] as number)));
      }
    });
  });
  const least = Math.min(entropy(rows, total), entropy(columns, total));
  return least > 0 ? Math.min(1, Math.max(0, together / least)) : 0;
}

const entropy = (counts: readonly number[], total: number): number =>
  counts.reduce((sum, count) => (count > 0 ? sum - (count / total) * Math.log(count / total) : sum), 0);

function margins(table: readonly (readonly number[])[]) {
  const rows = table.map((counts) => counts.reduce((sum, count) => sum + count, 0));
  const columns = (table[0] ?? []).map((_, j) => table.reduce((sum, counts) => sum + (counts[j] as number), 0));
  return { rows, columns, total: rows.reduce((sum, count) => sum + count, 0) };
}

/** From chi squared: 0 independent, 1 each determines the other. */
export function cramersV(table: readonly (readonly number[])[]): number {
  const { rows, columns, total } = margins(table);
  let chi = 0;
  table.forEach((counts, i) => {
    counts.forEach((count, j) => {
      const expected = ((rows[i] as number) * (columns[j] as number)) / total;
      if (expected > 0) chi += (count - expected) ** 2 / expected;
    });
  });
  const used = (sums: readonly number[]) => sums.filter((sum) => sum > 0).length;
  const least = Math.min(used(rows), used(columns)) - 1;
  return least > 0 && total > 0 ? Math.min(1, Math.sqrt(chi / (total * least))) : 0;
}

export function pearson(a: Numbers, b: Numbers): number {
  const [ma, mb] = [meanOf(a), meanOf(b)];
  let [both, aa, bb] = [0, 0, 0];
  a.forEach((value: number, i: number) => {
    const [da, db] = [value - ma, (b[i] as number) - mb];
    both += da * db;
    aa += da * da;
    bb += db * db;
  });
  return aa > 0 && bb > 0 ? both / Math.sqrt(aa * bb) : 0;
}

/** Pearson of the ranks; equal values share theirs. */
export const spearman = (a: Numbers, b: Numbers): number => pearson(ranksOf(a), ranksOf(b));

/** Kendall's tau-b over the first rows: pairs in the same order against pairs in the opposite one. */
export function tau(a: Numbers, b: Numbers): number {
  const n = Math.min(a.length, MOST_FOR_TAU);
  let [both, inA, inB] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const x = Math.sign((a[i] as number) - (a[j] as number));
      const y = Math.sign((b[i] as number) - (b[j] as number));
      both += x * y;
      inA += x * x;
      inB += y * y;
    }
  }
  return inA > 0 && inB > 0 ? both / Math.sqrt(inA * inB) : 0;
}

const MOST_ROWS = 5000;

export interface Pair {
  readonly features: readonly [string, string];
  readonly types: readonly [string, string];
  /** Correlations are of numbers only. */
  readonly statistics: Readonly<Partial<Record<AssociationMetric, number>>>;
  /** How often which values meet. */
  readonly values: readonly (readonly [string, string, number])[];
}

/** Every pair of the columns that are named, each with itself left out. */
export function associations({ names }: { readonly names: readonly string[] }): Pair[] {
  const whole = threadFrame();
  const wanted = new Set(names);
  const table = takeRows(whole, Int32Array.from(spread(whole.rows, MOST_ROWS)));
  const columns = table.columns
    .filter(({ name, kind }) => wanted.has(name) && kind !== 'text')
    .map((source) => ({
      name: source.name,
      numbers: source.kind === 'numeric' ? source.values : null,
      groups: groupColumn(source, table.rows),
    }));
  return columns.flatMap((a, i) =>
    columns.slice(i + 1).map((b): Pair => {
      const met = countPairs(a.groups, b.groups);
      const values = met.flatMap((counts, x) =>
        counts.flatMap((count, y) =>
          count === 0 ? [] : [[a.groups.labels[x] ?? '', b.groups.labels[y] ?? '', count] as const],
        ),
      );
      const known = { mutualInfo: mutualInformation(met), cramersV: cramersV(met) };
      return {
        features: [a.name, b.name],
        types: [a.numbers === null ? 'categorical' : 'numeric', b.numbers === null ? 'categorical' : 'numeric'],
        statistics: a.numbers === null || b.numbers === null ? known : { ...known, ...correlate(a.numbers, b.numbers) },
        values,
      };
    }),
  );
}

function correlate(a: Float64Array, b: Float64Array) {
  const both = [...a.keys()].filter((row) => !Number.isNaN(a[row]) && !Number.isNaN(b[row]));
  const x = both.map((row) => a[row] as number);
  const y = both.map((row) => b[row] as number);
  return { pearson: pearson(x, y), spearman: spearman(x, y), tau: tau(x, y) };
}
