import { z } from 'zod';
import { addNewToUseCase, requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { requireCredential } from '../../data-stores/credentials.ts';
import { DatasetProblems } from '../../versions/dataset.problems.ts';
import { datasetStore } from '../../versions/dataset.store.ts';
import { DATASET, datasetResource } from '../../versions/find-version.ts';
import { insertDataset, insertRunningVersion, type MadeVersion, newVersionOf } from '../../versions/make-version.ts';
import { versionEndings } from '../../versions/version-ending.store.ts';
import { recipeFor, writableUseCase } from '../recipe.access.ts';
import type { RecipeRecord } from '../recipe.store.ts';
import { findInputs } from '../run/inputs.ts';
import { publishJob } from './publish.job.ts';
import { contentOf, refuseUnready } from './publish.rules.ts';

const Category = z.enum(['TRAINING', 'PREDICTION', 'SAMPLE']);

export const Publication = z.strictObject({
  recipeId: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(255).nullish(),
  // The result is always kept: both may be said, neither may be refused.
  doSnapshot: z.literal(true, 'The result of a recipe is always kept: send true or leave this out').nullish(),
  persistDataAfterIngestion: z
    .literal(true, 'The result of a recipe is always kept: send true or leave this out')
    .nullish(),
  categories: z.union([Category.transform((one) => [one]), z.array(Category).max(3)]).nullish(),
  credentialId: z.string().min(1).max(64).nullish(),
  useKerberos: z.literal(false, 'Kerberos is not offered: send false or leave this out').nullish(),
  materializationDestination: z
    .null('Writing back to a data store is not offered: the result becomes a dataset')
    .optional(),
});

export const PublishedVersion = z.strictObject({
  catalogId: z.string(),
  catalogVersionId: z.string(),
  statusId: z.string(),
});

type Body = z.output<typeof Publication>;

/** The result becomes a dataset of its own, which belongs to the caller. */
export async function publishRecipe(ctx: Ctx, body: Body): Promise<Reply> {
  const recipe = await publishable(ctx, body.recipeId);
  const useCaseId = await writableUseCase(ctx, recipe.use_case_id);
  const now = ctx.now();
  const made = newVersionOf(now);
  return begin(ctx, recipe, body, made, async (tx) => {
    const dataset = { name: body.name ?? recipe.name, visible: true, categories: body.categories ?? [] };
    await insertDataset(tx, ctx.actor, now, made.datasetId, dataset);
    if (useCaseId !== null) await addNewToUseCase(tx, ctx.actor, now, useCaseId, datasetResource(made.datasetId));
  });
}

/** The result becomes the next version of a dataset. */
export async function publishAsVersion(ctx: Ctx, datasetId: string, body: Body): Promise<Reply> {
  await requireRole(ctx, datasetResource(datasetId), 'write');
  const dataset = await datasetStore(ctx.db.queries).byId(ctx.actor.organizationId, datasetId);
  if (dataset === undefined) refuse(DatasetProblems.noSuchDataset, datasetId);
  if (dataset.deleted_at !== null) refuse(DatasetProblems.deleted, datasetId);
  const recipe = await publishable(ctx, body.recipeId);
  return begin(ctx, recipe, body, newVersionOf(ctx.now(), datasetId), async () => undefined);
}

async function publishable(ctx: Ctx, id: string): Promise<RecipeRecord> {
  const recipe = await recipeFor(ctx, id, 'write');
  refuseUnready(recipe);
  await findInputs(ctx, recipe.inputs);
  return recipe;
}

async function begin(
  ctx: Ctx,
  recipe: RecipeRecord,
  { credentialId, name }: Body,
  made: MadeVersion,
  before: (tx: Tx) => Promise<void>,
): Promise<Reply> {
  await requireCredential(ctx, credentialId);
  const { actor } = ctx;
  const { datasetId, versionId } = made;
  const statusId = await ctx.db.transaction(async (tx) => {
    await before(tx);
    const fileName = `${name ?? recipe.name}.csv`;
    const source = { type: 'recipe', uri: `recipe:${recipe.id}`, fileName, recipeId: recipe.id } as const;
    await insertRunningVersion(tx, { actor, now: ctx.now() }, made, source, null);
    const input = {
      ...{ recipeId: recipe.id, content: contentOf(recipe), datasetId, versionId },
      ...(credentialId ? { credentialId } : {}),
    };
    const about = { type: DATASET.type, id: datasetId };
    const description = `Publication of the recipe ${recipe.name}`;
    const jobId = await ctx.jobs.enqueue(tx, publishJob, input, { actor, description, type: 'Dataset', about });
    await versionEndings(tx).belongsTo(versionId, jobId);
    return jobId;
  });
  return accepted(statusId, { catalogId: datasetId, catalogVersionId: versionId });
}
