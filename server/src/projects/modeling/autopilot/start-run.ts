import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { FeatureListRow } from '../../core/features/feature-list.tables.ts';
import { blueprintStore } from '../../core/models/blueprint.store.ts';
import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { autopilotStore } from '../../core/project/autopilot-run.store.ts';
import type { AutopilotRunRow, AutopilotSettings } from '../../core/project/autopilot-run.tables.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { dispatch, enqueueStep } from '../../queue/project-queue.ts';
import { addModel } from '../training/add-model.ts';
import { trainModel } from '../training/train-model.ts';

export interface NewRun {
  readonly mode: AutopilotRunRow['mode'];
  readonly list: FeatureListRow;
  readonly settings: AutopilotSettings;
  readonly actor: Actor;
}

/** The first stage of a run: every blueprint of the mode on the first part. The caller holds the project. */
export async function startRun(platform: Platform, tx: Tx, project: ProjectRow, run: NewRun): Promise<void> {
  const store = autopilotStore(tx);
  const number = (await store.runs(project.id)).length + 1;
  await store.insert({
    project_id: project.id,
    number,
    featurelist_id: run.list.id,
    mode: run.mode,
    settings: JSON.stringify(run.settings),
    stage: run.mode === 'manual' ? 'done' : 'first',
    started_at: platform.now(),
    ended_at: run.mode === 'manual' ? platform.now() : null,
  });
  const parts = partNames(project.plan as ProjectPlan).judged.slice(0, 1);
  const blueprints = (await blueprintStore(tx).list(project.id)).filter(({ modes }) => modes.includes(run.mode));
  for (const blueprint of blueprints) {
    const model = await addModel(platform, tx, project, blueprint, run.list);
    const job = { project, actor: run.actor, autopilotRun: number, modelId: model.id, blueprintId: blueprint.id };
    await enqueueStep(platform, tx, trainModel, { modelId: model.id, parts: [...parts] }, job);
  }
  await dispatch(platform, tx, project.id);
}
