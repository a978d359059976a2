import type { Found } from './vector-index.ts';

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998): takes the rows one by one, each time the one that is most
 * like the query and least like those taken already. `weight` 1 is plain similarity, 0 looks at difference alone.
 */
export function diverse(
  candidates: readonly Found[],
  similarity: (a: number, b: number) => number,
  most: number,
  weight: number,
): Found[] {
  const left = candidates.map((one) => ({ ...one, nearest: 0 }));
  const taken: Found[] = [];
  while (taken.length < most && left.length > 0) {
    let best = 0;
    const worth = (at: number) => {
      const one = left[at] as (typeof left)[number];
      return weight * one.similarity - (1 - weight) * one.nearest;
    };
    for (let at = 1; at < left.length; at += 1) if (worth(at) > worth(best)) best = at;
    const [next] = left.splice(best, 1) as [(typeof left)[number]];
    taken.push({ row: next.row, similarity: next.similarity });
    for (const one of left)
      one.nearest = Math.max(
        taken.length === 1 ? Number.NEGATIVE_INFINITY : one.nearest,
        similarity(one.row, next.row),
      );
  }
  return taken;
}
