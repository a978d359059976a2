import { z } from 'zod';
import type { JobKind } from '#platform/context.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { makeVersion } from '../../versions/ingest-version.ts';
import { versionStore } from '../../versions/version.store.ts';
import { recipeFor } from '../recipe.access.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import { type RecipeRecord, recipeStore } from '../recipe.store.ts';
import { findInputs, isDataset, isTable } from '../run/inputs.ts';
import { failedOperation } from '../run/run-order.ts';
import { contentOf } from './publish.rules.ts';
import { writeDuckdbResult, writeStoreResult } from './write-result.ts';

const Input = z.strictObject({
  recipeId: z.string(),
  content: z.string(),
  datasetId: z.string(),
  versionId: z.string(),
  credentialId: z.string().optional(),
});
type Input = z.output<typeof Input>;

/** Applies a recipe to all rows; the result becomes the version that was begun for it. */
export const publishJob: JobKind<Input> = {
  name: 'recipe.publish',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, input, run) {
    const ctx = { ...platform, actor: run.actor };
    let recipe: RecipeRecord | undefined;
    try {
      await makeVersion(platform, input.versionId, run, async (folder) => {
        recipe = await recipeFor(ctx, input.recipeId, 'write');
        if (contentOf(recipe) !== input.content) refuse(RecipeProblems.changedMeanwhile, recipe.id);
        await run.progress(0.05, 'Applying the recipe');
        const found = await findInputs(ctx, recipe.inputs);
        const place = { folder, signal: run.signal };
        const datasets = found.filter(isDataset);
        const table = await (datasets.length > 0
          ? writeDuckdbResult(ctx, recipe, datasets, place)
          : writeStoreResult(ctx, recipe, found.filter(isTable), place, input.credentialId));
        if (table.rows === 0) refuse(RecipeProblems.noRows, recipe.id);
        return table;
      });
    } catch (error) {
      if (recipe !== undefined && !run.signal.aborted && error instanceof Problem && error.status < 500) {
        await recipeStore(platform.db.queries).note(recipe, error.message, failedOperation(error));
      }
      throw error;
    }
    const version = await versionStore(platform.db.queries).raw(input.versionId);
    if (version?.state === 'COMPLETED') await recipeStore(platform.db.queries).markPublished(input.recipeId);
    return { location: `/api/v2/datasets/${input.datasetId}/` };
  },
};
