import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { NewAnswer } from '../answers/answer.store.ts';
import { submitPrompts } from '../answers/submit.ts';
import { getBlueprintOrThrow } from '../llm-blueprints/blueprints.ts';
import { checkContent } from '../llm-blueprints/check-content.ts';
import { matcher } from '../vector-databases/search/metadata-filter.rules.ts';
import { ChatProblems } from './chat.problems.ts';
import { type ChatPromptCreate, toChatPrompt } from './chat-prompt.schema.ts';
import { getChatOrThrow } from './chats.ts';
import { getChatPromptOrThrow } from './the-chat-prompt.ts';

/** Asks a blueprint, in a chat or outside of any. What is sent with the prompt counts for this prompt alone. */
export async function createChatPrompt(ctx: Ctx, body: z.output<typeof ChatPromptCreate>): Promise<Reply> {
  const chat = body.chatId ? await getChatOrThrow(ctx, body.chatId, 'write') : null;
  const blueprint = await getBlueprintOrThrow(ctx, chat?.llm_blueprint_id ?? body.llmBlueprintId ?? '', 'write');
  if (chat?.is_frozen) refuse(ChatProblems.frozen, chat.name);
  const now = ctx.now();
  const row: NewAnswer = {
    id: newId(now),
    organization_id: ctx.actor.organizationId,
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
    created_by: ctx.actor.userId,
    created_at: now,
  };
  await checkContent(ctx, row);
  if (row.metadata_filter !== null) matcher(row.metadata_filter);
  const path = `/api/v2/genai/chatPrompts/${row.id}/`;
  const location = await submitPrompts(ctx, [row], path);
  return answer(202, { location, body: toChatPrompt(await getChatPromptOrThrow(ctx, row.id, 'read')) });
}
