import { EngineProblem } from '@almanac/engine';
import type { Ctx } from '#platform/context.ts';
import { catalogue, invalidFields, refuse, unprocessable } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { toBlueprintRow } from '../../core/models/blueprint.rules.ts';
import { getBlueprintOrThrow, getModelOrThrow } from '../../core/models/get-model.ts';
import { blueprintStore } from '../../core/models/model.store.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import { getModelingProjectOrThrow } from '../../core/project/get-project.ts';
import { readReport } from '../../engine/project-files.ts';
import { requestLike } from './request-training.ts';
import { toTuningParameters, tuneRecipe } from './tuning.rules.ts';
import type { TuneModel, TuningParameters } from './tuning.schema.ts';

const TuningProblems = catalogue({
  blend: unprocessable(
    'projects.no_tuning',
    (id: string) => `Model ${id} is a blend and has no parameters of its own. Tune its members and blend them again.`,
  ),
});

async function getTunableOrThrow(ctx: Ctx, projectId: string, modelId: string) {
  const { project, row } = await getModelOrThrow(ctx, projectId, modelId);
  if (row.category === 'blend') refuse(TuningProblems.blend, modelId);
  const blueprint = await getBlueprintOrThrow(ctx, projectId, row.blueprint_id);
  return { project, row, blueprint, plan: project.plan as ProjectPlan };
}

export async function readTuningParameters(ctx: Ctx, projectId: string, modelId: string): Promise<TuningParameters> {
  const { row, blueprint, plan } = await getTunableOrThrow(ctx, projectId, modelId);
  const report = await readReport(ctx, projectId, row.id);
  return toTuningParameters(blueprint.recipe, plan, report?.chosen);
}

/** A new model of the tuned recipe, on the rows, features and parts of the one it comes from. */
export async function tuneModel(ctx: Ctx, projectId: string, modelId: string, body: TuneModel): Promise<Reply> {
  await getModelingProjectOrThrow(ctx, projectId, 'write');
  const { project, row, blueprint, plan } = await getTunableOrThrow(ctx, projectId, modelId);
  const recipe = tuneOrRefuse();
  const store = blueprintStore(ctx.db.queries);
  const made = toBlueprintRow(projectId, recipe, (await store.list(projectId)).length, []);
  await store.insert([made]);
  return requestLike(ctx, project, made, row);

  function tuneOrRefuse() {
    try {
      return tuneRecipe(blueprint.recipe, plan, project.metric ?? '', body);
    } catch (error) {
      if (error instanceof EngineProblem) throw invalidFields({ tuningParameters: error.message });
      throw error;
    }
  }
}
