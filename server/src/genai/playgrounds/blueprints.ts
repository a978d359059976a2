import type { z } from 'zod';
import { type Need, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, conflict, invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newEditableRow } from '#platform/new-row.ts';
import { CatalogueProblems } from '../catalogue/catalogue.problems.ts';
import { catalogueOf } from '../catalogue/catalogue.ts';
import { settingsOf, wrongSettings } from '../catalogue/llm-settings.rules.ts';
import { GenaiProblems } from '../genai.problems.ts';
import { creationOf, updateOf } from '../genai.schema.ts';
import type { BlueprintRow, Settings } from '../genai.tables.ts';
import { usedVectorDatabases } from '../vector-databases/retrieve.ts';
import type { VectorDatabaseSettings } from '../vector-databases/vector-database.schema.ts';
import type { Blueprint, BlueprintChange, BlueprintCopy, BlueprintCreate, BlueprintQuery } from './blueprint.schema.ts';
import { blueprintStore, type NamedBlueprint } from './blueprint.store.ts';
import { type Asked, inPlayground, PLAYGROUND, requireInside } from './playgrounds.ts';

const BlueprintProblems = catalogue({
  saved: conflict(
    'genai.blueprint_saved',
    (name: string) =>
      `The LLM blueprint ${JSON.stringify(name)} is saved, so what it does stays as it is. Copy it with ` +
      'POST genai/llmBlueprints/fromLLMBlueprint/ and change the copy.',
  ),
  staysSaved: conflict(
    'genai.blueprint_stays_saved',
    (name: string) => `The LLM blueprint ${JSON.stringify(name)} is saved and cannot become a draft again.`,
  ),
});

/** The blueprint, for whoever may do that much with its playground. */
export async function getBlueprintOrThrow(
  ctx: Ctx,
  id: string,
  need: Need,
  /** What was asked for, when it was not the blueprint itself. */
  asked: Asked = { what: 'LLM blueprint', id, listedAt: 'genai/llmBlueprints/' },
): Promise<NamedBlueprint> {
  const row = await blueprintStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return requireInside(ctx, row, need, asked);
}

export const shownBlueprint = async (ctx: Ctx, id: string) => {
  const [shown] = await toBlueprints(ctx, [await getBlueprintOrThrow(ctx, id, 'read')]);
  return shown;
};

export async function listBlueprints(ctx: Ctx, url: string, query: z.output<typeof BlueprintQuery>) {
  if (query.playgroundId !== undefined) await inPlayground(ctx, query.playgroundId, 'read');
  const filter = { ...query, vectorDatabaseIds: query.vectorDatabaseIds ?? query.vectorDatabases };
  const playgrounds = visibleTo(ctx, PLAYGROUND);
  const { rows, total } = await blueprintStore(ctx.db.queries).page(ctx.actor.organizationId, playgrounds, filter);
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

type Record = z.infer<typeof Blueprint>;

/** With the names of what they use, which are kept elsewhere. */
async function toBlueprints(ctx: Ctx, rows: readonly NamedBlueprint[]): Promise<Record[]> {
  const catalogue = await catalogueOf(ctx, ctx.actor.organizationId);
  const ids = rows.flatMap(({ vector_database_id: id }) => (id === null ? [] : [id]));
  const databases = await usedVectorDatabases(ctx, ids);
  return rows.map((row) => {
    const database = databases.get(row.vector_database_id ?? '');
    return {
      ...apiFields(row, 'id', 'name', 'description', 'is_saved', 'is_starred', 'playground_id', 'prompt_type'),
      ...apiFields(row, 'llm_id', 'llm_settings', 'vector_database_id'),
      llmName: row.llm_id === null ? null : (catalogue.find(row.llm_id)?.name ?? null),
      vectorDatabaseSettings: row.vector_database_settings as z.infer<typeof VectorDatabaseSettings> | null,
      vectorDatabaseName: database?.name ?? null,
      vectorDatabaseStatus: database?.status ?? null,
      vectorDatabaseErrorMessage: database?.errorMessage ?? null,
      vectorDatabaseErrorResolution: null,
      customModelLLMValidationStatus: null,
      customModelLLMErrorMessage: null,
      customModelLLMErrorResolution: null,
      ...creationOf(row),
      creationUserName: row.user_name ?? '',
      ...updateOf(row),
    };
  });
}

/** What a model is asked with. */
interface Content {
  readonly llm_id: string | null;
  readonly llm_settings: Settings | null;
  readonly vector_database_id: string | null;
  readonly vector_database_settings: Settings | null;
}

/** The model exists and takes these settings; the vector database exists and the caller may use it. */
export async function checkContent(ctx: Ctx, content: Content): Promise<void> {
  const { llm_id: llmId, llm_settings: settings, vector_database_id: databaseId } = content;
  if (llmId !== null) {
    const catalogue = await catalogueOf(ctx, ctx.actor.organizationId);
    const known = catalogue.entries.map((one) => one.llmId);
    const llm = catalogue.find(llmId) ?? refuse(CatalogueProblems.noSuchLlm, llmId, known);
    const wrong = wrongSettings(settings ?? {}, settingsOf(llm.maxCompletionTokens));
    if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
  } else if (settings !== null && Object.keys(settings).length > 0) {
    throw invalidFields({ llmSettings: 'Settings are those of a model: send llmId too' });
  }
  if (databaseId === null) return;
  const databases = await usedVectorDatabases(ctx, [databaseId]);
  if (!databases.has(databaseId)) refuse(GenaiProblems.noSuch, 'vector database', databaseId, 'genai/vectorDatabases/');
}

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
