import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { AccuracyRow } from '../actuals/actuals.tables.ts';
import { loadLayout } from '../profiles/load-layout.ts';
import { baselineOf } from '../profiles/prediction-summary.rules.ts';
import { toBatchRef } from '../scope/batch.record.ts';
import { bucketAt, bucketsOf, periodOf, toPeriod } from '../scope/period.rules.ts';
import { askedBatches, getQuestionOrThrow } from '../scope/statistics-scope.ts';
import { type AskedClasses, askedClasses } from './asked-values.ts';
import { type JudgedModel, judgedModels, sumOf, targetOf } from './judged-models.ts';
import { targetBaseline } from './target-baseline.ts';
import { versusBaseline, versusOf } from './versus.rules.ts';
import type { VersusOverBatchQuery, VersusOverTimeQuery } from './versus.schema.ts';

const total = (rows: readonly AccuracyRow[]) => rows.reduce((sum, row) => sum + row.rows, 0);
const matched = (rows: readonly AccuracyRow[]) => rows.reduce((sum, row) => sum + row.matched, 0);

function told(judged: JudgedModel, rows: readonly AccuracyRow[], query: AskedClasses) {
  const target = targetOf(judged);
  return { modelId: judged.modelId, ...versusOf(target, sumOf(target, rows), total(rows), askedClasses(query)) };
}

async function baselinesOf(ctx: Ctx, models: readonly JudgedModel[], query: AskedClasses) {
  const found = await Promise.all(
    models.map(async ({ modelId, model }) => {
      const predicted = model?.bundle && baselineOf(model.target, await loadLayout(ctx, model), false);
      if (!model || !predicted) return [];
      const actual = await targetBaseline(ctx, model);
      return [{ modelId, ...versusBaseline(model.target, predicted, actual, askedClasses(query)) }];
    }),
  );
  return found.flat();
}

const summaryOf = (models: readonly JudgedModel[]) => ({
  rowCountTotal: models.reduce((sum, { rows }) => sum + total(rows), 0),
  rowCountWithActual: models.reduce((sum, { rows }) => sum + matched(rows), 0),
});

/** What was predicted beside what happened, bucket by bucket and model by model. */
export async function versusOverTime(ctx: Ctx, deploymentId: string, query: z.output<typeof VersusOverTimeQuery>) {
  const question = await getQuestionOrThrow(ctx, deploymentId, query);
  const period = periodOf(query, ctx.now());
  const buckets = bucketsOf(period, query.bucketSize);
  const models = await judgedModels(ctx, question, period);
  return {
    summary: summaryOf(models),
    baselines: await baselinesOf(ctx, models, query),
    buckets: models.flatMap((model) => {
      const inBucket = buckets.map((): AccuracyRow[] => []);
      for (const row of model.rows) inBucket[bucketAt(buckets, row.hour)]?.push(row);
      return buckets.map((bucket, at) => ({ period: toPeriod(bucket), ...told(model, inBucket[at] ?? [], query) }));
    }),
  };
}

export async function versusOverBatch(ctx: Ctx, deploymentId: string, query: z.output<typeof VersusOverBatchQuery>) {
  const question = await getQuestionOrThrow(ctx, deploymentId, query);
  const batches = await askedBatches(ctx, question, query);
  const models = await judgedModels(ctx, question, { batchIds: batches.map(({ id }) => id) });
  return {
    summary: summaryOf(models),
    baselines: await baselinesOf(ctx, models, query),
    buckets: models.flatMap((model) =>
      batches.map((batch) => ({
        batch: toBatchRef(batch),
        ...told(
          model,
          model.rows.filter(({ batch_id }) => batch_id === batch.id),
          query,
        ),
      })),
    ),
    ...question.told,
  };
}
