import { z } from 'zod';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { limitReached } from '#platform/jobs/job-limits.ts';
import { recipeFor } from '../recipe.access.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import { type RecipeRecord, recipeStore } from '../recipe.store.ts';
import { findInputs } from '../run/inputs.ts';
import { failedOperation, PREVIEW_ROWS } from '../run/run-order.ts';
import { fingerprintOf } from './fingerprint.rules.ts';
import { insightOf } from './insights.rules.ts';
import { makePreview } from './make-preview.ts';
import { type Made, previewStore } from './preview.store.ts';

/** Begins by itself when a preview is there: people look at the rows first. */
export const insightsJob: JobKind<{ previewId: string }> = {
  name: 'recipe.insights',
  input: z.strictObject({ previewId: z.string() }),
  lane: 'light',
  limits: 'light',
  retries: 2,
  async run({ db }, { previewId }, run) {
    const previews = previewStore(db.queries);
    const preview = await previews.byId(previewId);
    if (preview === undefined || preview.state !== 'COMPLETED') return undefined; // replaced or forgotten meanwhile
    const rows = await previews.rows(previewId, { offset: 0, limit: PREVIEW_ROWS });
    const insights = [];
    for (const [at, column] of preview.result_schema.entries()) {
      run.signal.throwIfAborted();
      insights.push(
        insightOf(
          column,
          rows.map((row) => row[at] ?? null),
        ),
      );
      await new Promise(setImmediate); // other light jobs go on between columns
    }
    await previews.storeInsights(previewId, insights);
    return undefined;
  },
};

const Input = z.strictObject({ recipeId: z.string(), fingerprint: z.string(), operations: z.int() });
type Input = z.output<typeof Input>;

export const previewJob: JobKind<Input> = {
  name: 'recipe.preview',
  input: Input,
  // People wait for it: it must not queue behind training.
  lane: 'light',
  limits: 'light',
  retries: 1,
  async run(platform, input, run) {
    const { recipeId, fingerprint, operations } = input;
    const ctx = { ...platform, actor: run.actor };
    const recipe = await recipeFor(ctx, recipeId, 'read');
    const found = await findInputs(ctx, recipe.inputs);
    if (fingerprintOf(recipe, found, operations) !== fingerprint) refuse(RecipeProblems.changedMeanwhile, recipeId);
    const location = `/api/v2/recipes/${recipeId}/preview/?numberOfOperationsToUse=${operations}`;
    const before = await previewStore(platform.db.queries).find(recipeId, fingerprint);
    if (before === undefined) refuse(RecipeProblems.changedMeanwhile, recipeId);
    if (before.state === 'COMPLETED') return { location };
    try {
      const made = await makePreview(ctx, recipe, found, operations, run.signal);
      await storePreview(platform, run, recipe, before.id, made, operations);
    } catch (error) {
      const refused = limitReached(run.signal, error) ?? (run.signal.aborted ? undefined : error);
      if (refused instanceof Problem && refused.status < 500) await recordFailure(platform, recipe, before.id, refused);
      throw error;
    }
    return { location };
  },
};

async function storePreview(
  platform: Platform,
  run: JobRun,
  recipe: RecipeRecord,
  previewId: string,
  made: Made,
  operations: number,
) {
  run.signal.throwIfAborted();
  await platform.db.transaction(async (tx) => {
    const previews = previewStore(tx);
    await previews.finish(previewId, made);
    await previews.deleteOldest(recipe.id);
    await platform.jobs.enqueue(tx, insightsJob, { previewId }, { actor: run.actor });
    if (operations === recipe.operations.length) await recipeStore(tx).note(recipe, null, null);
  });
}

async function recordFailure(platform: Platform, recipe: RecipeRecord, previewId: string, problem: Problem) {
  const step = failedOperation(problem);
  await platform.db.transaction(async (tx) => {
    await previewStore(tx).fail(previewId, problem.message, step);
    await recipeStore(tx).note(recipe, problem.message, step);
  });
}
