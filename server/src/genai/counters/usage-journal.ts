import { constants, type FileHandle, open, readdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isLeftBehind } from '#platform/process-owner.ts';
import { NoSpaceLeft } from '#platform/storage/free-space.ts';
import type { Counter } from '../genai.tables.ts';
import type { Account, Addition } from './counter.store.ts';

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

/** A journal, told by its file's name: which it is, and which process writes it. */
export interface JournalFile {
  readonly id: string;
  readonly path: string;
}

const NAME = /^([0-9a-f]{24})_(.+)\.log$/;

export const journalFile = (folder: string, id: string, owner: string): JournalFile => ({
  id,
  path: join(folder, `${id}_${owner}.log`),
});

/** One completed operation. */
export const lineOf = ({ organizationId, userId, counter }: Account): string =>
  `${organizationId} ${userId} ${counter}\n`;

/** What a journal says. A line nobody finished was promised to nobody. */
export function totalsOf(text: string): Addition[] {
  const totals = new Map<string, Addition>();
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    const [organizationId, userId, counter] = line.split(' ');
    if (organizationId === undefined || userId === undefined || counter === undefined) continue;
    const completed = (totals.get(line)?.completed ?? 0) + 1;
    totals.set(line, { organizationId, userId, counter: counter as Counter, completed });
  }
  return [...totals.values()];
}

/** Takes over the journals whose process is gone. By renaming: of two who find one, one gets it. */
export async function takeOver(folder: string, owner: string, now: Date): Promise<JournalFile[]> {
  const taken: JournalFile[] = [];
  for (const name of await readdir(folder)) {
    const [, id, writer] = NAME.exec(name) ?? [];
    if (id === undefined || writer === undefined || writer === owner) continue;
    const path = join(folder, name);
    if (!(await isLeftBehind(writer, path, now))) continue;
    const mine = journalFile(folder, id, owner);
    const isMine = await rename(path, mine.path).then(() => true, isAbsent);
    if (isMine) taken.push(mine);
  }
  return taken;
}

function isAbsent(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  throw error;
}
