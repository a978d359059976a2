import { ProviderProblem } from '../provider-client.ts';

/** Keys of the groups whose members must be looked at, or everything. */
export type Wanted = ReadonlySet<string> | 'all';

export interface Reading {
  readonly tookMs: number;
  /** What could not be read and stays as it was held. */
  readonly kept: readonly string[];
}

interface Next {
  wanted: Set<string> | 'all';
  readonly done: Promise<Reading>;
}

/**
 * Readings of the directory, one at a time. Whoever asks while one is under way shares the next with all others who do:
 * what it tells was read after each of them had asked.
 */
export class DirectoryReads {
  readonly #read: (wanted: Wanted) => Promise<Reading>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Next | null = null;

  constructor(read: (wanted: Wanted) => Promise<Reading>) {
    this.#read = read;
  }

  ask(wanted: Wanted): Promise<Reading> {
    this.#next ??= this.#queue();
    const next = this.#next;
    if (wanted === 'all') next.wanted = 'all';
    else if (next.wanted !== 'all') for (const key of wanted) next.wanted.add(key);
    return next.done;
  }

  /** As `ask`, for somebody who may not go on with members of an earlier reading. */
  async confirm(wanted: Wanted): Promise<void> {
    const { kept } = await this.ask(wanted);
    const missing = kept.filter((key) => wanted === 'all' || wanted.has(key));
    if (missing.length === 0) return;
    const some = `${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''}`;
    throw new ProviderProblem(
      'unavailable',
      `Memberships of ${some} could not be read, so what changed in the files waits until they can.`,
    );
  }

  #queue(): Next {
    const begin = (): Promise<Reading> => {
      this.#next = null;
      return this.#read(next.wanted);
    };
    const done = this.#running.then(begin, begin);
    const next: Next = { wanted: new Set(), done };
    this.#running = done;
    return next;
  }
}
