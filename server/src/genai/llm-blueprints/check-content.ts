import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { CatalogueProblems } from '../catalogue/catalogue.problems.ts';
import { catalogueOf } from '../catalogue/catalogue.ts';
import { GenaiProblems } from '../genai.problems.ts';
import type { Settings } from '../genai.tables.ts';
import { usedVectorDatabases } from '../vector-databases/retrieve.ts';
import { settingsOf, wrongSettings } from './llm-settings.rules.ts';

/** What a model is asked with. */
export interface Content {
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
