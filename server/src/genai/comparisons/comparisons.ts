import type { z } from 'zod';
import { type Need, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { catalogue } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newRow } from '#platform/new-row.ts';
import { answerStore } from '../chats/answer.store.ts';
import type { ComparisonChatRow, ComparisonPromptRow } from '../genai.tables.ts';
import { inPlayground, PLAYGROUND, requireInside } from '../playgrounds/playground.kind.ts';
import {
  type ComparisonChatCreate,
  type ComparisonChatQuery,
  type ComparisonPromptQuery,
  toComparisonChat,
  toComparisonPrompt,
} from './comparison.schema.ts';
import { comparisonChatStore, comparisonPromptStore } from './comparison.store.ts';

export const ComparisonProblems = catalogue({
  notSaved: {
    status: 422,
    code: 'genai.blueprint_not_saved',
    message: (name: string) =>
      `The LLM blueprint ${JSON.stringify(name)} is a draft. Only saved ones are compared: PATCH it with isSaved true.`,
  },
  severalPlaygrounds: {
    status: 422,
    code: 'genai.several_playgrounds',
    message: () => 'LLM blueprints that are compared, and the comparison chat, must lie in one playground.',
  },
  comparedAlready: {
    status: 409,
    code: 'genai.compared_already',
    message: (name: string) => `The LLM blueprint ${JSON.stringify(name)} has answered this comparison prompt already.`,
  },
});

export async function getComparisonChatOrThrow(ctx: Ctx, id: string, need: Need): Promise<ComparisonChatRow> {
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

export async function getComparisonPromptOrThrow(ctx: Ctx, id: string, need: Need): Promise<ComparisonPromptRow> {
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
