import type { z } from 'zod';
import { visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { answerStore } from '../answers/answer.store.ts';
import { getBlueprintOrThrow } from '../llm-blueprints/blueprints.ts';
import { inPlayground, PLAYGROUND } from '../playgrounds/playground.kind.ts';
import { type ChatPromptChange, type ChatPromptQuery, toChatPrompt } from './chat-prompt.schema.ts';
import { getChatOrThrow } from './chats.ts';
import { getChatPromptOrThrow } from './the-chat-prompt.ts';

export const getChatPrompt = async (ctx: Ctx, id: string) => toChatPrompt(await getChatPromptOrThrow(ctx, id, 'read'));

export async function listChatPrompts(ctx: Ctx, url: string, query: z.output<typeof ChatPromptQuery>) {
  const { playgroundId, llmBlueprintId, chatId } = query;
  if (playgroundId !== undefined) await inPlayground(ctx, playgroundId, 'read');
  if (llmBlueprintId !== undefined) await getBlueprintOrThrow(ctx, llmBlueprintId, 'read');
  if (chatId !== undefined) await getChatOrThrow(ctx, chatId, 'read');
  const { rows, total } = await answerStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    visibleTo(ctx, PLAYGROUND),
    query,
    query,
  );
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
