import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { RECIPE, recipeFor } from '../recipe.access.ts';
import { findInputs } from '../run/find-inputs.ts';
import { fingerprintOf } from './fingerprint.rules.ts';
import { previewJob } from './preview.job.ts';
import type { PreviewRequest } from './preview.schema.ts';
import { previewStore } from './preview.store.ts';
import { operationsToUse } from './read-preview.ts';

/** What is there already is not made again, unless it was read from tables that may have changed. */
export async function requestPreview(
  ctx: Ctx,
  id: string,
  body: z.output<typeof PreviewRequest> | undefined,
): Promise<Reply> {
  const recipe = await recipeFor(ctx, id, 'read');
  const operations = operationsToUse(recipe, body?.numberOfOperationsToUse);
  const found = await findInputs(ctx, recipe.inputs);
  const fingerprint = fingerprintOf(recipe, found, operations);
  const now = ctx.now();
  const statusId = await ctx.db.transaction(async (tx) => {
    const input = { recipeId: id, fingerprint, operations };
    const description = `Preview of the recipe ${recipe.name}`;
    const about = { type: RECIPE.type, id };
    const jobId = await ctx.jobs.enqueue(tx, previewJob, input, { actor: ctx.actor, description, about });
    const row = { id: newId(now), recipe_id: id, fingerprint, job_id: jobId, created_at: now };
    await previewStore(tx).begin(
      row,
      found.some(({ kind }) => kind === 'table'),
    );
    return jobId;
  });
  return accepted(statusId);
}
