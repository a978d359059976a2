const utf8 = new TextDecoder();

const FIRST_SLOTS = 64;

/**
 * Numbers words in the order they are met. Bytes are compared with bytes: most cells repeat a word that was there
 * before, and making a text of each would cost more than all the rest of reading it.
 */
export class WordTable {
  readonly levels: string[] = [];
  readonly #byText = new Map<string, number>();
  #spellings: { readonly hash: number; readonly bytes: Uint8Array; readonly code: number }[] = [];
  #slots = new Int32Array(FIRST_SLOTS).fill(-1);

  ofText(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const code = this.levels.length;
    this.levels.push(text);
    this.#byText.set(text, code);
    return code;
  }

  ofBytes(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const place = this.#slots[slot] as number;
      if (place < 0) break;
      const spelling = this.#spellings[place];
      if (spelling !== undefined && spelling.hash === hash && same(spelling.bytes, bytes, from, to))
        return spelling.code;
      slot = (slot + 1) & mask;
    }
    const own = bytes.slice(from, to);
    const code = this.ofText(utf8.decode(own));
    this.#slots[slot] = this.#spellings.length;
    this.#spellings.push({ hash, bytes: own, code });
    if (this.#spellings.length * 2 > this.#slots.length) this.#grow();
    return code;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    this.#spellings.forEach(({ hash }, place) => {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & mask;
      slots[slot] = place;
    });
    this.#slots = slots;
  }
}

function same(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[from + i]) return false;
  return true;
}
