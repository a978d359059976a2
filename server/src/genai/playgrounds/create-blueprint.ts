import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newEditableRow } from '#platform/new-row.ts';
import type { BlueprintRow } from '../genai.tables.ts';
import type { BlueprintCopy, BlueprintCreate } from './blueprint.schema.ts';
import { blueprintStore } from './blueprint.store.ts';
import { type Content, checkContent, getBlueprintOrThrow, shownBlueprint } from './blueprints.ts';
import { inPlayground } from './playground.kind.ts';

export async function createBlueprint(ctx: Ctx, body: z.output<typeof BlueprintCreate>): Promise<Reply> {
  await inPlayground(ctx, body.playgroundId, 'write');
  const content: Content = {
    llm_id: body.llmId ?? null,
    llm_settings: body.llmSettings ?? null,
    vector_database_id: body.vectorDatabaseId ?? null,
    vector_database_settings: body.vectorDatabaseSettings ?? null,
  };
  await checkContent(ctx, content);
  const { playgroundId, promptType } = body;
  return insertBlueprint(ctx, body, {
    ...content,
    playground_id: playgroundId,
    prompt_type: promptType ?? 'CHAT_HISTORY_AWARE',
  });
}

/** A draft that does what another blueprint does, saved or not. */
export async function copyBlueprint(ctx: Ctx, body: z.output<typeof BlueprintCopy>): Promise<Reply> {
  return insertBlueprint(ctx, body, await getBlueprintOrThrow(ctx, body.llmBlueprintId, 'write'));
}

export async function insertBlueprint(
  ctx: Ctx,
  { name, description }: { readonly name: string; readonly description?: string | null | undefined },
  from: Content & Pick<BlueprintRow, 'playground_id' | 'prompt_type'>,
): Promise<Reply> {
  const row: BlueprintRow = {
    ...newEditableRow(ctx),
    playground_id: from.playground_id,
    name,
    description: description ?? '',
    is_saved: false,
    is_starred: false,
    prompt_type: from.prompt_type,
    llm_id: from.llm_id,
    llm_settings: from.llm_settings,
    vector_database_id: from.vector_database_id,
    vector_database_settings: from.vector_database_settings,
  };
  await blueprintStore(ctx.db.queries).insert(row);
  return created(`/api/v2/genai/llmBlueprints/${row.id}/`, await shownBlueprint(ctx, row.id));
}
