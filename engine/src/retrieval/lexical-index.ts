import type { Found } from '../vectors/vector-index.ts';
import { termsOf } from './terms.ts';

/** Texts that can be searched by their words. */
export interface LexicalIndex {
  readonly rows: number;
  /** Best first; rows without a word of the query are not found. `similarity` is the score, not a cosine. */
  search(query: string, most: number, allowed?: Uint8Array): Found[];
}

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** Okapi BM25 (Robertson and Zaragoza 2009) over an inverted index. */
export function lexicalIndex(texts: readonly string[]): LexicalIndex {
  const postings = new Map<string, { readonly rows: number[]; readonly counts: number[] }>();
  const lengths = new Float32Array(texts.length);
  texts.forEach((text, row) => {
    for (const [term, count] of termsOf(text)) {
      lengths[row] = (lengths[row] as number) + count;
      const list = postings.get(term) ?? { rows: [], counts: [] };
      if (list.rows.length === 0) postings.set(term, list);
      list.rows.push(row);
      list.counts.push(count);
    }
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  return {
    rows: texts.length,
    search(query, most, allowed) {
      const scores = new Map<number, number>();
      for (const term of termsOf(query).keys()) {
        const list = postings.get(term);
        if (list === undefined) continue;
        const rarity = Math.log(1 + (texts.length - list.rows.length + 0.5) / (list.rows.length + 0.5));
        list.rows.forEach((row, at) => {
          if (allowed !== undefined && allowed[row] === 0) return;
          const count = list.counts[at] as number;
          const damp = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * (lengths[row] as number)) / mean);
          scores.set(row, (scores.get(row) ?? 0) + (rarity * count * (SATURATION + 1)) / (count + damp));
        });
      }
      return [...scores]
        .map(([row, similarity]) => ({ row, similarity }))
        .sort((a, b) => b.similarity - a.similarity || a.row - b.row)
        .slice(0, most);
    },
  };
}
