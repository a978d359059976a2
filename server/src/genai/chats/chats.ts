import type { z } from 'zod';
import { type Need, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, conflict, refuse, unprocessable } from '#platform/http/problem.ts';
import { answer, created, noContent, type Reply } from '#platform/http/reply.ts';
import { newRow } from '#platform/new-row.ts';
import { GenaiProblems } from '../genai.problems.ts';
import type { AnswerRow } from '../genai.tables.ts';
import type { BlueprintFromPrompt } from '../playgrounds/blueprint.schema.ts';
import { checkContent, getBlueprintOrThrow, insertBlueprint } from '../playgrounds/blueprints.ts';
import { inPlayground, PLAYGROUND, requireInside } from '../playgrounds/playgrounds.ts';
import { matcher } from '../vector-databases/search/metadata-filter.rules.ts';
import { answerStore, type NewAnswer } from './answer.store.ts';
import {
  type ChatCreate,
  type ChatPromptChange,
  type ChatPromptCreate,
  type ChatPromptQuery,
  type ChatQuery,
  toChat,
  toChatPrompt,
} from './chat.schema.ts';
import { type CountedChat, chatStore } from './chat.store.ts';
import { submitPrompts } from './submit-prompts.ts';

export const ChatProblems = catalogue({
  frozen: conflict(
    'genai.chat_frozen',
    (name: string) =>
      `The chat ${JSON.stringify(name)} was held with other settings of its LLM blueprint and cannot be continued. ` +
      'Begin a new one with POST genai/chats/.',
  ),
  noModel: unprocessable(
    'genai.no_model',
    (name: string) =>
      `The LLM blueprint ${JSON.stringify(name)} names no model. Set its llmId, or send llmId with the prompt.`,
  ),
});

/** The chat, for whoever may do that much with its playground. */
async function getChatOrThrow(ctx: Ctx, id: string, need: Need): Promise<CountedChat> {
  const row = await chatStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  const asked = { what: 'chat', id, listedAt: 'genai/chats/' };
  if (row === undefined) return refuse(GenaiProblems.noSuch, asked.what, id, asked.listedAt);
  await getBlueprintOrThrow(ctx, row.llm_blueprint_id, need, asked);
  return row;
}

export const getChat = async (ctx: Ctx, id: string) => toChat(await getChatOrThrow(ctx, id, 'read'));

export async function listChats(ctx: Ctx, url: string, query: z.output<typeof ChatQuery>) {
  if (query.llmBlueprintId !== undefined) await getBlueprintOrThrow(ctx, query.llmBlueprintId, 'read');
  const playgrounds = visibleTo(ctx, PLAYGROUND);
  const store = chatStore(ctx.db.queries);
  const { rows, total } = await store.page(ctx.actor.organizationId, playgrounds, query.llmBlueprintId, query);
  return page(ctx.links, url, query, rows.map(toChat), total);
}

export async function createChat(ctx: Ctx, body: z.output<typeof ChatCreate>): Promise<Reply> {
  await getBlueprintOrThrow(ctx, body.llmBlueprintId, 'write');
  const row = { ...newRow(ctx), llm_blueprint_id: body.llmBlueprintId, name: body.name, is_frozen: false };
  await chatStore(ctx.db.queries).insert(row);
  return created(`/api/v2/genai/chats/${row.id}/`, await getChat(ctx, row.id));
}

export async function renameChat(ctx: Ctx, id: string, name: string) {
  await getChatOrThrow(ctx, id, 'write');
  await chatStore(ctx.db.queries).rename(ctx.actor.organizationId, id, name);
  return getChat(ctx, id);
}

/** With its prompts. Calls that were counted stay counted. */
export async function deleteChat(ctx: Ctx, id: string): Promise<Reply> {
  await getChatOrThrow(ctx, id, 'write');
  await chatStore(ctx.db.queries).delete(ctx.actor.organizationId, id);
  return noContent();
}

export const getChatPrompt = async (ctx: Ctx, id: string) => toChatPrompt(await getChatPromptOrThrow(ctx, id, 'read'));

