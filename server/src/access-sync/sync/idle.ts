import { demandFence } from '../graph/fence.ts';
import { letIn } from '../graph/let-in.ts';
import { type Rest, saveRests } from '../graph/space.store.ts';
import type { Session } from './session.ts';

/**
 * Most polls find nothing, and where everybody's files are a space there are hundreds of them in a second. Their places
 * are written together: whoever comes while one write is under way shares the next with all others who do.
 */
export class Idle {
  readonly #session: Pick<Session, 'platform' | 'connection' | 'fence'>;
  #running: Promise<unknown> = Promise.resolve();
  #next: { readonly rests: Rest[]; readonly done: Promise<void> } | null = null;

  constructor(session: Pick<Session, 'platform' | 'connection' | 'fence'>) {
    this.#session = session;
  }

  /** Resolves when the place is kept. */
  rest(rest: Rest): Promise<void> {
    this.#next ??= this.#queue();
    this.#next.rests.push(rest);
    return this.#next.done;
  }

  #queue() {
    const rests: Rest[] = [];
    const begin = (): Promise<void> => {
      this.#next = null;
      return this.#write(rests);
    };
    const done = this.#running.then(begin, begin);
    this.#running = done;
    return { rests, done };
  }

  async #write(rests: readonly Rest[]): Promise<void> {
    const { platform, connection, fence } = this.#session;
    await platform.db.transaction(async (tx) => {
      await demandFence(tx, connection.id, fence);
      await saveRests(tx, connection.id, rests);
      await letIn(tx, connection.id, platform.now());
    });
  }
}
