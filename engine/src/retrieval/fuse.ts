import type { Found } from '../vectors/vector-index.ts';

/** Makes the first places differ less, so that one list alone does not decide. */
const CALM = 60;

/** One ranking of several, by places alone: reciprocal rank fusion (Cormack, Clarke and Buettcher 2009). */
export function fuse(rankings: readonly (readonly Found[])[], most: number): Found[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings)
    for (const [place, { row }] of ranking.entries()) scores.set(row, (scores.get(row) ?? 0) + 1 / (CALM + place + 1));
  return [...scores]
    .map(([row, similarity]) => ({ row, similarity }))
    .sort((a, b) => b.similarity - a.similarity || a.row - b.row)
    .slice(0, most);
}
