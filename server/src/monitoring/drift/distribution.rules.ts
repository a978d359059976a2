import { type BinnedProfile, binnedShares } from '@almanac/engine';
import { type LayoutColumn, referenceOf } from '../profiles/layout.ts';
import type { Distribution } from './distribution.schema.ts';

const MEDIAN = 4;

/** A column in the bins of its reference: then and now. */
export function distributionOf(
  name: string,
  role: Distribution['role'],
  column: LayoutColumn,
  recent: BinnedProfile | null,
): Distribution {
  const reference = referenceOf(column);
  const then = reference && sharesOf(reference);
  const now = recent !== null && isAlike(recent, column) ? sharesOf(recent) : null;
  const places = placesOf(column);
  return {
    name,
    role,
    kind: column.kind,
    typical: typicalOf(column),
    sampleSize: recent === null ? 0 : rowsOf(recent),
    baselineSampleSize: reference && rowsOf(reference),
    bins: places.map((place, bin) => ({ ...place, baseline: then?.[bin] ?? null, recent: now?.[bin] ?? null })),
    missing: { baseline: then?.[places.length] ?? null, recent: now?.[places.length] ?? null },
  };
}

const rowsOf = ({ missing, moments }: BinnedProfile): number => missing + moments.count;
const isAlike = ({ kind, counts }: BinnedProfile, column: LayoutColumn): boolean =>
  kind === column.kind && counts.length === placesOf(column).length;

/** Of no rows there are no shares. */
const sharesOf = (profile: BinnedProfile): Float64Array | null =>
  rowsOf(profile) === 0 ? null : binnedShares(profile);

function placesOf({ kind, edges, levels }: LayoutColumn) {
  if (kind === 'names') return [...levels, null].map((name) => ({ from: null, to: null, name }));
  return Array.from({ length: edges.length + 1 }, (_, bin) => ({
    from: edges[bin - 1] ?? null,
    to: edges[bin] ?? null,
    name: null,
  }));
}

function typicalOf({ kind, levels, reference }: LayoutColumn): string | number | null {
  if (reference === null) return null;
  if (kind === 'numbers') return reference.deciles[MEDIAN] ?? (reference.count > 0 ? reference.mean : null);
  const known = reference.counts.slice(0, levels.length);
  return known.length === 0 ? null : (levels[known.indexOf(Math.max(...known))] ?? null);
}
