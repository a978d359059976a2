import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { newRow } from '#platform/new-row.ts';
import { answerStore, type NewAnswer } from '../chats/answer.store.ts';
import { ChatProblems } from '../chats/chats.ts';
import { submitPrompts } from '../chats/submit-prompts.ts';
import { GenaiProblems } from '../genai.problems.ts';
import type { BlueprintRow, ComparisonPromptRow } from '../genai.tables.ts';
import { checkContent, getBlueprintOrThrow } from '../playgrounds/blueprints.ts';
import { matcher } from '../vector-databases/search/metadata-filter.rules.ts';
import type { ComparisonPromptChange, ComparisonPromptCreate } from './comparison.schema.ts';
import { comparisonPromptStore } from './comparison.store.ts';
import {
  ComparisonProblems,
  getComparisonChatOrThrow,
  getComparisonPrompt,
  getComparisonPromptOrThrow,
} from './comparisons.ts';

const pathOf = (id: string) => `/api/v2/genai/comparisonPrompts/${id}/`;

/** Asks several saved blueprints the same, side by side. */
export async function createComparisonPrompt(ctx: Ctx, body: z.output<typeof ComparisonPromptCreate>): Promise<Reply> {
  const blueprints = await getSavedBlueprints(ctx, body.llmBlueprintIds);
  const [first] = blueprints as [BlueprintRow, ...BlueprintRow[]];
  const chat = body.comparisonChatId ? await getComparisonChatOrThrow(ctx, body.comparisonChatId, 'write') : null;
  requireOnePlayground(chat?.playground_id ?? first.playground_id, blueprints);
  if (body.metadataFilter) matcher(body.metadataFilter);
  const prompt: ComparisonPromptRow = {
    ...newRow(ctx),
    playground_id: first.playground_id,
    comparison_chat_id: chat?.id ?? null,
    text: body.text,
    metadata_filter: body.metadataFilter ?? null,
  };
  const answers = await answersOf(ctx, prompt, blueprints);
  const location = await submitPrompts(ctx, answers, pathOf(prompt.id), (tx) =>
    comparisonPromptStore(tx).insert(prompt),
  );
  return answer(202, { location, body: await getComparisonPrompt(ctx, prompt.id) });
}

/** More blueprints for a question that was asked, or an opinion on an answer. Whoever may read may judge. */
export async function changeComparisonPrompt(
  ctx: Ctx,
  id: string,
  { additionalLLMBlueprintIds: more, feedbackResult: feedback }: z.output<typeof ComparisonPromptChange>,
): Promise<Reply> {
  const prompt = await getComparisonPromptOrThrow(ctx, id, more?.length ? 'write' : 'read');
  const { organizationId, userId } = ctx.actor;
  const before = await answerStore(ctx.db.queries).ofComparisons(organizationId, [id]);
  if (feedback) {
    const { comparisonPromptResultId: resultId, feedbackMetadata } = feedback;
    const result = before.find((one) => one.id === resultId);
    if (result === undefined) refuse(GenaiProblems.noSuch, 'result', resultId, `genai/comparisonPrompts/${id}/`);
    await answerStore(ctx.db.queries).judge(organizationId, resultId, userId, feedbackMetadata.feedback === '1');
  }
  if (!more?.length) return answer(202, {});
  const blueprints = await getSavedBlueprints(ctx, more);
  requireOnePlayground(prompt.playground_id, blueprints);
  for (const blueprint of blueprints) {
    const again = before.some((one) => one.llm_blueprint_id === blueprint.id);
    if (again) refuse(ComparisonProblems.comparedAlready, blueprint.name);
  }
  const answers = await answersOf(ctx, prompt, blueprints);
  return answer(202, { location: await submitPrompts(ctx, answers, pathOf(id)) });
}

async function getSavedBlueprints(ctx: Ctx, ids: readonly string[]): Promise<readonly BlueprintRow[]> {
  const blueprints: BlueprintRow[] = [];
  for (const id of new Set(ids)) {
    const blueprint = await getBlueprintOrThrow(ctx, id, 'write');
    if (!blueprint.is_saved) refuse(ComparisonProblems.notSaved, blueprint.name);
    blueprints.push(blueprint);
  }
  return blueprints;
}

function requireOnePlayground(playgroundId: string, blueprints: readonly BlueprintRow[]): void {
  const stray = blueprints.some((one) => one.playground_id !== playgroundId);
  if (stray) refuse(ComparisonProblems.severalPlaygrounds);
}

async function answersOf(
  ctx: Ctx,
  prompt: ComparisonPromptRow,
  blueprints: readonly BlueprintRow[],
): Promise<NewAnswer[]> {
  const answers = blueprints.map(
    (blueprint): NewAnswer => ({
      ...newRow(ctx),
      playground_id: prompt.playground_id,
      llm_blueprint_id: blueprint.id,
      chat_id: null,
      comparison_prompt_id: prompt.id,
      text: prompt.text,
      llm_id: blueprint.llm_id ?? refuse(ChatProblems.noModel, blueprint.name),
      llm_settings: blueprint.llm_settings,
      vector_database_id: blueprint.vector_database_id,
      vector_database_settings: blueprint.vector_database_settings,
      metadata_filter: prompt.metadata_filter,
    }),
  );
  for (const one of answers) await checkContent(ctx, one);
  return answers;
}
