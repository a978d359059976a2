import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { catalogueOf } from '../catalogue/catalogue.ts';
import { usedVectorDatabases } from '../vector-databases/retrieve.ts';
import type { Blueprint, VectorDatabaseSettings } from './blueprint.schema.ts';
import type { NamedBlueprint } from './blueprint.store.ts';

type Record = z.infer<typeof Blueprint>;

/** With the names of what they use, which are kept elsewhere. */
export async function toBlueprints(ctx: Ctx, rows: readonly NamedBlueprint[]): Promise<Record[]> {
  const catalogue = await catalogueOf(ctx, ctx.actor.organizationId);
  const ids = rows.flatMap(({ vector_database_id: id }) => (id === null ? [] : [id]));
  const databases = await usedVectorDatabases(ctx, ids);
  return rows.map((row) => {
    const database = databases.get(row.vector_database_id ?? '');
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      isSaved: row.is_saved,
      isStarred: row.is_starred,
      playgroundId: row.playground_id,
      promptType: row.prompt_type,
      llmId: row.llm_id,
      llmName: row.llm_id === null ? null : (catalogue.find(row.llm_id)?.name ?? null),
      llmSettings: row.llm_settings,
      vectorDatabaseId: row.vector_database_id,
      vectorDatabaseSettings: row.vector_database_settings as z.infer<typeof VectorDatabaseSettings> | null,
      vectorDatabaseName: database?.name ?? null,
      vectorDatabaseStatus: database?.status ?? null,
      vectorDatabaseErrorMessage: database?.errorMessage ?? null,
      vectorDatabaseErrorResolution: null,
      customModelLLMValidationStatus: null,
      customModelLLMErrorMessage: null,
      customModelLLMErrorResolution: null,
      creationDate: row.created_at.toISOString(),
      creationUserId: row.created_by,
      creationUserName: row.user_name ?? '',
      lastUpdateDate: row.updated_at.toISOString(),
      lastUpdateUserId: row.updated_by,
    };
  });
}
