import type { Ctx } from '#platform/context.ts';
import { catalogue, refuse } from '#platform/http/problem.ts';
import { getProjectOrThrow } from '../project/get-project.ts';
import type { ProjectRow } from '../project/project.store.ts';
import { blueprintStore, modelStore } from './model.store.ts';
import type { BlueprintRow, ModelRow } from './model.tables.ts';

export const ModelProblems = catalogue({
  noSuchModel: {
    status: 404,
    code: 'projects.no_such_model',
    message: (id: string) => `The project has no model ${id}. GET modelRecords/ lists them.`,
  },
  notDated: {
    status: 404,
    code: 'projects.not_dated',
    message: () =>
      'The project is not partitioned by date, so it has no datetime models. Use models/ or modelRecords/.',
  },
  nothingRecommended: {
    status: 404,
    code: 'projects.nothing_recommended',
    message: () => 'No model of the project is recommended yet. Wait for the autopilot to finish.',
  },
  alreadyEvaluated: {
    status: 422,
    code: 'projects.judged_already',
    message: (id: string) =>
      `Model ${id} has been evaluated on every part it can be evaluated on. Its scores are in its record.`,
  },
  damagedFile: {
    status: 422,
    code: 'models.damaged_file',
    message: (id: string, what: string) =>
      `The file of model ${id} ${what}, so the model cannot be used. Restore the file from a backup, or train the model ` +
      'again and use the new one.',
  },
  inBlend: {
    status: 422,
    code: 'projects.model_in_blend',
    message: (ids: readonly string[]) => `The model is part of the blends ${ids.join(', ')}. Delete those first.`,
  },
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
  noSuchBlueprint: {
    status: 404,
    code: 'projects.no_such_blueprint',
    message: (id: string) => `The project has no blueprint ${id}. GET blueprints/ lists them.`,
  },
});

export async function getBlueprintOrThrow(ctx: Ctx, projectId: string, id: string): Promise<BlueprintRow> {
  await getProjectOrThrow(ctx, projectId, 'read');
  return (await blueprintStore(ctx.db.queries).byId(projectId, id)) ?? refuse(BlueprintProblems.noSuchBlueprint, id);
}
