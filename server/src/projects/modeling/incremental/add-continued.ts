import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import type { ProjectJobRow } from '../../queue/project-job.store.ts';
import { enqueueStep, type NewJob } from '../../queue/project-queue.ts';
import { continueModel } from './continue-model.step.ts';
import type { ContinueInput } from './incremental.schema.ts';

const CONTINUED = ', continued';

/** A model to be: the parent after more rows. The caller holds the project, and calls `dispatch` afterwards. */
export async function addContinued(
  platform: Pick<Platform, 'now'>,
  tx: Tx,
  parent: ModelRow,
  wish: Pick<ContinueInput, 'source' | 'earlyStoppingRounds' | 'recommend'>,
  job: Pick<NewJob, 'project' | 'actor' | 'autopilotRun'>,
): Promise<ProjectJobRow> {
  const now = platform.now();
  const { number: _, error: __, is_starred: ___, ...same } = parent;
  const model = await modelStore(tx).insert({
    ...same,
    id: newId(now),
    model_type: parent.model_type.endsWith(CONTINUED) ? parent.model_type : `${parent.model_type}${CONTINUED}`,
    status: 'training',
    parent_model_id: parent.id,
    // It goes on from its parent: what that one was asked for with says nothing about this one.
    training: JSON.stringify({ ...parent.training, share: undefined }),
    blend: null,
    metrics: '{}',
    artifact: null,
    created_at: now,
    ready_at: null,
    error: null,
  });
  const input = { modelId: model.id, parentId: parent.id, ...wish };
  return enqueueStep(platform, tx, continueModel, input, {
    ...job,
    modelId: model.id,
    blueprintId: parent.blueprint_id,
  });
}
