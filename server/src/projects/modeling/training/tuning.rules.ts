import {
  type Constraint,
  type Task,
  type Tunable,
  tunableForecast,
  tunableParameters,
  tuneBlueprint,
  tuneForecast,
} from '@almanac/engine';
import { isForecast } from '../../core/models/blueprint.rules.ts';
import type { Recipe } from '../../core/models/model.tables.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import type { TuneModel, TuningParameters } from './tuning.schema.ts';

const taskOf = (plan: ProjectPlan): Task => (plan.kind === 'table' ? plan.task : 'regression');

export const tunablesOf = (recipe: Recipe, plan: ProjectPlan): Tunable[] =>
  isForecast(recipe) ? tunableForecast(recipe) : tunableParameters(recipe, taskOf(plan));

/** Ends of an interval that are not part of it are told by the next number, as clients know closed ones only. */
const NEXT = 1e-10;

type Shown = TuningParameters['tuningParameters'][number];

function toConstraints(rule: Constraint, auto: boolean, supportsGridSearch: boolean): Shown['constraints'] {
  switch (rule.kind) {
    case 'integer':
      return { int: { min: rule.low, max: rule.high, supportsGridSearch } };
    case 'interval': {
      const min = rule.low + (rule.openLow ? NEXT : 0);
      const max = rule.high - (rule.openHigh ? NEXT : 0);
      return { ...(auto ? { select: { values: ['auto'] } } : {}), float: { min, max, supportsGridSearch } };
    }
    case 'options':
      return { select: { values: [...rule.options] } };
    case 'boolean':
      return { select: { values: ['False', 'True'] } };
    case 'per-column':
      return {};
  }
}

/** Flags are texts to clients. */
const toValue = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : (value as string | number);

/** Tasks are numbered in the order of the steps. */
export function toTuningParameters(
  recipe: Recipe,
  plan: ProjectPlan,
  chosen: Readonly<Record<string, unknown>> | undefined,
): TuningParameters {
  const tunables = tunablesOf(recipe, plan);
  const steps = [...new Set(tunables.map(({ step }) => step))];
  const searchable = !isForecast(recipe) && taskOf(plan) !== 'anomaly';
  return {
    tuningDescription: recipe.tuning?.description ?? null,
    tuningParameters: tunables.map(({ id, name, step, param, rule, auto, current, usual }) => {
      const trained = Array.isArray(current) ? (chosen?.[param] ?? usual) : current;
      return {
        parameterName: name,
        parameterId: id,
        defaultValue: toValue(trained),
        currentValue: Array.isArray(current) ? current.map(toValue) : toValue(current),
        taskName: step,
        vertexId: String(steps.indexOf(step) + 1),
        constraints: toConstraints(rule, auto, searchable),
      };
    }),
  };
}

const USUAL_COMBINATIONS = 50;

/** The recipe with what was chosen. Throws the engine's sentence where a value does not fit. */
export function tuneRecipe(recipe: Recipe, plan: ProjectPlan, metric: string, body: TuneModel): Recipe {
  const chosen = body.tuningParameters.map(({ parameterId, value }) => [parameterId, value] as const);
  const { maxIterations, randomState } = body.gridSearchArguments ?? {};
  const options = { most: maxIterations ?? USUAL_COMBINATIONS, seed: randomState ?? plan.seed, metric };
  const tuned = isForecast(recipe)
    ? tuneForecast(recipe, chosen)
    : tuneBlueprint(recipe, taskOf(plan), chosen, options);
  return { ...tuned, tuning: { description: body.tuningDescription ?? recipe.tuning?.description ?? null } };
}
