import type { z } from 'zod';
import { type Need, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { GenaiProblems } from '../genai.problems.ts';
import { type Asked, inPlayground, PLAYGROUND, requireInside } from '../playgrounds/playground.kind.ts';
import { BlueprintProblems } from './blueprint.problems.ts';
import { toBlueprints } from './blueprint.record.ts';
import type { BlueprintChange, BlueprintQuery } from './blueprint.schema.ts';
import { blueprintStore, type NamedBlueprint } from './blueprint.store.ts';
import { checkContent } from './check-content.ts';

/** The blueprint, for whoever may do that much with its playground. */
export async function getBlueprintOrThrow(
  ctx: Ctx,
  id: string,
  need: Need,
  /** What was asked for, when it was not the blueprint itself. */
  asked: Asked = { what: 'LLM blueprint', id, listedAt: 'genai/llmBlueprints/' },
): Promise<NamedBlueprint> {
  const row = await blueprintStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  if (row === undefined) return refuse(GenaiProblems.noSuch, asked.what, asked.id, asked.listedAt);
  await requireInside(ctx, row.playground_id, need, asked);
  return row;
}

export const shownBlueprint = async (ctx: Ctx, id: string) => {
  const [shown] = await toBlueprints(ctx, [await getBlueprintOrThrow(ctx, id, 'read')]);
  return shown;
};

export async function listBlueprints(ctx: Ctx, url: string, query: z.output<typeof BlueprintQuery>) {
  if (query.playgroundId !== undefined) await inPlayground(ctx, query.playgroundId, 'read');
  const filter = { ...query, vectorDatabaseIds: query.vectorDatabaseIds ?? query.vectorDatabases };
  const { rows, total } = await blueprintStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    visibleTo(ctx, PLAYGROUND),
    filter,
    query,
  );
  return page(ctx.links, url, query, await toBlueprints(ctx, rows), total);
}

const CONTENT = ['llmId', 'llmSettings', 'promptType', 'vectorDatabaseId', 'vectorDatabaseSettings'] as const;

export async function changeBlueprint(ctx: Ctx, id: string, body: z.output<typeof BlueprintChange>) {
  const { user_name: _, ...before } = await getBlueprintOrThrow(ctx, id, 'write');
  const changesContent = CONTENT.some((field) => body[field] !== undefined);
  if (before.is_saved && changesContent) refuse(BlueprintProblems.saved, before.name);
  if (before.is_saved && body.isSaved === false) refuse(BlueprintProblems.staysSaved, before.name);
  // Null removes, absent leaves; a name and a flag cannot be removed.
  const kept = <Value>(said: Value | null | undefined, old: Value | null) => (said === undefined ? old : said);
  const after = {
    ...before,
    name: body.name ?? before.name,
    description: body.description ?? before.description,
    is_saved: body.isSaved ?? before.is_saved,
    is_starred: body.isStarred ?? before.is_starred,
    prompt_type: body.promptType ?? before.prompt_type,
    llm_id: kept(body.llmId, before.llm_id),
    llm_settings: kept(body.llmSettings, before.llm_settings),
    vector_database_id: kept(body.vectorDatabaseId, before.vector_database_id),
    vector_database_settings: kept(body.vectorDatabaseSettings, before.vector_database_settings),
    updated_by: ctx.actor.userId,
    updated_at: ctx.now(),
  };
  if (changesContent) await checkContent(ctx, after);
  await ctx.db.transaction(async (tx) => {
    await blueprintStore(tx).save(after);
    if (changesContent) await blueprintStore(tx).freezeChats(ctx.actor.organizationId, id);
  });
  return shownBlueprint(ctx, id);
}

/** With its chats. Calls that were counted stay counted. */
export async function deleteBlueprint(ctx: Ctx, id: string): Promise<Reply> {
  await getBlueprintOrThrow(ctx, id, 'write');
  await blueprintStore(ctx.db.queries).delete(ctx.actor.organizationId, id);
  return noContent();
}
