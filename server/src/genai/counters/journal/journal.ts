import { constants, type FileHandle, open, rm, utimes } from 'node:fs/promises';
import { NoSpaceLeft } from '#platform/storage/free-space.ts';
import type { Account, Addition } from '../counter.store.ts';
import { type JournalFile, lineOf } from './journal-file.ts';

/** Appended, and on the disk when the write is done: one errand instead of two. */
const ON_DISK = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_DSYNC;

/** Lines that go to the file together. */
class Batch {
  readonly accounts: Account[] = [];
  readonly written: Promise<void>;
  resolve: () => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.written = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/**
 * What completed, a line each, in a file of this process: while one write is on its way, those that complete meanwhile
 * gather for the next. Whoever counts waits until the line is on the disk: it outlives the process and a power cut.
 */
export class Journal implements JournalFile {
  readonly id: string;
  readonly path: string;
  bytes = 0;
  readonly #file: Promise<FileHandle>;
  readonly #totals = new Map<string, Addition>();
  readonly #changed = new Set<string>();
  #gathering = new Batch();
  #writing: Promise<void> | null = null;

  constructor({ id, path }: JournalFile) {
    this.id = id;
    this.path = path;
    this.#file = open(path, ON_DISK);
    this.#file.catch(() => undefined);
  }

  /** Rejected when the file could not be written: then nothing was counted. */
  count(account: Account): Promise<void> {
    const batch = this.#gathering;
    batch.accounts.push(account);
    this.#writing ??= this.#write();
    return batch.written;
  }

  /** Nothing is on its way to the file any more. */
  async drained(): Promise<void> {
    await this.#writing;
  }

  /** What changed since this was asked last, each with its whole number. */
  takeChanged(): Addition[] {
    const changed = [...this.#changed].flatMap((line) => this.#totals.get(line) ?? []);
    this.#changed.clear();
    return changed;
  }

  putBack(changed: readonly Addition[]): void {
    for (const one of changed) this.#changed.add(lineOf(one));
  }

  /** Ours still: others leave alone what was touched lately. */
  async touch(now: Date): Promise<void> {
    await utimes(this.path, now, now).catch(() => undefined);
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true });
    await this.#file.then((file) => file.close()).catch(() => undefined);
  }

  async #write(): Promise<void> {
    // Those that complete in this turn of the event loop come along.
    await null;
    while (this.#gathering.accounts.length > 0) {
      const batch = this.#gathering;
      this.#gathering = new Batch();
      const lines = batch.accounts.map(lineOf);
      try {
        const text = lines.join('');
        const { bytesWritten } = await (await this.#file).write(text);
        // A disk that fills up takes what still fits.
        if (bytesWritten < text.length)
          throw new NoSpaceLeft(`Of ${text.length} bytes only ${bytesWritten} could be written`);
        this.bytes += bytesWritten;
        for (const [index, line] of lines.entries()) this.#note(line, batch.accounts[index] as Account);
        batch.resolve();
      } catch (error) {
        await this.#cutOff();
        batch.reject(error);
      }
    }
    this.#writing = null;
  }

  /** What a failed write left is counted elsewhere: found here by the next process, it would count twice. */
  async #cutOff(): Promise<void> {
    await this.#file.then((file) => file.truncate(this.bytes)).catch(() => undefined);
  }

  #note(line: string, account: Account): void {
    this.#totals.set(line, { ...account, completed: (this.#totals.get(line)?.completed ?? 0) + 1 });
    this.#changed.add(line);
  }
}
