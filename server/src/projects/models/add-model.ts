import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { BlueprintRow } from '../blueprints/blueprint.tables.ts';
import type { FeatureListRow } from '../feature-lists/feature-list.tables.ts';
import { trainingOf } from '../partitioning/part-training.ts';
import type { ProjectPlan } from '../partitioning/plan.ts';
import type { SharedParts, TrainingShare } from '../partitioning/share.ts';
import type { ProjectRow } from '../records/project.tables.ts';
import { isDated, partNames } from './metrics.rules.ts';
import { modelStore } from './model.store.ts';
import type { ModelRow } from './model.tables.ts';

/** What is special about a model somebody asked for. */
export interface Asked {
  readonly share?: TrainingShare | null;
  readonly parts?: SharedParts | null;
  /** The model whose parameters it keeps. */
  readonly frozenOf?: string;
}

const percentOf = (rows: number, total: number): number => Math.round((1e4 * rows) / total) / 100;

/** A model to be: not on the leaderboard before its first score. The caller holds the project. */
export function addModel(
  platform: Pick<Platform, 'now'>,
  tx: Tx,
  project: ProjectRow,
  blueprint: BlueprintRow,
  list: Pick<FeatureListRow, 'id' | 'name'>,
  asked: Asked = {},
): Promise<ModelRow> {
  const plan = project.plan as ProjectPlan;
  const now = platform.now();
  const { share, parts, frozenOf } = asked;
  return modelStore(tx).insert({
    id: newId(now),
    project_id: project.id,
    organization_id: project.organization_id,
    blueprint_id: blueprint.id,
    model_type: blueprint.model_type,
    family: blueprint.family,
    processes: blueprint.processes,
    featurelist_id: list.id,
    featurelist_name: list.name,
    training: JSON.stringify(trainingOf(plan, partNames(plan).judged[0] ?? '', null, { share: share ?? undefined })),
    sample_pct:
      share?.kind === 'sample' ? percentOf(share.rows, plan.totalRows) : isDated(plan) ? null : trainShare(plan),
    trained_into_validation: parts?.intoValidation ?? false,
    trained_into_holdout: parts?.intoHoldout ?? false,
    is_frozen: frozenOf !== undefined,
    parent_model_id: frozenOf ?? null,
    created_at: now,
  });
}

/** Share of all rows a model of the first fold learns from, in percent. */
export function trainShare(plan: ProjectPlan): number | null {
  if (plan.kind !== 'table' || plan.partition.method === 'datetime' || plan.partition.method === 'user') return null;
  const { folds, validation, holdout } = plan.partition;
  return Math.round(1e4 * (1 - holdout - (folds > 1 ? (1 - holdout) / folds : validation))) / 100;
}
