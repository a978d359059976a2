import type { AutopilotState, RunBlend, RunModel } from '@almanac/engine';
import { chunksOf } from '#data';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { lowerIsBetter, SKILL } from '../../core/models/metrics.rules.ts';
import { blueprintStore, modelStore } from '../../core/models/model.store.ts';
import type { ModelPartRow, ModelRow, Recipe } from '../../core/models/model.tables.ts';
import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import type { AutopilotRunRow } from '../../core/project/autopilot-run.store.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { projectJobStore } from '../../queue/project-job.store.ts';
import { whyNotContinue } from '../incremental/incremental.rules.ts';

/** The state of a run for the engine's autopilot, and the rows of the models in it by ID. */
export interface RunState extends AutopilotState {
  readonly rows: ReadonlyMap<string, ModelRow>;
}

/** From the models that the jobs of a run made. */
export async function loadRunState(
  platform: Pick<Platform, 'db'>,
  tx: Tx,
  project: ProjectRow,
  run: AutopilotRunRow,
  stage: AutopilotState['stage'],
): Promise<RunState> {
  const store = modelStore(tx);
  const jobs = await projectJobStore(tx).ofAutopilot(project.id, run.number);
  const ids = [...new Set(jobs.flatMap(({ model_id }) => model_id ?? []))];
  const own = (await store.byIds(project.id, ids)).filter(
    ({ status, parent_model_id }) => status === 'ready' && parent_model_id === null,
  );
  const ready = await store.ready(project.id);
  const singles = own.filter(({ category }) => category === 'model').sort((a, b) => a.number - b.number);
  const parts = await store.parts(singles.map(({ id }) => id));
  const blueprintIds = singles.map(({ blueprint_id }) => blueprint_id);
  const blueprints = await blueprintStore(tx).byIds(project.id, blueprintIds);
  const recipes = new Map(blueprints.map(({ id, recipe }) => [id, recipe]));
  const models = singles.flatMap((row) => {
    const recipe = recipes.get(row.blueprint_id);
    return recipe === undefined ? [] : [runModel(project, row, recipe, parts)];
  });
  const blends = ready.filter(
    ({ category, member_ids, parent_model_id }) =>
      category === 'blend' && parent_model_id === null && member_ids?.every((id) => ids.includes(id)),
  );
  const continuing = new Set(models.filter(({ canContinue }) => canContinue === true).map(({ id }) => id));
  const continued = ready.filter(
    ({ parent_model_id, prepared_for_deployment }) => continuing.has(parent_model_id ?? '') && !prepared_for_deployment,
  );
  return {
    stage,
    settings: await settingsOf(platform, project, run),
    blueprints: [],
    models,
    blends: blends.map((row) => scoresOf(project, row)),
    continued: continued.map((row) => scoresOf(project, row)),
    rows: new Map([...singles, ...blends, ...continued].map((row) => [row.id, row])),
  };
}

export async function settingsOf(
  platform: Pick<Platform, 'db'>,
  project: ProjectRow,
  { mode, settings }: Pick<AutopilotRunRow, 'mode' | 'settings'>,
): Promise<AutopilotState['settings']> {
  const { evaluated, holdout } = partNames(project.plan as ProjectPlan);
  const { incremental, ...chosen } = settings;
  const base = { mode, lowerIsBetter: lowerIsBetter(project.metric), parts: evaluated, holdout, ...chosen };
  if (incremental === undefined) return base;
  const { chunks } = await chunksOf(platform, incremental.chunkDefinitionId);
  return { ...base, incremental: { iterationsBeforeSelection: incremental.iterationsBeforeSelection, chunks } };
}

function scoresOf({ metric }: ProjectRow, { id, metrics }: ModelRow): RunBlend {
  const scores = metrics[metric ?? ''];
  return {
    id,
    first: scores?.validation ?? null,
    overall: scores?.backtesting ?? scores?.crossValidation ?? null,
  };
}

function runModel(project: ProjectRow, row: ModelRow, recipe: Recipe, parts: readonly ModelPartRow[]): RunModel {
  const own = parts.filter(({ model_id }) => model_id === row.id);
  const newest = own.find(({ part }) => part === 'backtest_0' || part === 'fold_0');
  return {
    ...scoresOf(project, row),
    blueprint: recipe,
    parts: own.map(({ part }) => part),
    skill: newest?.scores[SKILL] ?? null,
    canContinue: whyNotContinue(row, recipe, project.plan) === '',
  };
}
