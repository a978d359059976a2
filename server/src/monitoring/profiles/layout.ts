import * as engine from '@almanac/engine';
import { PREDICTED_LABEL, PREDICTION } from '#projects';

/** A watched column with its bins and, where there is a reference, what it looked like there. Plain JSON. */
export interface LayoutColumn {
  readonly name: string;
  readonly role: 'feature' | 'prediction' | 'label';
  readonly kind: 'numbers' | 'names';
  readonly edges: readonly number[];
  readonly levels: readonly string[];
  readonly reference: LayoutReference | null;
}

export interface LayoutReference {
  readonly missing: number;
  readonly count: number;
  readonly counts: readonly number[];
  readonly mean: number;
  /** Deciles of numbers, from the tenth to the ninetieth percent. */
  readonly deciles: readonly number[];
  readonly distinct: number;
}

/** Only ever appended to. */
export type Layout = readonly LayoutColumn[];

const roleOf = (name: string): LayoutColumn['role'] => {
  if (name === PREDICTED_LABEL) return 'label';
  return name.startsWith(PREDICTION) ? 'prediction' : 'feature';
};

/** How a model is watched that has a reference. */
export const layoutFrom = (profiles: readonly engine.ColumnProfile[]): Layout =>
  profiles.map((profile) => {
    const bins = engine.binsOf(profile);
    const { missing, counts, moments } = engine.binnedReference(profile);
    const deciles =
      profile.kind === 'numbers' ? DECILES.map((percent) => engine.quantile(profile.digest, percent / 100)) : [];
    return {
      name: profile.column,
      role: roleOf(profile.column),
      ...binsAsJson(bins),
      reference: {
        missing,
        count: moments.count,
        counts: [...counts],
        mean: moments.mean,
        deciles: deciles.filter((value) => Number.isFinite(value)),
        distinct: Math.round(engine.distinctEstimate(profile.distinct)),
      },
    };
  });

export const DECILES = [10, 20, 30, 40, 50, 60, 70, 80, 90];

const binsAsJson = (bins: engine.Bins): Pick<LayoutColumn, 'kind' | 'edges' | 'levels'> =>
  bins.kind === 'numbers'
    ? { kind: 'numbers', edges: [...bins.edges], levels: [] }
    : { kind: 'names', edges: [], levels: bins.levels };

/** A column nobody has a reference for: counted, not binned. */
export const columnWithoutReference = (
  name: string,
  kind: 'numbers' | 'names',
  levels: readonly string[] = [],
): LayoutColumn => ({
  name,
  role: roleOf(name),
  kind,
  edges: [],
  levels,
  reference: null,
});

export const binsOfColumn = ({ kind, edges, levels }: LayoutColumn): engine.Bins =>
  kind === 'numbers' ? { kind, edges: Float64Array.from(edges) } : { kind, levels };

/** The reference as a profile in its bins; null without one. */
export function referenceOf({ kind, reference }: LayoutColumn): engine.BinnedProfile | null {
  if (reference === null) return null;
  const { missing, count, counts, mean } = reference;
  return { kind, missing, counts: Float64Array.from(counts), moments: { count, mean, m2: 0, min: mean, max: mean } };
}
