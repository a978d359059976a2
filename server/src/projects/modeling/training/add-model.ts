import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { FeatureListRow } from '../../core/features/feature-list.tables.ts';
import type { BlueprintRow } from '../../core/models/blueprint.tables.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import { trainingOf } from '../../core/partitioning/part-training.ts';
import { isDated, type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { type SharedParts, type TrainingShare, trainShare } from '../../core/partitioning/share.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';

/** What is special about a model somebody asked for. */
interface Asked {
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
