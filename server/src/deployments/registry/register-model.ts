import type { z } from 'zod';
import { ownIt, putNewIntoUseCase, requireRole } from '#accounts';
import { DATASET } from '#data';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { BundleTarget } from '../bundle.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { packageStore } from './package.store.ts';
import { classesFrom, type Told } from './package-facts.rules.ts';
import { packageLeaderboardModel } from './package-leaderboard-model.ts';
import { MODEL_VERSION } from './registered-model.kind.ts';
import { registeredModelStore } from './registered-model.store.ts';
import { registeredModelFor, tagsFrom } from './registered-model-for.ts';
import type { FromJson, FromLeaderboard, FromLearningModel } from './registry-body.schema.ts';
import { showPackage } from './show-packages.ts';

const made = async (ctx: Ctx, row: ModelPackageRow): Promise<Reply> =>
  created(`/api/v2/modelPackages/${row.id}/`, await showPackage(ctx, row));

export async function fromLeaderboard(ctx: Ctx, body: z.output<typeof FromLeaderboard>): Promise<Reply> {
  if (body.distributionPredictionModelId) {
    throw invalidFields({
      distributionPredictionModelId:
        'Intervals come with every forecaster; no model for them is trained apart. Leave it out',
    });
  }
  return made(ctx, await packageLeaderboardModel(ctx, body));
}

export const fromLearningModel = async (ctx: Ctx, body: z.output<typeof FromLearningModel>): Promise<Reply> =>
  made(ctx, await packageLeaderboardModel(ctx, body));

/** A model that answers elsewhere and only reports here. */
export async function fromJson(ctx: Ctx, body: z.output<typeof FromJson>): Promise<Reply> {
  const target = targetFrom(body.target);
  const { trainingDataCatalogId: training, holdoutDataCatalogId: holdout } = body.datasets ?? {};
  for (const id of [training, holdout]) if (id) await requireRole(ctx, { kind: DATASET, id }, 'use');
  const row = await ctx.db.transaction((tx) => insertExternal(ctx, tx, body, target));
  return made(ctx, row);
}

function targetFrom({ name, type, classNames }: z.output<typeof FromJson>['target']): BundleTarget {
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

async function insertExternal(
  ctx: Ctx,
  tx: Tx,
  body: z.output<typeof FromJson>,
  target: BundleTarget,
): Promise<ModelPackageRow> {
  const now = ctx.now();
  const { modelDescription, timeseries, datasets } = body;
  const parent = await registeredModelFor(ctx, tx, body, { target, usualName: body.name });
  const told: Told = {
    modelKind: {
      isTimeSeries: Boolean(timeseries?.datetimeColumnName),
      isMultiseries: Boolean(timeseries?.seriesColumnName),
    },
    modelDescription: modelDescription as NonNullable<Told['modelDescription']>,
    datasets: datasets as NonNullable<Told['datasets']>,
    timeseries: timeseries as NonNullable<Told['timeseries']>,
    predictionProbabilitiesColumn: body.target.predictionProbabilitiesColumn ?? null,
  };
  const version = await registeredModelStore(tx).nextVersion(parent.id, ctx.actor.userId, now);
  const row = await packageStore(tx).insert({
    id: newId(now),
    organization_id: ctx.actor.organizationId,
    registered_model_id: parent.id,
    version,
    name: body.name,
    description: body.description ?? modelDescription?.description ?? '',
    model_id: body.modelId ?? newId(now),
    execution_type: 'external',
    model_type: modelDescription?.modelName ?? body.name,
    target: JSON.stringify(target),
    prediction_threshold: body.target.predictionThreshold ?? 0.5,
    build_status: 'complete',
    told: JSON.stringify(told),
    tags: JSON.stringify(tagsFrom(body.tags ?? [], now)),
    created_by: ctx.actor.userId,
    created_at: now,
    updated_by: ctx.actor.userId,
    updated_at: now,
  });
  const it = { kind: MODEL_VERSION, id: row.id };
  await ownIt(tx, ctx.actor, now, it);
  if (body.useCaseId) await putNewIntoUseCase(tx, ctx.actor, now, body.useCaseId, it);
  return row;
}
