import type { z } from 'zod';
import { requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { getDatasetOrThrow } from '../versions/dataset.kind.ts';
import type { FromDataset } from './create.schema.ts';
import { makeRecipe } from './make-recipe.ts';
import type { DatasetInput } from './recipe.schema.ts';
import { findInputs } from './run/find-inputs.ts';

/** Datasets of the catalogue are wrangled in the language most clients assume for them. */
const USUAL_DIALECT = 'spark';

export async function createFromDataset(ctx: Ctx, body: z.output<typeof FromDataset>): Promise<Reply> {
  await requireRole(ctx, getDatasetOrThrow(body.datasetId), 'use');
  const policy = body.snapshotPolicy ?? (body.datasetVersionId ? 'fixed' : 'latest');
  const asked: DatasetInput = {
    inputType: 'dataset',
    datasetId: body.datasetId,
    datasetVersionId: policy === 'fixed' ? (body.datasetVersionId ?? null) : null,
    snapshotPolicy: policy,
    sampling: body.inputs?.[0]?.sampling ?? null,
    alias: null,
  };
  if (policy === 'latest' && body.datasetVersionId) {
    throw invalidFields({
      datasetVersionId: 'snapshotPolicy latest follows the dataset. Leave this out, or say fixed',
    });
  }
  const [found] = await findInputs(ctx, [asked]);
  const versionId = found?.kind === 'dataset' ? found.versionId : null;
  return makeRecipe(ctx, {
    name: `${found?.name ?? 'Untitled'} recipe`,
    dialect: body.dialect ?? USUAL_DIALECT,
    recipe_type: body.recipeType ?? 'WRANGLING',
    inputs: [policy === 'fixed' ? { ...asked, datasetVersionId: versionId } : asked],
    use_case_id: body.useCaseId ?? null,
  });
}
