import { type BundleTarget, type ModelPackageRow, watchedPackage } from '#deployments';
import type { Ctx, Platform } from '#platform/context.ts';
import { readSums } from '../actuals/accuracy.store.ts';
import type { AccuracySum } from '../actuals/accuracy-sum.ts';
import type { AccuracyRow } from '../actuals/actuals.tables.ts';
import { mergedSum } from '../actuals/target-metrics.ts';
import type { ProfileQuestion } from '../profiles/profile.store.ts';
import { packagesOf, type Question } from '../scope/statistics-scope.ts';

/** A model that was asked for, and all that is kept of its predictions. */
export interface JudgedModel {
  readonly modelId: string;
  /** Undefined for one that was never behind the deployment, nor a challenger of it. */
  readonly model: ModelPackageRow | undefined;
  readonly rows: readonly AccuracyRow[];
}

const NOTHING: BundleTarget = { name: null, type: 'Regression', classes: [] };
export const targetOf = ({ model }: JudgedModel): BundleTarget => model?.target ?? NOTHING;

/** Models as they were asked for, each with its sums in the order of time. */
export async function judgedModels(
  ctx: Ctx,
  question: Question,
  within: ProfileQuestion['within'],
): Promise<JudgedModel[]> {
  const packages = await packagesOf(ctx, question);
  const rows = await readSums(ctx.db.queries, { ...question, within });
  return Promise.all(
    question.modelIds.map(async (modelId) => {
      const own = rows.filter(({ model_id }) => model_id === modelId);
      const packageId = packages.get(modelId) ?? own[0]?.package_id;
      return { modelId, model: await modelNamed(ctx, packageId), rows: own };
    }),
  );
}

const modelNamed = async (platform: Pick<Platform, 'db'>, id: string | undefined) =>
  id === undefined ? undefined : watchedPackage(platform, id);

export const sumOf = (target: BundleTarget, rows: readonly AccuracyRow[]): AccuracySum =>
  mergedSum(
    target,
    rows.map(({ sums }) => sums),
  );
