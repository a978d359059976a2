import type { Platform } from '#platform/context.ts';
import { hearChanges } from '#platform/db/change-feed.ts';
import type { Admission } from '../gateway/admit.ts';
import { ANSWERS_CHANNEL, answerStore, type HeldAnswer } from './answer.store.ts';

/** Announcements can be lost, and some prompts end without a word: their work was cancelled before it began. */
const LOOK_AGAIN_MS = 15_000;

/** Leave that was given for prompts which other processes answer: it ends when they do. */
class HeldAdmissions {
  readonly #held = new Map<string, { readonly of: HeldAnswer; readonly admission: Admission }>();
  readonly #platform: Pick<Platform, 'db' | 'log'>;
  #timer: NodeJS.Timeout | null = null;

  constructor(platform: Pick<Platform, 'db' | 'log'>) {
    this.#platform = platform;
  }

  hold(of: HeldAnswer, admission: Admission): void {
    this.#held.set(of.id, { of, admission });
    this.#timer ??= setInterval(() => this.look([...this.#held.keys()]), LOOK_AGAIN_MS).unref();
    // It may have been answered before it was held.
    this.look([of.id]);
  }

  look(ids: readonly string[]): void {
    const held = ids.flatMap((id) => this.#held.get(id)?.of ?? []);
    if (held.length === 0) return;
    this.#settle(held).catch((err: unknown) =>
      this.#platform.log.warn({ err }, 'Answered prompts could not be settled'),
    );
  }

  all(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** What is not answered by now stays charged at its worst case, as when the process had died. */
  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#held.clear();
  }

  async #settle(held: readonly HeldAnswer[]): Promise<void> {
    for (const { id, tokens } of await answerStore(this.#platform.db.queries).ended(held)) {
      const { admission } = this.#held.get(id) ?? {};
      this.#held.delete(id);
      if (tokens === null) admission?.release();
      else admission?.settle({ input: tokens, output: 0, estimated: false });
    }
    if (this.#held.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

interface Running {
  readonly admissions: HeldAdmissions;
  close(): Promise<void>;
}

const running = new WeakMap<Platform['db'], Running>();

/** Begins to hear of answered prompts; called once by every server. */
export function startPrompts(platform: Platform): void {
  const admissions = new HeldAdmissions(platform);
  const feed = hearChanges({
    url: platform.db.url,
    channels: [ANSWERS_CHANNEL],
    name: 'almanac prompts',
    onChange: (id) => admissions.look([id]),
    onListening: (now) => now && admissions.look(admissions.all()),
  });
  running.set(platform.db, {
    admissions,
    async close() {
      await feed.close();
      admissions.close();
    },
  });
}

export async function closePrompts({ db }: Pick<Platform, 'db'>): Promise<void> {
  const known = running.get(db);
  running.delete(db);
  await known?.close();
}

export function holdUntilAnswered({ db }: Pick<Platform, 'db'>, of: HeldAnswer, admission: Admission): void {
  const { admissions } = running.get(db) ?? {};
  // Nobody hears here how prompts end: what they may use stays charged.
  if (admissions === undefined) return;
  admissions.hold(of, admission);
}
