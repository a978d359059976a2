import { z } from 'zod';
import { freezeTextModel } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { ignored } from '#platform/http/ignored.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { noteDone } from '#platform/jobs/note-done.ts';
import { catalogueOf } from '../catalogue/catalogue.ts';
import { checkContent, getBlueprintOrThrow } from '../playgrounds/blueprints.ts';
import { usedVectorDatabases } from '../vector-databases/retrieve.ts';
import { DeployedProblems } from './deployed.problems.ts';

const column = z.string().min(1).max(512).nullish();
const id = z.string().min(1).max(64).nullish();
const SERVED_HERE = 'Vector databases are served by the installation itself';

export const CustomModelVersionCreate = z.strictObject({
  llmBlueprintId: z.string().min(1).max(64),
  promptColumnName: column,
  targetColumnName: column,
  llmTestConfigurationIds: z.array(z.string()).nullish(),
  defaultPredictionServerId: ignored(id, SERVED_HERE),
  predictionEnvironmentId: ignored(id, SERVED_HERE),
  vectorDatabaseResources: ignored(
    z
      .strictObject({
        maximumMemory: z.int().nullish(),
        resourceBundleId: id,
        replicas: z.int().nullish(),
        networkEgressPolicy: z.string().nullish(),
      })
      .nullish(),
    SERVED_HERE,
  ),
});

export const Started = z.strictObject({ statusId: z.string() });

/** Freezes what a blueprint does, so that it can be registered and deployed. Later changes of it change nothing there. */
export async function registerBlueprint(ctx: Ctx, body: z.output<typeof CustomModelVersionCreate>): Promise<Reply> {
  const blueprint = await getBlueprintOrThrow(ctx, body.llmBlueprintId, 'write');
  if (body.llmTestConfigurationIds?.length) {
    throw invalidFields({ llmTestConfigurationIds: 'LLM tests are not offered. Leave them out' });
  }
  const { llm_id: llmId, vector_database_id: databaseId, vector_database_settings: databaseSettings } = blueprint;
  if (llmId === null) return refuse(DeployedProblems.noModel, blueprint.name);
  await checkContent(ctx, blueprint);
  if (databaseId !== null) {
    const used = (await usedVectorDatabases(ctx, [databaseId])).get(databaseId);
    if (used !== undefined && used.status !== 'COMPLETED') refuse(DeployedProblems.notBuilt, used.name, used.status);
  }
  const entry = (await catalogueOf(ctx, ctx.actor.organizationId)).find(llmId);
  const { actor } = ctx;
  const made = {
    sourceId: blueprint.id,
    name: blueprint.name,
    description: blueprint.description,
    modelType: entry?.name ?? llmId,
    promptName: body.promptColumnName ?? 'promptText',
    targetName: body.targetColumnName ?? 'resultText',
    textModel: {
      llmId,
      llmSettings: blueprint.llm_settings,
      vectorDatabaseId: databaseId,
      vectorDatabaseSettings: databaseSettings,
    },
  };
  const statusId = await ctx.db.transaction(async (tx) => {
    const location = await freezeTextModel(ctx, tx, made);
    const description = `Registering ${blueprint.name}`;
    return noteDone(tx, { kind: 'genai.custom-model-version', actor, location, description });
  });
  return answer(202, { location: `/api/v2/genai/status/${statusId}/`, body: { statusId } });
}
