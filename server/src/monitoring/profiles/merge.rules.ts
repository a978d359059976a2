import { type BinnedProfile, mergeBinned } from '@almanac/engine';

type Maybe = BinnedProfile | null | undefined;

/** Profiles in other bins (of another version of the same model) are left out: there is no way to add them. */
export function mergeMaybe(a: Maybe, b: Maybe): BinnedProfile | null {
  if (!a || !b) return a ?? b ?? null;
  return a.kind === b.kind && a.counts.length === b.counts.length ? mergeBinned(a, b) : b;
}

/** Place by place; the longer list is of a layout that has grown since. */
export function mergeByPlace(a: readonly Maybe[], b: readonly BinnedProfile[]): BinnedProfile[] {
  const longer = a.length > b.length ? a : b;
  return longer.map((_, place) => mergeMaybe(a[place], b[place]) as BinnedProfile);
}
