import type { DialectTable } from '../compiler/dialects/dialect.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';

export interface Token {
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
      const { written, value } = quoted(text, at, dialect);
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

function quoted(text: string, start: number, dialect: DialectTable): { written: string; value: string } {
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
