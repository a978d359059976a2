import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, Problem, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { RECIPE, recipeFor } from '../recipe.access.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import type { RecipeRecord } from '../recipe.store.ts';
import { findInputs } from '../run/inputs.ts';
import { fingerprintOf } from './fingerprint.rules.ts';
import { previewJob } from './preview.job.ts';
import type { PreviewQuery, PreviewRequest } from './preview.schema.ts';
import { type KnownPreview, previewStore } from './preview.store.ts';

type Query = z.output<typeof PreviewQuery>;

/** How many operations to apply: all, or the first few. */
function operationsToUse(recipe: RecipeRecord, requested: number | null | undefined): number {
  const all = recipe.recipe_type === 'SQL' ? 0 : recipe.operations.length;
  if (requested === null || requested === undefined) return all;
  if (requested > all) {
    const has = recipe.recipe_type === 'SQL' ? 'A SQL recipe has no operations' : `The recipe has ${all} operations`;
    throw invalidFields({ numberOfOperationsToUse: `${has}, got ${requested}` });
  }
  return requested;
}

/** The preview of the recipe as it is now. One of an earlier content is not shown. */
async function currentPreview(ctx: Ctx, id: string, requested: number | undefined): Promise<KnownPreview> {
  const recipe = await recipeFor(ctx, id, 'read');
  const operations = operationsToUse(recipe, requested);
  const found = await findInputs(ctx, recipe.inputs);
  const preview = await previewStore(ctx.db.queries).find(id, fingerprintOf(recipe, found, operations));
  if (preview === undefined || (preview.state === 'RUNNING' && !preview.jobOpen)) refuse(RecipeProblems.noPreview, id);
  return preview;
}

export async function getPreview(ctx: Ctx, id: string, url: string, query: Query) {
  const preview = await currentPreview(ctx, id, query.numberOfOperationsToUse);
  if (preview.state === 'RUNNING') refuse(RecipeProblems.previewRunning, id);
  if (preview.state === 'ERROR') throw failure(preview);
  const rows = await previewStore(ctx.db.queries).rows(preview.id, query);
  const { data, count, next, previous, totalCount } = page(ctx.links, url, query, rows, preview.stored_count);
  return {
    columns: preview.result_schema.map(({ name }) => name),
    data,
    count,
    totalCount,
    storedCount: preview.stored_count,
    byteSize: Number(preview.byte_size),
    estimatedSizeExceedsLimit: preview.exceeds_limit,
    resultSchema: preview.result_schema,
    next,
    previous,
  };
}

const failure = ({ error_message: message, failed_operation: operation }: KnownPreview): Problem =>
  new Problem(422, 'recipes.preview_failed', message ?? 'The preview failed.', {
    ...(operation === null ? {} : { extra: { failedOperationsIndex: operation } }),
  });

/** Clients poll this until `status` is `completed`; a failure is a status too, so that they stop. */
export async function getInsights(ctx: Ctx, id: string, url: string, query: Query) {
  const preview = await currentPreview(ctx, id, query.numberOfOperationsToUse);
  const shown = preview.insights.slice(query.offset, query.offset + query.limit);
  const done = preview.state === 'COMPLETED' && preview.insights_state === 'COMPLETED';
  const failed = preview.state === 'ERROR' || preview.insights_state === 'ERROR';
  const all = done ? preview.insights.length : 0;
  const status = done ? ('completed' as const) : failed ? ('error' as const) : ('running' as const);
  return { status, message: preview.error_message, ...page(ctx.links, url, query, done ? shown : [], all) };
}

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
