import type { Queries } from '#platform/db/database.ts';
import { blueprintStore } from '../../core/models/blueprint.store.ts';
import type { BlueprintRow } from '../../core/models/blueprint.tables.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { Aim } from '../../core/project/aim.schema.ts';
import { projectStore } from '../../core/project/project.store.ts';

/** How a model came to be. What cannot be told any more is null: the project is gone, the model is a blend. */
export interface ChampionRecipe {
  readonly aim: Aim | null;
  readonly blueprint: BlueprintRow | null;
}

/** For work that learns a deployed model again: whoever asked was allowed to by the deployment. */
export async function championRecipe(
  db: Queries,
  organizationId: string,
  projectId: string | null,
  modelId: string,
): Promise<ChampionRecipe> {
  const project = projectId === null ? undefined : await projectStore(db).byId(organizationId, projectId);
  if (project === undefined) return { aim: null, blueprint: null };
  const model = await modelStore(db).byId(project.id, modelId);
  const isBlend = model === undefined || model.category === 'blend';
  const blueprint = isBlend ? undefined : await blueprintStore(db).byId(project.id, model.blueprint_id);
  return { aim: project.aim, blueprint: blueprint ?? null };
}
