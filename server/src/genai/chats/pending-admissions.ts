import type { Platform, ServiceDefinition } from '#platform/context.ts';
import { hearChanges } from '#platform/db/change-feed.ts';
import type { Admission } from '../gateway/chat-completion.ts';
import { ANSWERS_CHANNEL, answerStore, type PendingAnswer } from './answer.store.ts';

/** Notifications can be lost, and a prompt whose job was cancelled before it began sends none. */
const CHECK_MS = 15_000;

/** Admissions of prompts that workers answer: each is settled when its answer is stored. */
class AdmissionKeeper {
  readonly #pending = new Map<string, { readonly answer: PendingAnswer; readonly admission: Admission }>();
  readonly #platform: Pick<Platform, 'db' | 'log'>;
  #timer: NodeJS.Timeout | null = null;

  constructor(platform: Pick<Platform, 'db' | 'log'>) {
    this.#platform = platform;
  }

  hold(answer: PendingAnswer, admission: Admission): void {
    this.#pending.set(answer.id, { answer, admission });
    this.#timer ??= setInterval(() => this.check([...this.#pending.keys()]), CHECK_MS).unref();
    // It may have been answered already.
    this.check([answer.id]);
  }

  check(ids: readonly string[]): void {
    const pending = ids.flatMap((id) => this.#pending.get(id)?.answer ?? []);
    if (pending.length === 0) return;
    this.#settle(pending).catch((err: unknown) =>
      this.#platform.log.warn({ err }, 'Answered prompts could not be settled'),
    );
  }

  all(): readonly string[] {
    return [...this.#pending.keys()];
  }

  /** What is not answered yet stays charged at its worst case, as when the process dies. */
  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#pending.clear();
  }

  async #settle(pending: readonly PendingAnswer[]): Promise<void> {
    for (const { id, tokens } of await answerStore(this.#platform.db.queries).ended(pending)) {
      const { admission } = this.#pending.get(id) ?? {};
      this.#pending.delete(id);
      if (tokens === null) admission?.release();
      else admission?.settle({ input: tokens, output: 0, estimated: false });
    }
    if (this.#pending.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

interface PendingAdmissions {
  readonly admissions: AdmissionKeeper;
  close(): Promise<void>;
}

/** Started by servers only. */
const pendingAdmissions: ServiceDefinition<PendingAdmissions> = { name: 'genai.pending-admissions' };

/** Starts to listen for answered prompts; called once by every server. */
export function startPrompts(platform: Platform): void {
  const admissions = new AdmissionKeeper(platform);
  const feed = hearChanges({
    url: platform.db.url,
    channels: [ANSWERS_CHANNEL],
    name: 'almanac prompts',
    onChange: (id) => admissions.check([id]),
    onListening: (now) => now && admissions.check(admissions.all()),
  });
  platform.services.set(pendingAdmissions, {
    admissions,
    async close() {
      await feed.close();
      admissions.close();
    },
  });
}

export const closePrompts = async ({ services }: Pick<Platform, 'services'>): Promise<void> =>
  services.remove(pendingAdmissions)?.close();

/** In a process that does not listen for answers, what the prompt may use stays charged. */
export const holdUntilAnswered = (
  { services }: Pick<Platform, 'services'>,
  pending: PendingAnswer,
  admission: Admission,
): void => services.find(pendingAdmissions)?.admissions.hold(pending, admission);
