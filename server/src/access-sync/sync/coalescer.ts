/**
 * Work that costs much less for many at once. Whoever comes while one part is under way shares the next with all others who
 * do, so nobody waits for company and a crowd needs few turns.
 */
export class Coalescer<One, Result> {
  readonly #work: (all: readonly One[]) => Promise<Result>;
  #running: Promise<unknown> = Promise.resolve();
  #next: { readonly all: One[]; readonly done: Promise<Result> } | null = null;

  constructor(work: (all: readonly One[]) => Promise<Result>) {
    this.#work = work;
  }

  /** What the work answers to everybody who shared it. */
  with(one: One): Promise<Result> {
    this.#next ??= this.#queue();
    this.#next.all.push(one);
    return this.#next.done;
  }

  #queue() {
    const all: One[] = [];
    const begin = (): Promise<Result> => {
      this.#next = null;
      return this.#work(all);
    };
    const done = this.#running.then(begin, begin);
    this.#running = done;
    return { all, done };
  }
}
