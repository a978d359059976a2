import type { z } from 'zod';
import { type Need, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newRow } from '#platform/new-row.ts';
import { GenaiProblems } from '../genai.problems.ts';
import { getBlueprintOrThrow } from '../playgrounds/blueprints.ts';
import { PLAYGROUND } from '../playgrounds/playground.kind.ts';
import { type ChatCreate, type ChatQuery, toChat } from './chat.schema.ts';
import { type CountedChat, chatStore } from './chat.store.ts';

export const ChatProblems = catalogue({
  frozen: {
    status: 409,
    code: 'genai.chat_frozen',
    message: (name: string) =>
      `The chat ${JSON.stringify(name)} was held with other settings of its LLM blueprint and cannot be continued. ` +
      'Begin a new one with POST genai/chats/.',
  },
  noModel: {
    status: 422,
    code: 'genai.no_model',
    message: (name: string) =>
      `The LLM blueprint ${JSON.stringify(name)} names no model. Set its llmId, or send llmId with the prompt.`,
  },
});

/** The chat, for whoever may do that much with its playground. */
export async function getChatOrThrow(ctx: Ctx, id: string, need: Need): Promise<CountedChat> {
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