export async function listChatPrompts(ctx: Ctx, url: string, query: z.output<typeof ChatPromptQuery>) {
  const { playgroundId, llmBlueprintId, chatId } = query;
  if (playgroundId !== undefined) await inPlayground(ctx, playgroundId, 'read');
  if (llmBlueprintId !== undefined) await getBlueprintOrThrow(ctx, llmBlueprintId, 'read');
  if (chatId !== undefined) await getChatOrThrow(ctx, chatId, 'read');
  const playgrounds = visibleTo(ctx, PLAYGROUND);
  const { rows, total } = await answerStore(ctx.db.queries).page(ctx.actor.organizationId, playgrounds, query);
  return page(ctx.links, url, query, rows.map(toChatPrompt), total);
}

/** An opinion, or figures somebody worked out; those of the same name are replaced. Whoever may read may judge. */
export async function changeChatPrompt(ctx: Ctx, id: string, body: z.output<typeof ChatPromptChange>) {
  const { customMetrics, feedbackMetadata } = body;
  const { actor, db } = ctx;
  await getChatPromptOrThrow(ctx, id, customMetrics ? 'write' : 'read');
  await db.transaction(async (tx) => {
    const store = answerStore(tx);
    const positive = feedbackMetadata?.feedback === '1';
    if (feedbackMetadata) await store.judge(actor.organizationId, id, actor.userId, positive);
    if (!customMetrics) return;
    const before = await store.metricsToChange(actor.organizationId, id);
    const others = before.filter((old) => !customMetrics.some(({ name }) => name === old.name));
    await store.setMetrics(actor.organizationId, id, [...others, ...customMetrics]);
  });
  return getChatPrompt(ctx, id);
}

/** The call it was stays counted. */
export async function deleteChatPrompt(ctx: Ctx, id: string): Promise<Reply> {
  await getChatPromptOrThrow(ctx, id, 'write');
  await answerStore(ctx.db.queries).delete(ctx.actor.organizationId, id);
  return noContent();
}

/** The chat prompt, for whoever may do that much with its playground. */
async function getChatPromptOrThrow(ctx: Ctx, id: string, need: Need): Promise<AnswerRow> {
  const row = await answerStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  const prompt = row?.comparison_prompt_id === null ? row : undefined;
  return requireInside(ctx, prompt, need, { what: 'chat prompt', id, listedAt: 'genai/chatPrompts/' });
}

/** Asks a blueprint, in a chat or outside of any. What is sent with the prompt counts for this prompt alone. */
export async function createChatPrompt(ctx: Ctx, body: z.output<typeof ChatPromptCreate>): Promise<Reply> {
  const chat = body.chatId ? await getChatOrThrow(ctx, body.chatId, 'write') : null;
  const blueprint = await getBlueprintOrThrow(ctx, chat?.llm_blueprint_id ?? body.llmBlueprintId ?? '', 'write');
  if (chat?.is_frozen) refuse(ChatProblems.frozen, chat.name);
  const row: NewAnswer = {
    ...newRow(ctx),
    playground_id: blueprint.playground_id,
    llm_blueprint_id: blueprint.id,
    chat_id: chat?.id ?? null,
    comparison_prompt_id: null,
    text: body.text,
    llm_id: body.llmId ?? blueprint.llm_id ?? refuse(ChatProblems.noModel, blueprint.name),
    llm_settings: body.llmSettings ?? blueprint.llm_settings,
    vector_database_id: body.vectorDatabaseId ?? blueprint.vector_database_id,
    vector_database_settings: body.vectorDatabaseSettings ?? blueprint.vector_database_settings,
    metadata_filter: body.metadataFilter ?? null,
  };
  await checkContent(ctx, row);
  if (row.metadata_filter !== null) matcher(row.metadata_filter);
  const path = `/api/v2/genai/chatPrompts/${row.id}/`;
  const location = await submitPrompts(ctx, [row], path);
  return answer(202, { location, body: toChatPrompt(await getChatPromptOrThrow(ctx, row.id, 'read')) });
}

/** A draft that asks as a prompt was asked, with whatever was set for that prompt alone. */
export async function blueprintFromPrompt(ctx: Ctx, body: z.output<typeof BlueprintFromPrompt>): Promise<Reply> {
  const prompt = await getChatPromptOrThrow(ctx, body.chatPromptId, 'write');
  const blueprint = await getBlueprintOrThrow(ctx, prompt.llm_blueprint_id, 'write');
  return insertBlueprint(ctx, body, {
    ...prompt,
    playground_id: blueprint.playground_id,
    prompt_type: blueprint.prompt_type,
  });
}
