import { frameKindOf, versionProfile } from '#data';
import type { Ctx } from '#platform/context.ts';
import { featureStore } from '../core/features/feature.store.ts';
import { getModelOrThrow } from '../core/models/get-model.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import { columnsOf } from '../engine/model-job.ts';
import { derivedFeatures } from '../engine/project-data.ts';
import { modelFiles, readyModel } from '../insights/model-files.ts';
import { packagedColumns, targetOf } from './packaged.rules.ts';
import type { PackagedModel, TargetType } from './packaged-model.ts';

/** A model as it lies on its leaderboard. Nothing is copied or computed: it answers only as long as its project is there. */
export interface LeaderboardModel {
  readonly modelId: string;
  readonly predictionThreshold: number;
  readonly targetType: TargetType;
  /** Reads what answering needs; slow, and the same for everybody who asks. */
  load(): Promise<ServedFromLeaderboard>;
}

export interface ServedFromLeaderboard {
  readonly bundle: Pick<PackagedModel, 'plan' | 'target' | 'columns' | 'transforms' | 'usualRange'> & {
    readonly artifact: { readonly kind: 'forecaster' } | { readonly kind: 'rows'; readonly weights: readonly number[] };
  };
  readonly files: readonly Uint8Array[];
}

export async function leaderboardModel(ctx: Ctx, projectId: string, modelId: string): Promise<LeaderboardModel> {
  const project = await getProjectOrThrow(ctx, projectId, 'use');
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  const { plan, dataset_version_id: learned } = project;
  if (plan === null || learned === null) throw new Error(`Project ${projectId} has a model but no plan or data.`);
  return {
    modelId,
    predictionThreshold: row.prediction_threshold,
    targetType: targetOf(plan).type,
    async load() {
      const model = await readyModel(ctx, projectId, modelId);
      const { files, weights } = await modelFiles(ctx, model);
      const { columns } = await versionProfile(ctx, learned);
      const known = {
        features: await featureStore(ctx.db.queries).list(projectId),
        kinds: Object.fromEntries(columns.map(({ name, summary }) => [name, frameKindOf(summary)])),
        learnedFrom: await columnsOf(ctx, project, model),
        importance: new Map<string, number>(),
      };
      const bundle = {
        plan,
        target: targetOf(plan),
        columns: packagedColumns(plan, known),
        transforms: await derivedFeatures(ctx, project),
        usualRange: null,
        artifact: plan.kind === 'series' ? ({ kind: 'forecaster' } as const) : ({ kind: 'rows', weights } as const),
      };
      return { bundle, files };
    },
  };
}
