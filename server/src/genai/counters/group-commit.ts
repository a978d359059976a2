import type { Database } from '#platform/db/database.ts';
import { type Account, type Addition, counterStore } from './counter.store.ts';

/** Completed calls that go to the database together. */
class Batch {
  readonly additions = new Map<string, Addition>();
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
 * Completed calls, written down many at a time: while one statement is on its way, those that complete meanwhile gather
 * for the next. Whoever counted one waits until it is in the database, so a number that was promised survives a crash.
 */
class GroupCommit {
  readonly #db: Database;
  #gathering = new Batch();
  #writing = false;

  constructor(db: Database) {
    this.#db = db;
  }

  count(account: Account): Promise<void> {
    const { additions, written } = this.#gathering;
    const key = `${account.userId} ${account.counter}`;
    additions.set(key, { ...account, completed: (additions.get(key)?.completed ?? 0) + 1 });
    if (!this.#writing) void this.#write();
    return written;
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#gathering.additions.size > 0) {
      const batch = this.#gathering;
      this.#gathering = new Batch();
      await counterStore(this.#db.queries)
        .add([...batch.additions.values()])
        .then(batch.resolve, batch.reject);
    }
    this.#writing = false;
  }
}

const open = new WeakMap<Database, GroupCommit>();

export function countCompleted(db: Database, account: Account): Promise<void> {
  let commit = open.get(db);
  if (commit === undefined) {
    commit = new GroupCommit(db);
    open.set(db, commit);
  }
  return commit.count(account);
}
