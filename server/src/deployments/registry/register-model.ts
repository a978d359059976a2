import type { z } from 'zod';
import { requireRole } from '#accounts';
import { DATASET } from '#data';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { modelToPackage } from '#projects';
import type { ModelPackageRow } from '../deployments.tables.ts';
import type { ManifestTarget } from '../model-manifest.ts';
import { buildJob } from './build.job.ts';
import { classesFrom, type ExternalDescription } from './package.record.ts';
import { showPackage } from './packages.ts';
import { enqueueBuild, insertVersion } from './register-version.ts';
import type { FromJson, FromLeaderboard, FromLearningModel, RegistryOptions } from './registry.schema.ts';

const replyWith = async (ctx: Ctx, row: ModelPackageRow): Promise<Reply> =>
  created(`/api/v2/modelPackages/${row.id}/`, await showPackage(ctx, row));

export async function fromLeaderboard(ctx: Ctx, body: z.output<typeof FromLeaderboard>): Promise<Reply> {
  if (body.distributionPredictionModelId) {
    throw invalidFields({
      distributionPredictionModelId:
        'Intervals come with every forecaster; no model for them is trained apart. Leave it out',
    });
  }
  return replyWith(ctx, await packageLeaderboardModel(ctx, body));
}

export const fromLearningModel = async (ctx: Ctx, body: z.output<typeof FromLearningModel>): Promise<Reply> =>
  replyWith(ctx, await packageLeaderboardModel(ctx, body));

/** An external model: it runs elsewhere and reports its predictions. */
export async function fromJson(ctx: Ctx, body: z.output<typeof FromJson>): Promise<Reply> {
  const target = targetFrom(body.target);
  const { trainingDataCatalogId: training, holdoutDataCatalogId: holdout } = body.datasets ?? {};
  for (const id of [training, holdout]) if (id) await requireRole(ctx, { kind: DATASET, id }, 'use');
  return replyWith(ctx, await ctx.db.transaction((tx) => insertVersion(ctx, tx, body, externalVersion(body, target))));
}

function targetFrom({ name, type, classNames }: z.output<typeof FromJson>['target']): ManifestTarget {
  const names = classNames ?? [];
  if (type !== 'Anomaly' && !name) throw invalidFields({ 'target.name': 'Say what the model predicts' });
  if (type === 'Binary' && names.length !== 2) {
    throw invalidFields({
      'target.classNames': `Must be two names, the positive class first, but has ${names.length}`,
    });
  }
  if (type === 'Multiclass' && names.length < 2) {
    throw invalidFields({ 'target.classNames': 'Must be the names of all classes' });
  }
  if (new Set(names).size < names.length) throw invalidFields({ 'target.classNames': 'Must differ from each other' });
  if (names.length > 0 && (type === 'Regression' || type === 'Anomaly')) {
    throw invalidFields({ 'target.classNames': `${type} models have no classes. Leave them out` });
  }
  return { name: name ?? null, type, classes: classesFrom(type, names) };
}

function externalVersion(body: z.output<typeof FromJson>, target: ManifestTarget) {
  const { modelDescription, timeseries, datasets } = body;
  const told: ExternalDescription = {
    modelKind: {
      isTimeSeries: Boolean(timeseries?.datetimeColumnName),
      isMultiseries: Boolean(timeseries?.seriesColumnName),
    },
    modelDescription: modelDescription as NonNullable<ExternalDescription['modelDescription']>,
    datasets: datasets as NonNullable<ExternalDescription['datasets']>,
    timeseries: timeseries as NonNullable<ExternalDescription['timeseries']>,
    predictionProbabilitiesColumn: body.target.predictionProbabilitiesColumn ?? null,
  };
  return {
    target,
    defaultModelName: body.name,
    defaultDescription: modelDescription?.description ?? '',
    model_id: body.modelId ?? newId(),
    execution_type: 'external' as const,
    model_type: modelDescription?.modelName ?? body.name,
    prediction_threshold: body.target.predictionThreshold ?? 0.5,
    build_status: 'complete' as const,
    told: JSON.stringify(told),
  };
}

interface LeaderboardOptions extends RegistryOptions {
  readonly modelId: string;
  readonly predictionThreshold?: number | null | undefined;
}

/** Registers a model of a leaderboard as a version. The version exists at once; a job builds it. */
export async function packageLeaderboardModel(ctx: Ctx, options: LeaderboardOptions): Promise<ModelPackageRow> {
  const model = await modelToPackage(ctx, options.modelId);
  return ctx.db.transaction(async (tx) => {
    const row = await insertVersion(ctx, tx, options, {
      target: model.target,
      defaultModelName: `${model.modelType} (${model.projectName})`,
      model_id: model.modelId,
      project_id: model.projectId,
      project_name: model.projectName,
      execution_type: 'dedicated',
      model_type: model.modelType,
      prediction_threshold: options.predictionThreshold ?? model.predictionThreshold,
      told: JSON.stringify({ modelKind: { isTimeSeries: model.isTimeSeries, isMultiseries: model.isMultiseries } }),
    });
    return enqueueBuild(ctx, tx, row, buildJob, `Build ${row.name}`);
  });
}
