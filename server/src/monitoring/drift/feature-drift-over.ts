import type { Divergence } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer } from '#platform/http/reply.ts';
import { stringifyJson } from '#platform/json.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { columnNamed, type KeptProfiles, mergedColumns, readProfiles } from '../profiles/read-profiles.ts';
import { toBatchRef } from '../scope/batch.record.ts';
import { bucketAt, bucketsOf, periodOf, toPeriod } from '../scope/period.rules.ts';
import { askedBatches, getQuestionOrThrow } from '../scope/statistics-scope.ts';
import { type AskedModel, askedModel } from './asked-model.ts';
import { scoreColumn } from './drift.rules.ts';
import type { DriftOverBatchQuery, DriftOverTimeQuery } from './drift.schema.ts';
import { requireFeatureDrift } from './feature-drift.ts';
import { WrittenScores } from './written-scores.ts';

/** A model of the past may be unknown, and then nothing is told; a feature the model does not know is a mistake. */
function requireFeatures(asked: AskedModel | undefined, names: readonly string[]): void {
  if (asked === undefined) return;
  const unknown = names.filter((name) => columnNamed(asked.layout, name)?.role !== 'feature');
  // Of a model that answers elsewhere nothing is known before it reports.
  if (unknown.length > 0 && asked.model.bundle !== null) refuse(MonitoringProblems.unknownFeatures, unknown);
}

const impactsOf = (asked: AskedModel | undefined): ReadonlyMap<string, number | null> =>
  new Map(asked?.model.bundle?.columns.map(({ name, importance }) => [name, importance]));

function scores(
  metric: Divergence,
  impacts: ReadonlyMap<string, number | null>,
  asked: AskedModel | undefined,
  names: readonly string[],
  kept: KeptProfiles,
  rows: KeptProfiles['rows'],
) {
  const recent = mergedColumns(kept, rows, names);
  return names.map((featureName, at) => ({
    featureName,
    featureImpact: impacts.get(featureName) ?? null,
    ...scoreColumn(metric, asked && columnNamed(asked.layout, featureName), recent[at] ?? null),
  }));
}

export async function featureDriftOverTime(ctx: Ctx, deploymentId: string, query: z.output<typeof DriftOverTimeQuery>) {
  const question = await getQuestionOrThrow(ctx, deploymentId, query);
  requireFeatureDrift(question);
  const period = periodOf(query, ctx.now());
  const buckets = bucketsOf(period, query.bucketSize);
  const asked = await askedModel(ctx, question);
  requireFeatures(asked, query.featureNames);
  const kept = await readProfiles(ctx, { ...question, modelIds: question.modelIds.slice(0, 1), within: period });
  const inBucket = buckets.map((): KeptProfiles['rows'][number][] => []);
  for (const row of kept.rows) inBucket[bucketAt(buckets, row.hour)]?.push(row);
  const impacts = impactsOf(asked);
  const told = (rows: KeptProfiles['rows']) => scores(query.metric, impacts, asked, query.featureNames, kept, rows);
  return {
    metric: query.metric,
    buckets: buckets.flatMap((bucket, at) =>
      told(inBucket[at] ?? []).map((score) => ({ period: toPeriod(bucket), ...score })),
    ),
    summaries: told(kept.rows).map((score) => ({ period: toPeriod(period), ...score })),
    ...question.told,
  };
}

export async function featureDriftOverBatch(
  ctx: Ctx,
  deploymentId: string,
  query: z.output<typeof DriftOverBatchQuery>,
) {
  const question = await getQuestionOrThrow(ctx, deploymentId, query);
  requireFeatureDrift(question);
  const [batches, asked] = await Promise.all([askedBatches(ctx, question, query), askedModel(ctx, question)]);
  requireFeatures(asked, query.featureNames);
  const wanted = { batchIds: batches.map(({ id }) => id) };
  const about = { ...question, modelIds: question.modelIds.slice(0, 1), within: wanted };
  const kept = await readProfiles(ctx, about, new Map(asked ? [[asked.model.id, asked.layout]] : []));
  const ofBatch = new Map(batches.map(({ id }) => [id, [] as KeptProfiles['rows'][number][]]));
  for (const row of kept.rows) ofBatch.get(row.batch_id)?.push(row);
  const scores = new WrittenScores(query.driftMetric, asked, query.featureNames, impactsOf(asked), kept);
  const buckets = batches.map((batch) => {
    const lead = `"batch":${stringifyJson(toBatchRef(batch))},`;
    return scores.of(ofBatch.get(batch.id) ?? [], lead);
  });
  const head = stringifyJson({ metric: query.driftMetric, modelId: question.modelIds[0] ?? null, ...question.told });
  return answer(200, { written: `${head.slice(0, -1)},"buckets":[${buckets.join(',')}]}` });
}
