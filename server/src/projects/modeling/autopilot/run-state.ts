import type { Tx } from '#platform/db/database.ts';
import { SKILL } from '../../core/models/metrics.rules.ts';
import { blueprintStore, modelStore } from '../../core/models/model.store.ts';
import type { ModelPartRow, ModelRow, Recipe } from '../../core/models/model.tables.ts';
import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { projectJobStore } from '../../queue/project-job.store.ts';
import type { RunModel } from './next-stage.rules.ts';

/** What a run of the autopilot has reached so far, from the models its jobs made. */
export interface RunState {
  readonly models: readonly RunModel[];
  readonly blends: readonly RunModel[];
  readonly recipes: readonly Recipe[];
  /** Models judged on every part. */
  readonly complete: string[];
  readonly blueprintOf: ReadonlyMap<string, string>;
  readonly list: { readonly id: string; readonly name: string };
}

export async function runState(tx: Tx, project: ProjectRow, run: number): Promise<RunState> {
  const jobs = await projectJobStore(tx).ofAutopilot(project.id, run);
  const ids = [...new Set(jobs.flatMap(({ model_id }) => model_id ?? []))];
  const store = modelStore(tx);
  const own = (await store.byIds(project.id, ids)).filter(
    ({ status, parent_model_id }) => status === 'ready' && parent_model_id === null,
  );
  const blends = (await store.ready(project.id)).filter(
    ({ category, member_ids }) => category === 'blend' && member_ids?.every((id) => ids.includes(id)),
  );
  const parts = await store.parts(own.map(({ id }) => id));
  const blueprints = await blueprintStore(tx).byIds(
    project.id,
    own.map(({ blueprint_id }) => blueprint_id),
  );
  const recipeOf = new Map(blueprints.map(({ id, recipe }) => [id, recipe]));
  const { judged } = partNames(project.plan as ProjectPlan);
  const singles = own.filter(({ category }) => category === 'model');
  const has = (model: ModelRow, name: string) =>
    parts.some(({ model_id, part }) => model_id === model.id && part === name);
  return {
    models: singles.map((model) => runModel(project, model, recipeOf.get(model.blueprint_id), parts)),
    blends: blends
      .filter(({ parent_model_id }) => parent_model_id === null)
      .map((model) => runModel(project, model, undefined, [])),
    recipes: singles.flatMap((model) => recipeOf.get(model.blueprint_id) ?? []),
    complete: singles.filter((model) => judged.every((name) => has(model, name))).map(({ id }) => id),
    blueprintOf: new Map(singles.map(({ id, blueprint_id }) => [id, blueprint_id])),
    list: { id: singles[0]?.featurelist_id ?? '', name: singles[0]?.featurelist_name ?? '' },
  };
}

function runModel(
  project: ProjectRow,
  model: ModelRow,
  recipe: Recipe | undefined,
  parts: readonly ModelPartRow[],
): RunModel {
  const scores = model.metrics[project.metric ?? ''];
  const newest = parts.find(
    ({ model_id, part }) => model_id === model.id && (part === 'backtest_0' || part === 'fold_0'),
  );
  return {
    modelId: model.id,
    recipeId: recipe?.id ?? model.id,
    skill: newest?.scores[SKILL] ?? null,
    first: scores?.validation ?? null,
    overall: scores?.backtesting ?? scores?.crossValidation ?? null,
  };
}
