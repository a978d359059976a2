import { readBinned } from '@almanac/engine';
import type { z } from 'zod';
import { type DeploymentRow, findPackage, type ManifestTarget } from '#deployments';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { PREDICTED_LABEL } from '#projects';
import { type AccuracySum, readSum } from '../actuals/accuracy-sum.ts';
import { addedChances, decisionsOf } from '../actuals/class-sum.ts';
import { layoutStore } from '../profiles/layout.store.ts';
import type { Layout } from '../profiles/layout.ts';
import { bucketAt, bucketsOf, periodOf, toPeriod } from '../scope/period.rules.ts';
import { getScopeOrThrow, packagesOf } from '../scope/statistics-scope.ts';
import { type ClassSums, FAIRNESS_SETS, type FairnessMetric, fairnessScores, noRows } from './fairness.rules.ts';
import type { FairnessQuery } from './fairness.schema.ts';
import { classActuals, classProfiles, type FairnessFilter } from './fairness.store.ts';

/** The metric that is asked for; a set stands for its first. */
function metricOf(asked: string): FairnessMetric {
  const set = FAIRNESS_SETS[asked as keyof typeof FAIRNESS_SETS];
  return set?.[0] ?? (asked as FairnessMetric);
}

/** How much worse the values of a protected feature fare than the one that fares best, bucket by bucket. */
export async function fairnessOverTime(ctx: Ctx, deploymentId: string, query: z.output<typeof FairnessQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  const period = periodOf(query, ctx.now());
  const buckets = bucketsOf(period, query.bucketSize);
  const [modelId = ''] = scope.modelIds;
  const packageId = (await packagesOf(ctx, scope)).get(modelId) ?? null;
  const told = { modelId: modelId || null, modelPackageId: packageId };
  const monitored = scope.deployment.settings.biasAndFairness;
  const model = packageId === null ? undefined : await findPackage(ctx, packageId);
  if (monitored === null || model === undefined) {
    return {
      ...{ protectedFeature: null, fairnessThreshold: null, ...told, favorableTargetOutcome: null },
      summary: { period: toPeriod(period), metricName: null, scores: null },
      buckets: [],
    };
  }
  const feature = query.protectedFeature ?? (monitored.protectedFeatures[0] as string);
  if (!monitored.protectedFeatures.includes(feature)) {
    const known = monitored.protectedFeatures.map((name) => `"${name}"`).join(', ');
    throw invalidFields({ protectedFeature: `"${feature}" is not protected in the settings; these are: ${known}` });
  }
  const metric = metricOf(query.fairnessMetric ?? monitored.fairnessMetricsSet);
  const favoured = favourable(model.target, monitored);
  const { organizationId } = scope;
  const asked = { organizationId, deploymentId, modelId, attribute: feature, within: period };
  const groupOf = (hour: Date) => bucketAt(buckets, hour);
  const { whole, groups } = await sumClasses(ctx, asked, favoured, { count: buckets.length, groupOf });
  const scored = (classes: SumsByClass) => ({
    metricName: metric,
    scores: fairnessScores(metric, classes, monitored.fairnessThreshold),
  });
  return {
    protectedFeature: feature,
    fairnessThreshold: monitored.fairnessThreshold,
    ...told,
    favorableTargetOutcome: favoured === 1,
    summary: { period: toPeriod(period), ...scored(whole) },
    buckets: buckets.map((bucket, at) => ({ period: toPeriod(bucket), ...scored(groups[at] ?? new Map()) })),
  };
}

type Protected = NonNullable<DeploymentRow['settings']['biasAndFairness']>;

/** The number of the favourable class: as it is called, or by whether it is the positive one. */
export function favourable({ classes }: ManifestTarget, { preferableTargetValue: said }: Protected): number {
  const named = classes.findIndex((label) => label.toLowerCase() === String(said).toLowerCase());
  return named >= 0 ? named : Number(said !== false);
}

/** Classes with their sums; a class without rows is not there. */
type SumsByClass = ReadonlyMap<string, ClassSums>;

/**
 * What is known of the values of a protected feature, added up in groups of hours (or of batches) as it is read: the
 * memory it takes is that of the groups. `groupOf`: the number of a group, -1 for what belongs to none.
 */
export async function sumClasses(
  { db }: Pick<Platform, 'db'>,
  scope: FairnessFilter,
  favoured: number,
  groups: { readonly count: number; groupOf(hour: Date): number },
): Promise<{ readonly whole: SumsByClass; readonly groups: readonly SumsByClass[] }> {
  const whole = new Map<string, ClassSums>();
  const inGroup = Array.from({ length: groups.count }, () => new Map<string, ClassSums>());
  const add = ({ value, hour }: { readonly value: string; readonly hour: Date }, to: (sums: ClassSums) => void) => {
    to(sumsOf(whole, value));
    const group = inGroup[groups.groupOf(hour)];
    if (group !== undefined) to(sumsOf(group, value));
  };
  await db.transaction(async (tx) => {
    const placeOf = labelPlaces(tx, scope.organizationId);
    for await (const some of classProfiles(tx, scope)) {
      for (const kept of some) {
        const place = await placeOf(kept.packageId);
        // Only the column of labels is read.
        const counts = readBinned(kept.bytes, [place])[0]?.counts ?? [];
        add(kept, (to) => {
          to.favoured += counts[favoured] ?? 0;
          to.others += counts[1 - favoured] ?? 0;
        });
      }
    }
    for await (const some of classActuals(tx, scope)) {
      for (const kept of some) {
        const sum = readSum(kept.bytes);
        add(kept, (to) => addActuals(to, sum, favoured));
      }
    }
  });
  return { whole, groups: inGroup };
}

function sumsOf(classes: Map<string, ClassSums>, value: string): ClassSums {
  const known = classes.get(value) ?? noRows();
  classes.set(value, known);
  return known;
}

/** Where a version's profiles hold its labels; each is looked up once. */
function labelPlaces(tx: Tx, organizationId: string): (packageId: string) => Promise<number> {
  const known = new Map<string, number>();
  return async (packageId) => {
    const place = known.get(packageId);
    if (place !== undefined) return place;
    const layout = (await layoutStore(tx).of(organizationId, [packageId])).get(packageId);
    const found = layout === undefined ? -1 : labelPlace(layout);
    known.set(packageId, found);
    return found;
  };
}

const labelPlace = (layout: Layout): number => layout.findIndex(({ name }) => name === PREDICTED_LABEL);

function addActuals(to: ClassSums, sum: AccuracySum, favoured: number): void {
  const of = decisionsOf(sum);
  const other = 1 - favoured;
  to.actual.FF += of(favoured, favoured);
  to.actual.FO += of(favoured, other);
  to.actual.OF += of(other, favoured);
  to.actual.OO += of(other, other);
  const chances = addedChances(sum);
  // What is kept are chances of the second class.
  const [F, O] =
    favoured === 1 ? [chances[1], chances[0]] : [of(0, 0) + of(0, 1) - chances[0], of(1, 0) + of(1, 1) - chances[1]];
  to.chances.F += F;
  to.chances.O += O;
}
