import type { Ctx } from '#platform/context.ts';
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
import { answerStore, type NewAnswer } from './answer.store.ts';
import { tokensOf } from './messages.rules.ts';
import { holdUntilAnswered } from './pending-admissions.ts';

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
