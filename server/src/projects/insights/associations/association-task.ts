import { takeRows } from '@almanac/engine';
import { heldFrame } from '../../engine/held-data.ts';
import { spread } from '../charts/outcomes.ts';
import {
  type AssociationMetric,
  counted,
  cramersV,
  grouped,
  mutualInformation,
  pearson,
  spearman,
  tau,
} from './association.rules.ts';

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
  const whole = heldFrame();
  const wanted = new Set(names);
  const table = takeRows(whole, Int32Array.from(spread(whole.rows, MOST_ROWS)));
  const columns = table.columns
    .filter(({ name, kind }) => wanted.has(name) && kind !== 'text')
    .map((source) => ({
      name: source.name,
      numbers: source.kind === 'numeric' ? source.values : null,
      groups: grouped(source, table.rows),
    }));
  return columns.flatMap((a, i) =>
    columns.slice(i + 1).map((b): Pair => {
      const met = counted(a.groups, b.groups);
      const values = met.flatMap((counts, x) =>
        counts.flatMap((count, y) =>
          count === 0 ? [] : [[a.groups.labels[x] ?? '', b.groups.labels[y] ?? '', count] as const],
        ),
      );
      const known = { mutualInfo: mutualInformation(met), cramersV: cramersV(met) };
      return {
        features: [a.name, b.name],
        types: [a.numbers === null ? 'categorical' : 'numeric', b.numbers === null ? 'categorical' : 'numeric'],
        statistics:
          a.numbers === null || b.numbers === null ? known : { ...known, ...correlated(a.numbers, b.numbers) },
        values,
      };
    }),
  );
}

function correlated(a: Float64Array, b: Float64Array) {
  const both = [...a.keys()].filter((row) => !Number.isNaN(a[row]) && !Number.isNaN(b[row]));
  const x = both.map((row) => a[row] as number);
  const y = both.map((row) => b[row] as number);
  return { pearson: pearson(x, y), spearman: spearman(x, y), tau: tau(x, y) };
}
