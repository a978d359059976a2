/**
 * Estimates how many tokens a text is, where nobody says. Tokenizers differ from model to model; this counts what they
 * have in common: a short word is one token, a long one several, digits go by threes, marks by pairs, and scripts
 * without spaces by the character. It is one pass over UTF-8 bytes, keeps its place between pieces of a text, and costs
 * the same for every input, where real tokenizers can be made to work for seconds.
 */
export interface TokenMeter {
  /** The bytes of a text. */
  text(bytes: Uint8Array, from?: number, to?: number): void;
  /** The bytes between the quotes of a JSON string, escapes and all. */
  jsonText(bytes: Uint8Array, from: number, to: number): void;
  count(): number;
}

const KIND = { none: 0, word: 1, digits: 2, marks: 3, blank: 4, line: 5, wide: 6, letters: 7, picture: 8 } as const;
type Kind = (typeof KIND)[keyof typeof KIND];

/** Letters of a word that are one token; those beyond go by `LETTERS_MORE`. */
const SHORT_WORD = 8;
const LETTERS_MORE = 4;

/** What a run of one kind of character costs. */
function cost(kind: Kind, length: number): number {
  switch (kind) {
    case KIND.word:
      return length <= SHORT_WORD ? 1 : 1 + (length - SHORT_WORD) / LETTERS_MORE;
    case KIND.digits:
      return Math.ceil(length / 3);
    case KIND.marks:
      return length === 1 ? 0.85 : length * 0.5;
    case KIND.blank:
      return length > 1 ? 1 : 0;
    case KIND.line:
      return 1;
    case KIND.wide:
      return length * 0.75;
    case KIND.letters:
      return length * 0.3 + 0.2;
    case KIND.picture:
      return length * 1.8;
    default:
      return 0;
  }
}

/** The kind of an ASCII byte. */
const ASCII: readonly Kind[] = Array.from({ length: 128 }, (_, code): Kind => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return KIND.word;
  if (/[0-9]/.test(character)) return KIND.digits;
  if (character === '\n' || character === '\r') return KIND.line;
  return code <= 32 || code === 127 ? KIND.blank : KIND.marks;
});

/** By the first byte of a character: two bytes are alphabets, from 0xe3 on three are scripts without spaces. */
const kindOfLead = (byte: number): Kind =>
  byte < 0xe0 ? KIND.letters : byte < 0xe3 ? KIND.letters : byte < 0xf0 ? KIND.wide : KIND.picture;

export function tokenMeter(): TokenMeter {
  let total = 0;
  let kind: Kind = KIND.none;
  let length = 0;

  function one(next: Kind): void {
    if (next === kind) length++;
    else {
      total += cost(kind, length);
      kind = next;
      length = 1;
    }
  }

  function text(bytes: Uint8Array, from = 0, to = bytes.length): void {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      if (byte < 0x80) one(ASCII[byte] as Kind);
      else if (byte >= 0xc0) one(kindOfLead(byte));
    }
  }

  function jsonText(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      if (byte === 0x5c) {
        at++;
        const escaped = bytes[at];
        if (escaped === 0x75) {
          at += 4;
          one(KIND.wide);
        } else one(escaped === 0x6e || escaped === 0x72 ? KIND.line : escaped === 0x74 ? KIND.blank : KIND.marks);
      } else if (byte < 0x80) one(ASCII[byte] as Kind);
      else if (byte >= 0xc0) one(kindOfLead(byte));
    }
  }

  return { text, jsonText, count: () => Math.ceil(total + cost(kind, length)) };
}

/** Longer texts are judged by their beginning, so that no request keeps the process busy. */
const LONGEST_READ = 256 * 1024;

export function estimateTokens(text: string): number {
  const meter = tokenMeter();
  const read = text.length > LONGEST_READ ? text.slice(0, LONGEST_READ) : text;
  meter.text(Buffer.from(read));
  return Math.ceil(meter.count() * (read.length === 0 ? 1 : text.length / read.length));
}

/** Tokens of one call, and whether the upstream said so or we guessed. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly estimated: boolean;
}

const tokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : null;

/** Of a `usage` object as upstreams write it; null when there is none. */
export function usageIn(said: unknown): Usage | null {
  if (typeof said !== 'object' || said === null) return null;
  const { prompt_tokens, completion_tokens } = said as Record<string, unknown>;
  const [input, output] = [tokens(prompt_tokens), tokens(completion_tokens)];
  return input === null || output === null ? null : { input, output, estimated: false };
}
