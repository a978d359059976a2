import { HotIndex, type OpenedFiles } from './hot-index.ts';

/** Those used last, as many as fit; one always does. */
export class HotIndexes {
  readonly #held = new Map<string, HotIndex>();
  readonly #mostBytes: number;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(id: string): HotIndex | undefined {
    const found = this.#held.get(id);
    if (found === undefined) return undefined;
    this.#held.delete(id);
    this.#held.set(id, found);
    return found;
  }

  open(id: string, files: OpenedFiles): void {
    this.#held.set(id, new HotIndex(files));
    let bytes = [...this.#held.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [old, { bytes: freed }] of this.#held) {
      if (bytes <= this.#mostBytes || old === id) break;
      this.#held.delete(old);
      bytes -= freed;
    }
  }
}
