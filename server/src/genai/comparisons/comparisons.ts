import type { z } from 'zod';
import { type Need, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, conflict, refuse, unprocessable } from '#platform/http/problem.ts';
import { answer, created, noContent, type Reply } from '#platform/http/reply.ts';
import { newRow } from '#platform/new-row.ts';
import { answerStore, type NewAnswer } from '../chats/answer.store.ts';
import { ChatProblems } from '../chats/chats.ts';
import { submitPrompts } from '../chats/submit-prompts.ts';
import { GenaiProblems } from '../genai.problems.ts';
import type { BlueprintRow, ComparisonChatRow, ComparisonPromptRow } from '../genai.tables.ts';
import { checkContent, getBlueprintOrThrow } from '../playgrounds/blueprints.ts';
import { inPlayground, PLAYGROUND, requireInside } from '../playgrounds/playgrounds.ts';
import { matcher } from '../vector-databases/search/metadata-filter.rules.ts';
import {
  type ComparisonChatCreate,
  type ComparisonChatQuery,
  type ComparisonPromptChange,
  type ComparisonPromptCreate,
  type ComparisonPromptQuery,
  toComparisonChat,
  toComparisonPrompt,
} from './comparison.schema.ts';
import { comparisonChatStore, comparisonPromptStore } from './comparison.store.ts';

const ComparisonProblems = catalogue({
  notSaved: unprocessable(
    'genai.blueprint_not_saved',
    (name: string) =>
      `The LLM blueprint ${JSON.stringify(name)} is a draft. Only saved ones are compared: PATCH it with isSaved true.`,
  ),
  severalPlaygrounds: unprocessable(
    'genai.several_playgrounds',
    () => 'LLM blueprints that are compared, and the comparison chat, must lie in one playground.',
  ),
  comparedAlready: conflict(
    'genai.compared_already',
    (name: string) => `The LLM blueprint ${JSON.stringify(name)} has answered this comparison prompt already.`,
  ),
});

async function getComparisonChatOrThrow(ctx: Ctx, id: string, need: Need): Promise<ComparisonChatRow> {
  const row = await comparisonChatStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return requireInside(ctx, row, need, { what: 'comparison chat', id, listedAt: 'genai/comparisonChats/' });
}

export const getComparisonChat = async (ctx: Ctx, id: string) =>
  toComparisonChat(await getComparisonChatOrThrow(ctx, id, 'read'));

export async function listComparisonChats(ctx: Ctx, url: string, query: z.output<typeof ComparisonChatQuery>) {
  if (query.playgroundId !== undefined) await inPlayground(ctx, query.playgroundId, 'read');
  const playgrounds = visibleTo(ctx, PLAYGROUND);
  const store = comparisonChatStore(ctx.db.queries);
  const { rows, total } = await store.page(ctx.actor.organizationId, playgrounds, query.playgroundId, query);
  return page(ctx.links, url, query, rows.map(toComparisonChat), total);
}

export async function createComparisonChat(ctx: Ctx, body: z.output<typeof ComparisonChatCreate>): Promise<Reply> {
  await inPlayground(ctx, body.playgroundId, 'write');
  const row: ComparisonChatRow = { ...newRow(ctx), playground_id: body.playgroundId, name: body.name };
  await comparisonChatStore(ctx.db.queries).insert(row);
  return created(`/api/v2/genai/comparisonChats/${row.id}/`, toComparisonChat(row));
}

export async function renameComparisonChat(ctx: Ctx, id: string, name: string) {
  await getComparisonChatOrThrow(ctx, id, 'write');
  await comparisonChatStore(ctx.db.queries).rename(ctx.actor.organizationId, id, name);
  return getComparisonChat(ctx, id);
}

export async function deleteComparisonChat(ctx: Ctx, id: string): Promise<Reply> {
  await getComparisonChatOrThrow(ctx, id, 'write');
  await comparisonChatStore(ctx.db.queries).delete(ctx.actor.organizationId, id);
  return noContent();
}

async function getComparisonPromptOrThrow(ctx: Ctx, id: string, need: Need): Promise<ComparisonPromptRow> {
  const row = await comparisonPromptStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return requireInside(ctx, row, need, { what: 'comparison prompt', id, listedAt: 'genai/comparisonPrompts/' });
}

export async function getComparisonPrompt(ctx: Ctx, id: string) {
  const row = await getComparisonPromptOrThrow(ctx, id, 'read');
  return toComparisonPrompt(row, await answerStore(ctx.db.queries).ofComparisons(ctx.actor.organizationId, [id]));
}

export async function listComparisonPrompts(ctx: Ctx, url: string, query: z.output<typeof ComparisonPromptQuery>) {
  if (query.comparisonChatId !== undefined) await getComparisonChatOrThrow(ctx, query.comparisonChatId, 'read');
  const { organizationId } = ctx.actor;
  const store = comparisonPromptStore(ctx.db.queries);
  const { rows, total } = await store.page(organizationId, visibleTo(ctx, PLAYGROUND), query);
  const ids = rows.map(({ id }) => id);
  const answers = await answerStore(ctx.db.queries).ofComparisons(organizationId, ids);
  const shown = rows.map((row) => toComparisonPrompt(row, answers));
  return page(ctx.links, url, query, shown, total);
}

/** The calls it was stay counted. */
export async function deleteComparisonPrompt(ctx: Ctx, id: string): Promise<Reply> {
  await getComparisonPromptOrThrow(ctx, id, 'write');
  await comparisonPromptStore(ctx.db.queries).delete(ctx.actor.organizationId, id);
  return noContent();
}

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
