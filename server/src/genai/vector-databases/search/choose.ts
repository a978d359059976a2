import { diverse, type Found, fuse } from '@almanac/engine';
import { cosine, hasLength, type Neighbours, type Question } from './nearest-chunks.ts';

interface Wanted {
  readonly most: number;
  /** Weight of likeness against difference; null takes the likest. */
  readonly diversity: number | null;
}

/**
 * The chunks to answer from, with their cosines: the nearest and those with the words of the question merged by their
 * places, then the first of them, or those that differ. The same wherever the nearest were found.
 */
export function choose({ most, diversity }: Wanted, question: Question, { near, vectors }: Neighbours): Found[] {
  const { vector, also } = question;
  const places = (chunks: readonly number[]) => chunks.map((row) => ({ row, similarity: 0 }));
  // Where the question has no direction, the words alone decide.
  const rankings = hasLength(vector) ? [places(near), places(also)] : [places(also)];
  const of = (row: number): Float32Array => vectors.get(row) ?? new Float32Array(vector.length);
  const candidates = fuse(rankings, Math.max(question.most, also.length)).map(({ row }) => ({
    row,
    similarity: cosine(vector, of(row)),
  }));
  if (diversity === null) return candidates.slice(0, most);
  return diverse(candidates, (a, b) => cosine(of(a), of(b)), most, diversity);
}
