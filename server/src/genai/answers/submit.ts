import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { CatalogueProblems } from '../catalogue/catalogue.problems.ts';
import { catalogueOf } from '../catalogue/catalogue.ts';
import { demandPlaces } from '../counters/use.ts';
import { admit } from '../gateway/admit.ts';
import { estimateTokens } from '../gateway/token-meter.ts';
import { answerJob } from './answer.job.ts';
import { answerStore, type NewAnswer } from './answer.store.ts';

/**
 * Before prompts are written down: the caller has calls left, and the gateway's quota lets them in. The work is done in
 * another process, so against the quota a prompt counts as a request with what is asked; its answer is not known yet.
 */
export async function admitPrompts(
  ctx: Ctx,
  prompts: readonly Pick<NewAnswer, 'llm_id' | 'llm_settings' | 'text'>[],
): Promise<void> {
  await demandPlaces(ctx, ctx.actor, 'llmApiCalls', prompts.length);
  const catalogue = await catalogueOf(ctx, ctx.actor.organizationId);
  for (const { llm_id: llmId, llm_settings: settings, text } of prompts) {
    const known = catalogue.entries.map((one) => one.llmId);
    const entry = catalogue.find(llmId) ?? refuse(CatalogueProblems.noSuchLlm, llmId, known);
    if (!entry.isActive) refuse(CatalogueProblems.inactive, entry.model);
    const longest = settings?.maxCompletionLength;
    const inputTokens = estimateTokens(text) + estimateTokens(String(settings?.systemPrompt ?? ''));
    const request = { inputTokens, mostOutputTokens: typeof longest === 'number' ? longest : null };
    (await admit(ctx, { entry, request })).settle({ input: inputTokens, output: 0, estimated: true });
  }
}

/** Written down and set to work in one transaction. Answers where the status is told. */
export async function submitPrompts(
  ctx: Ctx,
  tx: Tx,
  answers: readonly NewAnswer[],
  location: string,
): Promise<string> {
  await answerStore(tx).insert(answers);
  const input = { answerIds: answers.map(({ id }) => id), location };
  const statusId = await ctx.jobs.enqueue(tx, answerJob, input, { actor: ctx.actor });
  return `/api/v2/genai/status/${statusId}/`;
}
