import type { Blend, TabularBlend } from '@almanac/engine';
import type { Platform } from '#platform/context.ts';
import { metricsFrom } from '../../core/models/metrics.rules.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { ModelArtifact, ModelRow, PartScores } from '../../core/models/model.tables.ts';
import { trainingOf } from '../../core/partitioning/part-training.ts';
import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { lockProject } from '../../core/project/project.store.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { projectBlobs, writeBytes } from '../../engine/project-blobs.ts';

export interface MadeBlend {
  readonly id: string;
  readonly title: string;
  readonly method: string;
  readonly blend: Blend | TabularBlend;
  readonly members: readonly ModelRow[];
  readonly parts: readonly {
    readonly part: string;
    readonly scores: PartScores;
    readonly rows: number;
    readonly predictions: Uint8Array;
  }[];
  readonly artifact: ModelArtifact;
  readonly file: Uint8Array | null;
}

/** A blend on the leaderboard, like any model: parts with predictions, scores, a file that answers. */
export async function saveBlend(
  platform: Platform,
  project: ProjectRow,
  plan: ProjectPlan,
  made: MadeBlend,
): Promise<void> {
  const blobs = projectBlobs(project.id);
  for (const { part, predictions } of made.parts)
    await writeBytes(platform, blobs.predictions(made.id, part), predictions);
  if (made.file !== null) await writeBytes(platform, blobs.artifact(made.id), made.file);
  const { judged } = partNames(plan);
  const first = made.members[0];
  const training = trainingOf(plan, judged[0] ?? '', first?.training_row_count ?? null);
  await platform.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const models = modelStore(tx);
    if ((await models.byId(project.id, made.id)) === undefined) {
      await models.insert({
        id: made.id,
        project_id: project.id,
        organization_id: project.organization_id,
        blueprint_id: `${made.id}${made.id.slice(0, 8)}`,
        model_type: made.title,
        family: 'Blender',
        category: 'blend',
        processes: [made.title, ...made.members.map(({ model_type }) => model_type)],
        featurelist_id: first?.featurelist_id ?? null,
        featurelist_name: first?.featurelist_name ?? null,
        training: JSON.stringify(training),
        training_row_count: training.rowCount,
        member_ids: made.members.map(({ id }) => id),
        blender_method: made.method,
        blend: JSON.stringify(made.blend),
        sample_pct: first?.sample_pct ?? null,
        created_at: platform.now(),
      });
    }
    for (const { part, scores, rows } of made.parts) {
      const row = {
        modelId: made.id,
        part,
        scores,
        rows,
        training: trainingOf(plan, part, null),
        predictionsKey: blobs.predictions(made.id, part),
      };
      await models.putPart(row, platform.now());
    }
    await models.setArtifact(made.id, made.artifact);
    await models.setScores(made.id, metricsFrom(plan, await models.parts([made.id]), judged), platform.now());
  });
}
