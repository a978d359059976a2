import { ProviderProblem } from '../provider-client.ts';
import { Coalescer } from './coalescer.ts';

/** Keys of the groups whose members must be looked at, or everything. */
export type Wanted = ReadonlySet<string> | 'all';

export interface Reading {
  readonly tookMs: number;
  /** What could not be read and stays as it was held. */
  readonly kept: readonly string[];
}

const union = (all: readonly Wanted[]): Wanted =>
  all.includes('all') ? 'all' : new Set((all as readonly ReadonlySet<string>[]).flatMap((wanted) => [...wanted]));

/**
 * Readings of the directory, one at a time. Whoever asks while one is under way shares the next with all others who do:
 * what it tells was read after each of them had asked.
 */
export class DirectoryReads {
  readonly #reads: Coalescer<Wanted, Reading>;

  constructor(read: (wanted: Wanted) => Promise<Reading>) {
    this.#reads = new Coalescer((all) => read(union(all)));
  }

  ask(wanted: Wanted): Promise<Reading> {
    return this.#reads.with(wanted);
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
}
