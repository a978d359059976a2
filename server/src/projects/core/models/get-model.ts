import type { Ctx } from '#platform/context.ts';
import { catalogue, refuse } from '#platform/http/problem.ts';
import { getProjectOrThrow } from '../project/get-project.ts';
import type { ProjectRow } from '../project/project.tables.ts';
import { blueprintStore } from './blueprint.store.ts';
import type { BlueprintRow } from './blueprint.tables.ts';
import { ModelProblems } from './model.problems.ts';
import { modelStore } from './model.store.ts';
import type { ModelRow } from './model.tables.ts';

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
