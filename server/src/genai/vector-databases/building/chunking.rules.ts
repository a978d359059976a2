import { estimateTokens } from '#platform/tokens/token-meter.ts';
import { compilePattern, UnsupportedPattern } from '#platform/user-pattern.ts';

/** How documents are cut. */
export interface Chunking {
  /** Documents are pieces already: one a row. */
  readonly custom: boolean;
  /** Tokens a piece has at most. */
  readonly size: number;
  /** How much of a piece is said again at the start of the next. */
  readonly overlapPercentage: number;
  /** Tried in this order, until pieces are small enough. */
  readonly separators: readonly string[];
  readonly isRegex: boolean;
}

export const CHUNK_SIZE = { least: 128, most: 512, usual: 256 } as const;
export const OVERLAP = { least: 0, most: 50, usual: 0 } as const;
export const SEPARATORS: readonly string[] = ['\n\n', '\n', ' ', ''];

/** Cuts a text at the first separator that makes its pieces small enough, and fills chunks with those pieces. */
export function chunksOf(text: string, chunking: Chunking): string[] {
  if (chunking.custom) return text === '' ? [] : [text];
  const cuts = chunking.separators.filter((one) => one !== '').map((one) => cutter(one, chunking.isRegex));
  return mergePieces(smallPieces(text, cuts, chunking.size), chunking);
}

interface Piece {
  readonly text: string;
  readonly tokens: number;
}

type Cut = (text: string) => string[];

function smallPieces(text: string, cuts: readonly Cut[], size: number): Piece[] {
  const tokens = estimateTokens(text);
  if (tokens <= size || text.length < 2) return [{ text, tokens }];
  const [cut, ...finer] = cuts;
  if (cut === undefined) return halves(text).flatMap((half) => smallPieces(half, [], size));
  const parts = cut(text);
  return parts.flatMap((part) => smallPieces(part, finer, size));
}

/** Every piece keeps the separator at its end, so that nothing of the text is lost. */
function cutter(separator: string, isRegex: boolean): Cut {
  const ends = isRegex ? patternEnds(separator) : textEnds(separator);
  return (text) => {
    const pieces: string[] = [];
    let from = 0;
    for (const to of ends(text)) {
      if (to > from) pieces.push(text.slice(from, to));
      from = to;
    }
    if (from < text.length) pieces.push(text.slice(from));
    return pieces;
  };
}

type Ends = (text: string) => Iterable<number>;

function patternEnds(separator: string): Ends {
  const pattern = compilePattern(separator);
  return function* ends(text) {
    for (const [, to] of pattern.matches(text)) yield to;
  };
}

const textEnds = (separator: string): Ends =>
  function* ends(text) {
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length))
      yield at + separator.length;
  };

/** In the middle, never inside a character. */
function halves(text: string): string[] {
  const middle = Math.floor(text.length / 2);
  const code = text.charCodeAt(middle);
  const isInside = text.length > 3 && code >= 0xdc00 && code <= 0xdfff;
  const at = isInside ? middle - 1 : middle;
  return [text.slice(0, at), text.slice(at)];
}

function mergePieces(pieces: readonly Piece[], { size, overlapPercentage }: Chunking): string[] {
  const most = (size * overlapPercentage) / 100;
  const chunks: string[] = [];
  const held: Piece[] = [];
  let tokens = 0;
  const drop = () => {
    tokens -= held.shift()?.tokens ?? 0;
  };
  for (const piece of pieces) {
    if (held.length > 0 && tokens + piece.tokens > size) {
      chunks.push(held.map(({ text }) => text).join(''));
      while (held.length > 0 && (most === 0 || tokens > most || tokens + piece.tokens > size)) drop();
    }
    held.push(piece);
    tokens += piece.tokens;
  }
  if (held.length > 0) chunks.push(held.map(({ text }) => text).join(''));
  return chunks;
}

/** The first that is no regular expression of the engine that cuts; undefined when all are. */
export function unsupportedSeparator(
  separators: readonly string[],
): { readonly at: number; readonly reason: string } | undefined {
  for (const [at, separator] of separators.entries()) {
    try {
      compilePattern(separator);
    } catch (error) {
      if (!(error instanceof UnsupportedPattern)) throw error;
      const shown = JSON.stringify(separator);
      const reason = `${shown} cannot be used as a regular expression: ${error.message}. Use the syntax of RE2`;
      return { at, reason };
    }
  }
  return undefined;
}
