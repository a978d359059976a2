import type { z } from 'zod';
import { watchedPackage } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { bucketAt, bucketsOf, periodOf, toPeriod } from '../scope/period.rules.ts';
import { getQuestionOrThrow, packagesOf } from '../scope/statistics-scope.ts';
import { favourable, type SumsByClass, sumClasses } from './class-sums.ts';
import { FAIRNESS_SETS, type FairnessMetric, fairnessScores } from './fairness.rules.ts';
import type { FairnessQuery } from './fairness.schema.ts';

/** The metric that is asked for; a set stands for its first. */
function metricOf(asked: string): FairnessMetric {
  const set = FAIRNESS_SETS[asked as keyof typeof FAIRNESS_SETS];
  return set?.[0] ?? (asked as FairnessMetric);
}

/** How much worse the values of a protected feature fare than the one that fares best, bucket by bucket. */
export async function fairnessOverTime(ctx: Ctx, deploymentId: string, query: z.output<typeof FairnessQuery>) {
  const question = await getQuestionOrThrow(ctx, deploymentId, query);
  const period = periodOf(query, ctx.now());
  const buckets = bucketsOf(period, query.bucketSize);
  const [modelId = ''] = question.modelIds;
  const packageId = (await packagesOf(ctx, question)).get(modelId) ?? null;
  const told = { modelId: modelId || null, modelPackageId: packageId };
  const watched = question.deployment.settings.biasAndFairness;
  const model = packageId === null ? undefined : await watchedPackage(ctx, packageId);
  if (watched === null || model === undefined) {
    return {
      ...{ protectedFeature: null, fairnessThreshold: null, ...told, favorableTargetOutcome: null },
      summary: { period: toPeriod(period), metricName: null, scores: null },
      buckets: [],
    };
  }
  const feature = query.protectedFeature ?? (watched.protectedFeatures[0] as string);
  if (!watched.protectedFeatures.includes(feature)) {
    const known = watched.protectedFeatures.map((name) => `"${name}"`).join(', ');
    throw invalidFields({ protectedFeature: `"${feature}" is not protected in the settings; these are: ${known}` });
  }
  const metric = metricOf(query.fairnessMetric ?? watched.fairnessMetricsSet);
  const favoured = favourable(model.target, watched);
  const { organizationId } = question;
  const asked = { organizationId, deploymentId, modelId, attribute: feature, within: period };
  const groupOf = (hour: Date) => bucketAt(buckets, hour);
  const { whole, groups } = await sumClasses(ctx, asked, favoured, { count: buckets.length, groupOf });
  const scored = (classes: SumsByClass) => ({
    metricName: metric,
    scores: fairnessScores(metric, classes, watched.fairnessThreshold),
  });
  return {
    protectedFeature: feature,
    fairnessThreshold: watched.fairnessThreshold,
    ...told,
    favorableTargetOutcome: favoured === 1,
    summary: { period: toPeriod(period), ...scored(whole) },
    buckets: buckets.map((bucket, at) => ({ period: toPeriod(bucket), ...scored(groups[at] ?? new Map()) })),
  };
}
