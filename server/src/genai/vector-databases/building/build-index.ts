import { fitEmbedder, openEmbedder } from '@almanac/engine';
import type { Chunk, Document } from '../search/chunks.ts';
import { type Chunking, chunksOf } from './chunking.rules.ts';

export interface BuildOrder {
  readonly documents: readonly Document[];
  readonly chunking: Chunking;
  /** Whether vectors are made here; else the texts come back for whoever makes them. */
  readonly isLocal: boolean;
  readonly mostChunks: number;
}

export interface Built {
  readonly count: number;
  /** A JSON object a line. Empty when there are too many. */
  readonly lines: Uint8Array<ArrayBuffer>;
  readonly texts: readonly string[];
  readonly local: {
    readonly dimensions: number;
    readonly vectors: Float32Array<ArrayBuffer>;
    readonly embedder: Uint8Array<ArrayBuffer>;
  } | null;
}

/** The work of a thread: cuts documents, and learns an embedder from the pieces. */
export function buildIndex({ documents, chunking, isLocal, mostChunks }: BuildOrder): Built {
  const chunks: Chunk[] = documents.flatMap(({ text, source, metadata }, document) =>
    chunksOf(text, chunking)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '')
      .map((piece) => ({ text: piece, source, metadata, document })),
  );
  const count = chunks.length;
  if (count === 0 || count > mostChunks) return { count, lines: new Uint8Array(0), texts: [], local: null };
  const lines = new Uint8Array(Buffer.from(chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('')));
  const texts = chunks.map(({ text }) => text);
  if (!isLocal) return { count, lines, texts, local: null };
  const embedder = new Uint8Array(fitEmbedder(texts));
  const { dimensions: known, embed } = openEmbedder(embedder);
  // Texts without a word in common have no directions; one that is zero everywhere keeps the shape.
  const dimensions = Math.max(1, known);
  const vectors = new Float32Array(count * dimensions);
  texts.forEach((text, row) => {
    vectors.set(embed(text), row * dimensions);
  });
  return { count, lines, texts: [], local: { dimensions, vectors, embedder } };
}
