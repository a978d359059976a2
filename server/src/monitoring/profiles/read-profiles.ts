import { type BinnedProfile, BinnedTotals, mergeDigests, type TDigest } from '@almanac/engine';
import type { Platform } from '#platform/context.ts';
import type { ProfileRow } from '../monitoring.tables.ts';
import { layoutStore } from './layout.store.ts';
import type { Layout, LayoutColumn } from './layout.ts';
import { type ProfileFilter, readDigest, readProfileRows } from './profile.store.ts';

export type ProfileOfRows = Pick<
  ProfileRow,
  'package_id' | 'model_id' | 'batch_id' | 'hour' | 'rows' | 'profiles' | 'digest'
>;

/** Profiles as they are kept, and how those of each version are laid out. */
export interface StoredProfiles {
  readonly rows: readonly ProfileOfRows[];
  readonly layouts: ReadonlyMap<string, Layout>;
}

/** `known`: layouts that are at hand already. */
export async function readProfiles(
  { db }: Pick<Platform, 'db'>,
  scope: ProfileFilter,
  known: ReadonlyMap<string, Layout> = new Map(),
): Promise<StoredProfiles> {
  const rows = await readProfileRows(db.queries, scope);
  const packages = new Set(rows.map(({ package_id }) => package_id));
  const unknown = [...packages].filter((id) => !known.has(id));
  const found = await layoutStore(db.queries).of(scope.organizationId, unknown);
  return { rows, layouts: new Map([...known, ...found]) };
}

/** The profiles of some columns over some of the rows, merged; null for columns nobody has sent. */
export function mergedColumns(
  { layouts }: StoredProfiles,
  rows: readonly ProfileOfRows[],
  columns: readonly string[],
): (BinnedProfile | null)[] {
  const totals = new BinnedTotals(columns.length);
  const places = new Map<string, readonly number[]>();
  for (const row of rows) {
    const known = places.get(row.package_id) ?? placesIn(layouts.get(row.package_id) ?? [], columns);
    places.set(row.package_id, known);
    totals.add(row.profiles, known);
  }
  return totals.finish();
}

export function placesIn(layout: Layout, columns: readonly string[]): readonly number[] {
  const places = new Map(layout.map(({ name }, place) => [name, place]));
  return columns.map((name) => places.get(name) ?? -1);
}

export function mergedDigest(rows: readonly ProfileOfRows[]): TDigest | null {
  return rows.reduce<TDigest | null>((sum, { digest }) => {
    if (digest === null) return sum;
    return sum === null ? readDigest(digest) : mergeDigests(sum, readDigest(digest));
  }, null);
}

export const rowsIn = (rows: readonly ProfileOfRows[]): number => rows.reduce((sum, row) => sum + row.rows, 0);

const byName = new WeakMap<Layout, ReadonlyMap<string, LayoutColumn>>();

export function columnNamed(layout: Layout, name: string): LayoutColumn | undefined {
  const known = byName.get(layout) ?? new Map(layout.map((column) => [column.name, column]));
  byName.set(layout, known);
  return known.get(name);
}
