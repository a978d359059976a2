import type { Ctx, Platform, ServiceDefinition } from '#platform/context.ts';
import { hearChanges } from '#platform/db/change-feed.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { estimateTokens } from '#platform/tokens/token-meter.ts';
import { CatalogueProblems } from '../catalogue/catalogue.problems.ts';
import { type Catalogue, type CatalogueEntry, catalogueOf } from '../catalogue/catalogue.ts';
import { requireCapacity } from '../counters/reservations.ts';
import { type Admission, admit } from '../gateway/chat-completion.ts';
import { mostDocsTokens } from '../vector-databases/retrieve.ts';
import { vectorDatabaseStore } from '../vector-databases/vector-database.store.ts';
import { answerJob, historyOf } from './answer.job.ts';
import { ANSWERS_CHANNEL, answerStore, type NewAnswer, type PendingAnswer } from './answer.store.ts';
import { tokensOf } from './messages.rules.ts';

/**
 * Lets prompts in, writes them down and sets them to work in one transaction. Answers where the status is told. Another
 * process asks the model; until it says what came of it, the quota keeps the most that each prompt can use.
 */
export async function submitPrompts(
  ctx: Ctx,
  answers: readonly NewAnswer[],
  location: string,
  /** Written with them. */
  write: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const admissions = await admitPrompts(ctx, answers);
  try {
    const statusId = await ctx.db.transaction(async (tx) => {
      await write(tx);
      await answerStore(tx).insert(answers);
      const input = { answerIds: answers.map(({ id }) => id), location };
      return ctx.jobs.enqueue(tx, answerJob, input, { actor: ctx.actor });
    });
    for (const [at, { id }] of answers.entries()) {
      holdUntilAnswered(ctx, { id, organizationId: ctx.actor.organizationId, statusId }, admissions[at] as Admission);
    }
    return `/api/v2/genai/status/${statusId}/`;
  } catch (error) {
    for (const admission of admissions) admission.release();
    throw error;
  }
}

/** The caller has calls left, and the gateway's quota lets all of them in, or none. */
async function admitPrompts(ctx: Ctx, prompts: readonly NewAnswer[]): Promise<readonly Admission[]> {
  await requireCapacity(ctx, ctx.actor, 'llmApiCalls', prompts.length);
  const catalogue = await catalogueOf(ctx, ctx.actor.organizationId);
  const admissions: Admission[] = [];
  try {
    for (const prompt of prompts) admissions.push(await admitPrompt(ctx, catalogue, prompt));
    return admissions;
  } catch (error) {
    for (const admission of admissions) admission.release();
    throw error;
  }
}

async function admitPrompt(ctx: Ctx, catalogue: Catalogue, prompt: NewAnswer): Promise<Admission> {
  const { llm_id: llmId, llm_settings: settings, text } = prompt;
  const known = catalogue.entries.map((one) => one.llmId);
  const entry = catalogue.find(llmId) ?? refuse(CatalogueProblems.noSuchLlm, llmId, known);
  if (!entry.isActive) refuse(CatalogueProblems.inactive, entry.model);
  const longest = settings?.maxCompletionLength;
  const request = {
    inputTokens: tokensOf(text) + tokensOf(String(settings?.systemPrompt ?? '')),
    mostOutputTokens: typeof longest === 'number' ? longest : null,
  };
  return admit(ctx, { entry, request, moreTokens: await contextTokens(ctx, entry, prompt) });
}

/** What is told to the model before the question: documents, and what was said in the chat so far. */
async function contextTokens(ctx: Ctx, { contextSize }: CatalogueEntry, prompt: NewAnswer): Promise<number> {
  const { vector_database_id: databaseId, vector_database_settings: settings } = prompt;
  const row = databaseId && (await vectorDatabaseStore(ctx.db.queries).byId(ctx.actor.organizationId, databaseId));
  const docs = row ? mostDocsTokens(row, settings, contextSize) : 0;
  const history = (await historyOf(ctx, prompt)).reduce(
    (sum, said) => sum + tokensOf(said.text) + estimateTokens(said.answer),
    0,
  );
  return Math.min(contextSize, docs + history);
}

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
const holdUntilAnswered = (
  { services }: Pick<Platform, 'services'>,
  pending: PendingAnswer,
  admission: Admission,
): void => services.find(pendingAdmissions)?.admissions.hold(pending, admission);
