import { SandboxRefusal } from './sandbox-refusal.ts';
import type { Token } from './tokens.ts';

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
