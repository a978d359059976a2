import { factorise, symmetricEigen } from '../core/linear-algebra.ts';
import type { Random } from '../core/random.ts';
import { termsOf } from './lexical-index.ts';

/** Directions beyond those asked for, which make the asked ones accurate. */
const SPARE = 16;
const POWER_STEPS = 1;

/**
 * Latent semantic analysis: the directions along which texts differ most (Deerwester, Dumais, Furnas, Landauer and
 * Harshman 1990, "Indexing by latent semantic analysis", Journal of the American Society for Information Science 41), by
 * a randomised singular value decomposition (Halko, Martinsson and Tropp 2011, "Finding structure with randomness", SIAM
 * Review 53). Gives a row a term; fewer directions than asked for where the texts have no more.
 */
export function latentSpace(
  texts: readonly WeightedTerms[],
  terms: number,
  dimensions: number,
  random: Random,
): { readonly dimensions: number; readonly directions: Float32Array } {
  const width = Math.min(dimensions + SPARE, texts.length, terms);
  if (width === 0) return { dimensions: 0, directions: new Float32Array(0) };
  const start = Float64Array.from({ length: terms * width }, () => random.normal());
  let inTexts = alongTexts(texts, start, width);
  for (let step = 0; step < POWER_STEPS; step += 1) {
    orthonormalise(inTexts, width);
    inTexts = alongTexts(texts, alongTerms(texts, inTexts, terms, width), width);
  }
  // Twice, since once loses half the digits.
  orthonormalise(inTexts, width);
  orthonormalise(inTexts, width);
  const inTerms = alongTerms(texts, inTexts, terms, width);
  const { values, vectors } = symmetricEigen(gram(inTerms, width), width);
  const kept = Math.min(dimensions, values.filter((value) => value > (values[0] as number) * 1e-8).length);
  const directions = new Float32Array(terms * kept);
  for (let term = 0; term < terms; term += 1) {
    for (let to = 0; to < kept; to += 1) {
      let sum = 0;
      for (let i = 0; i < width; i += 1)
        sum += (inTerms[term * width + i] as number) * (vectors[i * width + to] as number);
      directions[term * kept + to] = sum / Math.sqrt(values[to] as number);
    }
  }
  return { dimensions: kept, directions };
}

/** Texts by terms, times a row a term: a row a text. */
function alongTexts(texts: readonly WeightedTerms[], byTerm: Float64Array, width: number): Float64Array {
  const out = new Float64Array(texts.length * width);
  texts.forEach(({ terms, weights }, text) => {
    for (let at = 0; at < terms.length; at += 1)
      addTo(out, text * width, byTerm, (terms[at] as number) * width, weights[at] as number, width);
  });
  return out;
}

function alongTerms(texts: readonly WeightedTerms[], byText: Float64Array, count: number, width: number): Float64Array {
  const out = new Float64Array(count * width);
  texts.forEach(({ terms, weights }, text) => {
    for (let at = 0; at < terms.length; at += 1)
      addTo(out, (terms[at] as number) * width, byText, text * width, weights[at] as number, width);
  });
  return out;
}

function addTo(out: Float64Array, to: number, from: Float64Array, start: number, weight: number, width: number): void {
  for (let i = 0; i < width; i += 1) out[to + i] = (out[to + i] as number) + weight * (from[start + i] as number);
}

/** Products of the columns with each other. */
function gram(rows: Float64Array, width: number): Float64Array {
  const out = new Float64Array(width * width);
  for (let row = 0; row < rows.length; row += width)
    for (let i = 0; i < width; i += 1) {
      const value = rows[row + i] as number;
      if (value !== 0)
        for (let j = i; j < width; j += 1)
          out[i * width + j] = (out[i * width + j] as number) + value * (rows[row + j] as number);
    }
  for (let i = 0; i < width; i += 1) for (let j = 0; j < i; j += 1) out[i * width + j] = out[j * width + i] as number;
  return out;
}

/** Columns of length 1 at right angles, by the Cholesky factor of their products. */
function orthonormalise(rows: Float64Array, width: number): void {
  const lower = gram(rows, width);
  let trace = 0;
  for (let i = 0; i < width; i += 1) trace += lower[i * width + i] as number;
  factorise(lower, width, trace * 1e-13 + 1e-300);
  for (let row = 0; row < rows.length; row += width) {
    for (let j = 0; j < width; j += 1) {
      let value = rows[row + j] as number;
      for (let i = 0, at = j * width; i < j; i += 1, at += 1)
        value -= (rows[row + i] as number) * (lower[at] as number);
      rows[row + j] = value / (lower[j * width + j] as number);
    }
  }
}

/** Terms that texts are described by, each with its weight: rare ones say more. */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>;
  readonly weights: Float32Array;
}

/** A text as weighted terms, of length 1 unless no term is known. */
interface WeightedTerms {
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

/**
 * Term frequencies damped by their logarithm, times the rarity of the term (Salton and Buckley 1988, "Term-weighting
 * approaches in automatic text retrieval", Information Processing and Management 24).
 */
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
