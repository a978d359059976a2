import type { Ctx } from '#platform/context.ts';
import { catalogue, refuse } from '#platform/http/problem.ts';
import { blueprintStore } from '../../core/models/blueprint.store.ts';
import type { BlueprintRow } from '../../core/models/blueprint.tables.ts';
import { modelStore } from '../../core/models/model.store.ts';
import { getModelingProjectOrThrow } from '../../core/project/get-project.ts';
import { projectJobStore } from '../../queue/project-job.store.ts';
import { reconcile } from '../../queue/project-queue.ts';
import { prepareForDeployment } from '../autopilot/control.ts';
import { requestModel } from '../training/request-training.ts';

const AgainProblems = catalogue({
  notTrained: {
    status: 422,
    code: 'projects.not_trained_again',
    message: (type: string, error: string | null) =>
      `${type} could not be trained on the new data${error === null ? '' : `: ${error}`}.`,
  },
});

/**
 * A recipe of another project, learned here and then again on all data. Begins what has not begun, and answers the model
 * once it is ready, null before: call it until then.
 */
export async function trainAgain(ctx: Ctx, projectId: string, blueprint: BlueprintRow): Promise<string | null> {
  await getModelingProjectOrThrow(ctx, projectId, 'write');
  const { queries } = ctx.db;
  await reconcile(ctx, projectId);
  const models = await modelStore(queries).ofBlueprint(projectId, blueprint.id);
  const prepared = models.find((model) => model.prepared_for_deployment && model.status === 'ready');
  if (prepared !== undefined) return prepared.id;
  const [first] = models;
  if (first === undefined) {
    await blueprintStore(queries).insert([{ ...blueprint, project_id: projectId }]);
    await requestModel(ctx, projectId, { blueprintId: blueprint.id });
    return null;
  }
  if (first.status === 'error') refuse(AgainProblems.notTrained, first.model_type, first.error);
  const jobs = projectJobStore(queries);
  if (first.status === 'training' || (await jobs.open(projectId)).length > 0) return null;
  const failed = (await jobs.list(projectId, { status: 'error' })).find(({ model_id }) => model_id === first.id);
  if (failed !== undefined) refuse(AgainProblems.notTrained, first.model_type, null);
  await prepareForDeployment(ctx, projectId, first.id);
  return null;
}
