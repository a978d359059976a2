import { type BinnedProfile, binnedShares, type Divergence, divergence, stabilityByChance } from '@almanac/engine';
import { type LayoutColumn, referenceOf } from '../profiles/layout.ts';

export const DRIFT_METRICS = ['psi', 'kl_divergence', 'dissimilarity', 'hellinger', 'js_divergence'] as const;

export interface DriftScore {
  readonly driftScore: number | null;
  readonly sampleSize: number;
  readonly baselineSampleSize: number | null;
}

/** Fewer rows than bins say nothing about a distribution: then there is no score. */
export const LEAST_FOR_SCORE = 10;
/** Rows needed for a health status. */
const LEAST_FOR_STATUS = 100;

export const rowsOf = ({ missing, moments }: BinnedProfile) => missing + moments.count;

/** How far recent rows of a column are from its reference, in the bins of that reference. */
export function scoreColumn(
  metric: Divergence,
  column: LayoutColumn | undefined,
  recent: BinnedProfile | null,
): DriftScore {
  const reference = column ? knownReference(column) : null;
  const sampleSize = recent === null ? 0 : rowsOf(recent);
  const baselineSampleSize = reference === null ? null : rowsOf(reference.profile);
  if (reference === null || recent === null || sampleSize < LEAST_FOR_SCORE || !isAlike(reference.profile, recent)) {
    return { driftScore: null, sampleSize, baselineSampleSize };
  }
  const score = divergence(metric, reference.shares, binnedShares(recent));
  return { driftScore: Number.isFinite(score) ? score : null, sampleSize, baselineSampleSize };
}

export interface KnownReference {
  readonly profile: BinnedProfile;
  readonly shares: Float64Array;
}
const references = new WeakMap<LayoutColumn, KnownReference>();

/** The same for every bucket and batch of an answer. */
export function knownReference(column: LayoutColumn): KnownReference | null {
  const known = references.get(column);
  if (known) return known;
  const profile = referenceOf(column);
  if (profile === null) return null;
  const made = { profile, shares: binnedShares(profile) };
  references.set(column, made);
  return made;
}

const isAlike = (a: BinnedProfile, b: BinnedProfile) => a.kind === b.kind && a.counts.length === b.counts.length;

/** Whether a column counts as drifted for the health status: above the threshold, on enough rows, by more than chance explains. */
export function hasDrifted(column: LayoutColumn, recent: BinnedProfile | null, threshold: number): boolean {
  const { driftScore, sampleSize, baselineSampleSize } = scoreColumn('psi', column, recent);
  if (driftScore === null || baselineSampleSize === null || sampleSize < LEAST_FOR_STATUS) return false;
  const bins = (column.reference?.counts.length ?? 0) + 1;
  return driftScore > threshold && driftScore > stabilityByChance(bins, baselineSampleSize, sampleSize);
}

/** Whether there are enough rows for a health status. */
export const isEnoughForStatus = (rows: number): boolean => rows >= LEAST_FOR_STATUS;
