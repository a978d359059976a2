import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { EngineProblem } from '../core/engine-problem.ts';
import { drawFirst, type Random, seededRandom } from '../core/random.ts';
import { latentSpace, type Vocabulary, vocabularyOf, weigh } from './latent-space.ts';
import { codesOf } from './vector-codes.ts';

/** Turns texts into vectors whose cosine says how much they are about the same. */
export interface TextEmbedder {
  readonly dimensions: number;
  /** Of length 1; all zeros when no word of the text is known. */
  embed(text: string): Float32Array;
}

interface Learned {
  readonly vocabulary: Vocabulary;
  readonly dimensions: number;
  /** A row of codes a term, and what one step of each row is worth. */
  readonly codes: Int8Array;
  readonly units: Float32Array;
}

export interface EmbedderRules {
  readonly dimensions?: number;
  readonly mostTerms?: number;
  /** Texts to learn from; of more, this many are drawn. */
  readonly mostTexts?: number;
  readonly seed?: number;
}

/** "ALME" in little-endian order. */
const MAGIC = 0x454d4c41;
const VERSION = 1;

/** Learns an embedder from the texts themselves: no model is downloaded. See `latentSpace`. */
export function fitEmbedder(texts: readonly string[], rules: EmbedderRules = {}): Uint8Array {
  const { dimensions = 256, mostTerms = 20_000, mostTexts = 5_000, seed = 1 } = rules;
  const random = seededRandom(seed);
  const vocabulary = vocabularyOf(texts, mostTerms);
  const chosen = drawTexts(texts, mostTexts, random);
  const terms = vocabulary.weights.length;
  const space = latentSpace(
    chosen.map((text) => weigh(vocabulary, text)),
    terms,
    dimensions,
    random.fork('directions'),
  );
  const codes = new Int8Array(terms * space.dimensions);
  const units = new Float32Array(terms);
  for (let term = 0; term < terms; term += 1) {
    const at = term * space.dimensions;
    units[term] = codesOf(space.directions, at, space.dimensions, codes, at).unit;
  }
  return write({ vocabulary, dimensions: space.dimensions, codes, units });
}

export function openEmbedder(file: Uint8Array): TextEmbedder {
  const { vocabulary, dimensions, codes, units } = read(file);
  return {
    dimensions,
    embed(text) {
      const { terms, weights } = weigh(vocabulary, text);
      const out = new Float32Array(dimensions);
      terms.forEach((term, at) => {
        const weight = (weights[at] as number) * (units[term] as number);
        for (let i = 0; i < dimensions; i += 1)
          out[i] = (out[i] as number) + weight * (codes[term * dimensions + i] as number);
      });
      const length = Math.sqrt(out.reduce((sum, value) => sum + value * value, 0));
      return length === 0 ? out : out.map((value) => value / length);
    },
  };
}

function drawTexts(texts: readonly string[], most: number, random: Random): readonly string[] {
  if (texts.length <= most) return texts;
  const pool = [...texts];
  drawFirst(pool, most, random);
  return pool.slice(0, most);
}

function write({ vocabulary, dimensions, codes, units }: Learned): Uint8Array {
  const to = new BinaryWriter(codes.length + 1024);
  to.u32(MAGIC);
  to.u32(VERSION);
  to.u32(dimensions);
  to.text([...vocabulary.numbers.keys()].join('\n'));
  to.f32s(vocabulary.weights);
  to.bytes(new Uint8Array(codes.buffer));
  to.f32s(units);
  return to.finish();
}

function read(file: Uint8Array): Learned {
  const from = new BinaryReader(file);
  if (from.u32() !== MAGIC || from.u32() !== VERSION)
    throw new EngineProblem('embedder.file', 'This is not a file of a text embedder, or one of another version.');
  const dimensions = from.u32();
  const terms = from.text();
  const numbers = new Map((terms === '' ? [] : terms.split('\n')).map((term, number) => [term, number]));
  const weights = from.f32s();
  const bytes = from.bytes();
  const codes = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return { vocabulary: { numbers, weights }, dimensions, codes, units: from.f32s() };
}
