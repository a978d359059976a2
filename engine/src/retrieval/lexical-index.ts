import { tokens } from '../core/text-tokens.ts';
import { type Found, leastOfMost } from './vector-index.ts';

/** Texts that can be searched by their words. */
export interface LexicalIndex {
  readonly rows: number;
  /** Best first; rows without a word of the query are not found. `similarity` is the score, not a cosine. */
  search(query: string, most: number, allowed?: Uint8Array): Found[];
}

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** The texts a term is in, and what it adds to the score of each. */
interface Postings {
  readonly rows: Int32Array;
  readonly scores: Float32Array;
}

/**
 * Okapi BM25 over an inverted index that holds finished scores: rare words of the query count more, and repeated ones
 * less and less (Robertson and Zaragoza 2009, "The probabilistic relevance framework: BM25 and beyond").
 */
export function lexicalIndex(texts: readonly string[]): LexicalIndex {
  const postings = postingsOf(texts);
  const totals = new Float64Array(texts.length);
  return {
    rows: texts.length,
    search(query, most, allowed) {
      totals.fill(0);
      for (const term of termsOf(query).keys()) {
        const { rows, scores } = postings.get(term) ?? NONE;
        for (let at = 0; at < rows.length; at += 1) {
          const row = rows[at] as number;
          totals[row] = (totals[row] as number) + (scores[at] as number);
        }
      }
      const counts = (row: number) => (totals[row] as number) > 0 && (allowed === undefined || allowed[row] !== 0);
      const best = leastOfMost(Math.min(most, texts.length));
      for (let row = 0; row < texts.length; row += 1)
        if ((totals[row] as number) > best.bar && counts(row)) best.take(totals[row] as number);
      const found: Found[] = [];
      for (let row = 0; row < texts.length; row += 1)
        if ((totals[row] as number) >= best.bar && counts(row)) found.push({ row, similarity: totals[row] as number });
      return found.sort((a, b) => b.similarity - a.similarity || a.row - b.row).slice(0, most);
    },
  };
}

const NONE: Postings = { rows: new Int32Array(0), scores: new Float32Array(0) };

function postingsOf(texts: readonly string[]): Map<string, Postings> {
  const lists = new Map<string, { readonly rows: number[]; readonly counts: number[] }>();
  const lengths = new Float32Array(texts.length);
  texts.forEach((text, row) => {
    for (const [term, count] of termsOf(text)) {
      lengths[row] = (lengths[row] as number) + count;
      const list = lists.get(term) ?? { rows: [], counts: [] };
      if (list.rows.length === 0) lists.set(term, list);
      list.rows.push(row);
      list.counts.push(count);
    }
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  const score = (rarity: number, count: number, row: number) => {
    const damp = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * (lengths[row] as number)) / mean);
    return (rarity * count * (SATURATION + 1)) / (count + damp);
  };
  const postings = new Map<string, Postings>();
  for (const [term, { rows, counts }] of lists) {
    const rarity = Math.log(1 + (texts.length - rows.length + 0.5) / (rows.length + 0.5));
    const scores = Float32Array.from(rows, (row, at) => score(rarity, counts[at] as number, row));
    postings.set(term, { rows: Int32Array.from(rows), scores });
    lists.delete(term);
  }
  return postings;
}

/** Makes the first places differ less, so that one list alone does not decide. */
const CALM = 60;

/**
 * Reciprocal rank fusion: one ranking of several, by places alone (Cormack, Clarke and Büttcher 2009, "Reciprocal rank
 * fusion outperforms Condorcet and individual rank learning methods", SIGIR).
 */
export function fuse(rankings: readonly (readonly Found[])[], most: number): Found[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings)
    for (const [place, { row }] of ranking.entries()) scores.set(row, (scores.get(row) ?? 0) + 1 / (CALM + place + 1));
  return [...scores]
    .map(([row, similarity]) => ({ row, similarity }))
    .sort((a, b) => b.similarity - a.similarity || a.row - b.row)
    .slice(0, most);
}

/**
 * Words longer than this also count by their beginning, so that "forecast" and "forecasting" have something in common.
 */
const STEM = 5;

/** What a text is compared by: its words and the beginnings of long ones, with how often each occurs. */
export function termsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const word of tokens(text)) {
    count(word);
    if (word.length > STEM) count(`${word.slice(0, STEM)}-`);
  }
  return counts;
}
