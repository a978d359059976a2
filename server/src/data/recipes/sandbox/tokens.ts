import type { DialectTable } from '../dialects/dialect.ts';
import { SandboxRefusal } from './bounds.ts';

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end';
  /** Words in lower case, names and texts without their quotes. */
  readonly value: string;
  /** The word as written, since a column may be called by it. */
  readonly written: string;
  readonly at: number;
}

const MOST_TOKENS = 20_000;
const SPACE = /[\s\u00a0\ufeff]+/y;
const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//y;
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}_\d])/uy;
/** Letters that give the text after them another meaning in some engine. */
const PREFIXES = /^(e|b|x|n|r|u|rb|br)$/i;
const SIGN = /::|\|\||<>|!=|<=|>=|[-+*/%=<>(),.;]/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', '0': '\0' };

/** Splits text into tokens by the quoting rules of the language it is written in. Comments vanish here. */
export function tokens(text: string, dialect: DialectTable): readonly Token[] {
  const found: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const push = (kind: Token['kind'], written: string, value = written) => {
    found.push({ kind, value, written, at });
    at += written.length;
    if (found.length > MOST_TOKENS) throw new SandboxRefusal(`This is longer than ${MOST_TOKENS} words and signs`, at);
  };
  while (at < text.length) {
    const skipped = match(SPACE) ?? match(COMMENT);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const sign = text.charAt(at);
    if (sign === "'" || sign === '"' || sign === '`') {
      const { written, value } = readQuoted(text, at, dialect);
      push(isName(sign, dialect) ? 'name' : 'text', written, value);
      continue;
    }
    const word = match(WORD);
    if (word !== undefined) {
      const next = text.charAt(at + word.length);
      if (next === "'" && PREFIXES.test(word))
        throw new SandboxRefusal(`${word}'...' is no value here: write the text between plain quotes`, at);
      push('word', word, word.toLowerCase());
      continue;
    }
    const number = match(NUMBER);
    if (number !== undefined) {
      push('number', number);
      continue;
    }
    const mark = match(SIGN);
    if (mark === undefined)
      throw new SandboxRefusal(`${JSON.stringify(sign)} has no meaning here; put it between quotes if it is text`, at);
    push('sign', mark);
  }
  found.push({ kind: 'end', value: '', written: '', at });
  return found;
}

function isName(sign: string, dialect: DialectTable): boolean {
  if (sign === '`') return true;
  return sign === '"' && !dialect.doubleQuotesAreStrings;
}

function readQuoted(text: string, start: number, dialect: DialectTable): { written: string; value: string } {
  const quote = text.charAt(start);
  const withBackslash = isName(quote, dialect)
    ? dialect.names.escape.startsWith('\\')
    : dialect.strings === 'backslash';
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\\' && withBackslash) {
      at += 1;
      value += escapes[text.charAt(at)] ?? text.charAt(at);
    } else if (sign !== quote) value += sign;
    else if (text.charAt(at + 1) === quote) {
      value += quote;
      at += 1;
    } else return { written: text.slice(start, at + 1), value };
  }
  throw new SandboxRefusal(`The quote ${quote} that opens here is never closed`, start);
}

const MOST_DEPTH = 100;

/** A place in a list of tokens, and what a parser asks of it. */
export class Reader {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#end = tokens.at(-1) ?? { kind: 'end', value: '', written: '', at: 0 };
  }

  look(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? this.#end;
  }

  next(): Token {
    const token = this.look();
    this.#at += 1;
    return token;
  }

  isWord(word: string, ahead = 0): boolean {
    const token = this.look(ahead);
    return token.kind === 'word' && token.value === word;
  }

  isSign(sign: string, ahead = 0): boolean {
    const token = this.look(ahead);
    return token.kind === 'sign' && token.value === sign;
  }

  /** Takes the words if they come next, all of them or none. */
  takeWords(...words: readonly string[]): boolean {
    if (!words.every((word, ahead) => this.isWord(word, ahead))) return false;
    this.#at += words.length;
    return true;
  }

  takeSign(...signs: readonly string[]): string | undefined {
    const sign = signs.find((one) => this.isSign(one));
    if (sign !== undefined) this.#at += 1;
    return sign;
  }

  needWords(...words: readonly string[]): void {
    if (!this.takeWords(...words)) this.refuse(words.join(' ').toUpperCase());
  }

  needSign(sign: string): void {
    if (this.takeSign(sign) === undefined) this.refuse(sign);
  }

  /** One level deeper, so that a million brackets end in a sentence, not in a stack. */
  nested<Result>(parse: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH)
      throw new SandboxRefusal(`This is nested more than ${MOST_DEPTH} deep`, this.look().at);
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  list<Item>(item: () => Item): readonly Item[] {
    const items = [item()];
    while (this.takeSign(',') !== undefined) items.push(item());
    return items;
  }

  refuse(expected: string): never {
    const { kind, written, at } = this.look();
    const found = kind === 'end' ? 'the end of the text' : JSON.stringify(written);
    throw new SandboxRefusal(`Expected ${expected}, found ${found}`, at);
  }
}

/** Words that cannot be a column or an alias without quotes, because the grammar waits for them. */
const reserved = new Set(
  (
    'all and any as asc between by case cast cross desc distinct else end except exists extract false fetch filter from full ' +
    'group having in inner intersect into is join lateral left like ilike limit natural not null nulls offset on or order ' +
    'outer over partition qualify range recursive right rows select set some tablesample then true try_cast union using ' +
    'values when where window with'
  ).split(' '),
);

export const isReserved = (word: string): boolean => reserved.has(word);
