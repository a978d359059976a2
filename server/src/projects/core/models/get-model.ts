import type { Ctx } from '#platform/context.ts';
import { catalogue, notFound, refuse, unprocessable } from '#platform/http/problem.ts';
import { getProjectOrThrow } from '../project/get-project.ts';
import type { ProjectRow } from '../project/project.store.ts';
import { blueprintStore, modelStore } from './model.store.ts';
import type { BlueprintRow, ModelRow } from './model.tables.ts';

export const ModelProblems = catalogue({
  noSuchModel: notFound(
    'projects.no_such_model',
    (id: string) => `The project has no model ${id}. GET modelRecords/ lists them.`,
  ),
  notDated: notFound(
    'projects.not_dated',
    () => 'The project is not partitioned by date, so it has no datetime models. Use models/ or modelRecords/.',
  ),
  nothingRecommended: notFound(
    'projects.nothing_recommended',
    () => 'No model of the project is recommended yet. Wait for the autopilot to finish.',
  ),
  alreadyEvaluated: unprocessable(
    'projects.judged_already',
    (id: string) =>
      `Model ${id} has been evaluated on every part it can be evaluated on. Its scores are in its record.`,
  ),
  damagedFile: unprocessable(
    'models.damaged_file',
    (id: string, what: string) =>
      `The file of model ${id} ${what}, so the model cannot be used. Restore the file from a backup, or train the model ` +
      'again and use the new one.',
  ),
  inBlend: unprocessable(
    'projects.model_in_blend',
    (ids: readonly string[]) => `The model is part of the blends ${ids.join(', ')}. Delete those first.`,
  ),
});

export async function getModelOrThrow(
  ctx: Ctx,
  projectId: string,
  modelId: string,
): Promise<{ project: ProjectRow; row: ModelRow }> {
  const project = await getProjectOrThrow(ctx, projectId, 'read');
  const row = await modelStore(ctx.db.queries).byId(projectId, modelId);
  return row?.status === 'ready' ? { project, row } : refuse(ModelProblems.noSuchModel, modelId);
}

const BlueprintProblems = catalogue({
  noSuchBlueprint: notFound(
    'projects.no_such_blueprint',
    (id: string) => `The project has no blueprint ${id}. GET blueprints/ lists them.`,
  ),
});

export async function getBlueprintOrThrow(ctx: Ctx, projectId: string, id: string): Promise<BlueprintRow> {
  await getProjectOrThrow(ctx, projectId, 'read');
  return (await blueprintStore(ctx.db.queries).byId(projectId, id)) ?? refuse(BlueprintProblems.noSuchBlueprint, id);
}
