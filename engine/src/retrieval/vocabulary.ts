import { termsOf } from './terms.ts';

/** Terms that texts are described by, each with its weight: rare ones say more. */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>;
  readonly weights: Float32Array;
}

/** A text as weighted terms, of length 1 unless no term is known. */
export interface WeightedTerms {
  readonly terms: Int32Array;
  readonly weights: Float32Array;
}

/** A term has to be in two texts to relate them to each other; of more terms than `most` the widespread ones stay. */
export function vocabularyOf(texts: readonly string[], most: number): Vocabulary {
  const spread = new Map<string, number>();
  for (const text of texts) for (const term of termsOf(text).keys()) spread.set(term, (spread.get(term) ?? 0) + 1);
  const least = texts.length < 4 ? 1 : 2;
  const kept = [...spread]
    .filter(([, count]) => count >= least)
    .sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1))
    .slice(0, most);
  return {
    numbers: new Map(kept.map(([term], number) => [term, number])),
    weights: Float32Array.from(kept, ([, count]) => Math.log(1 + texts.length / count)),
  };
}

/** Term frequencies damped by their logarithm, times the rarity of the term (Salton and Buckley 1988). */
export function weigh({ numbers, weights }: Vocabulary, text: string): WeightedTerms {
  const terms: number[] = [];
  const values: number[] = [];
  let squares = 0;
  for (const [term, count] of termsOf(text)) {
    const number = numbers.get(term);
    if (number === undefined) continue;
    const value = (1 + Math.log(count)) * (weights[number] as number);
    terms.push(number);
    values.push(value);
    squares += value * value;
  }
  const length = Math.sqrt(squares) || 1;
  return { terms: Int32Array.from(terms), weights: Float32Array.from(values, (value) => value / length) };
}
