import { budgetSpent } from '../model/budget.ts';
import { constantTarget } from '../model/check-training.ts';
import type { Run, TrainingData } from '../model/estimator.ts';
import { chooseStep, type Judge, pathOf } from './choose-strength.ts';
import type { ColumnEncoder } from './encoding/column-encoder.ts';
import type { DesignColumn } from './encoding/design.ts';
import { learnEncoders } from './encoding/learn-encoders.ts';
import { designOf, type Scaling, scaled, scalingOf } from './encoding/scaling.ts';
import type { Solution } from './least-squares-step.ts';
import { type LinearModel, type LinearState, linearModel } from './linear-model.ts';
import { FOLDS, foldsByContent, shareWithout } from './row-folds.ts';
import type { Learner } from './solver.ts';

/** Builds the learner of a family over the given rows. */
export type MakeLearner = (
  columns: readonly DesignColumn[],
  y: Float64Array,
  weight: Float64Array,
  foldOf: Uint8Array,
) => Learner;

export interface LinearPlan {
  readonly link: LinearState['link'];
  readonly make: MakeLearner;
  readonly mix: number;
  /** A number fixes the strength; otherwise it is chosen along the path. */
  readonly strength: number | undefined;
  readonly standardise: boolean;
}

/** A lasso changes with every step of the path, ridge only slowly; without a closed form each step has its price. */
const stepsFor = ({ mix, link }: LinearPlan) => (mix < 0.1 ? 16 : link === 'identity' ? 40 : 24);
/** Above this many rows one fold judges well enough. */
const MANY_ROWS = 5000;

interface Prepared {
  readonly encoders: readonly ColumnEncoder[];
  readonly scaling: Scaling;
  readonly columns: readonly DesignColumn[];
  readonly foldOf: Uint8Array;
  readonly weight: Float64Array;
  readonly learner: Learner;
}

type Validation = NonNullable<TrainingData['validation']>;

/** Back from standardised columns to the data as it came. */
function rawState(
  link: LinearState['link'],
  encoders: readonly ColumnEncoder[],
  raw: readonly DesignColumn[],
  scaling: Scaling,
  solutions: readonly Solution[],
): LinearState {
  const width = raw.length;
  const intercepts = Float64Array.from(solutions, (solution) => solution.intercept);
  const coefficients = new Float64Array(width * solutions.length);
  solutions.forEach((solution, output) => {
    raw.forEach((one, j) => {
      const value = (solution.coefficients[j] as number) / (scaling.scales[j] as number);
      coefficients[output * width + j] = value;
      const shift = 'dense' in one ? value * (scaling.means[j] as number) : 0;
      intercepts[output] = (intercepts[output] as number) - shift;
    });
  });
  return { encoders, link, intercepts, coefficients, means: scaling.means };
}

/** Strengths from strongest to weakest, of which the last is the one to keep. */
function strengthsFor(prepared: Prepared, data: TrainingData, plan: LinearPlan, stop: () => boolean): number[] {
  if (plan.strength !== undefined) return [plan.strength];
  const path = pathOf(prepared.learner, plan.mix, stepsFor(plan));
  const judges =
    data.validation === undefined ? foldJudges(prepared) : [validationJudge(prepared, data.validation, plan)];
  const chosen = chooseStep(prepared.learner, judges, path, { mix: plan.mix, stop });
  return path.slice(0, chosen + 1);
}

function validationJudge(prepared: Prepared, validation: Validation, plan: LinearPlan): Judge {
  const { x, y, weight = new Float64Array(x.rows).fill(1) } = validation;
  const columns = scaled(designOf(prepared.encoders, x), prepared.scaling);
  const { loss } = plan.make([], y, weight, new Uint8Array(x.rows));
  return { leftOut: undefined, columns, rows: x.rows, weight, loss };
}

function foldJudges({ columns, weight, foldOf, learner }: Prepared): Judge[] {
  const rows = weight.length;
  const judges = Array.from({ length: rows > MANY_ROWS ? 1 : FOLDS }, (_, fold) => ({
    leftOut: fold,
    columns,
    rows,
    weight: weight.map((value, row) => value * (1 - shareWithout(foldOf[row] as number, fold))),
    loss: learner.loss,
  }));
  // With a handful of rows a fold may hold none of them, or all.
  return judges.filter((judge) => {
    const judged = judge.weight.some((value) => value > 0);
    return judged && judge.weight.some((value, row) => value < (weight[row] as number));
  });
}

/** Everything a linear model does between checked rows and a model. */
export function fitLinear(data: TrainingData, plan: LinearPlan, run: Run): LinearModel {
  const weight = data.weight ?? new Float64Array(data.x.rows).fill(1);
  const encoders = learnEncoders(data.x, weight);
  const raw = designOf(encoders, data.x);
  const scaling = scalingOf(encoders, raw, weight, plan.standardise);
  const constant = constantTarget(data);
  if (constant !== undefined) {
    const still = [{ intercept: constant, coefficients: new Float64Array(raw.length) }];
    return linearModel(rawState('identity', encoders, raw, scaling, still));
  }
  const columns = scaled(raw, scaling);
  const foldOf = foldsByContent(data.x, data.y, weight);
  const learner = plan.make(columns, data.y, weight, foldOf);
  const stop = () => budgetSpent(run);
  const strengths = strengthsFor({ encoders, scaling, columns, foldOf, weight, learner }, data, plan, stop);
  const solver = learner.solverWithout(undefined);
  let solutions = solver.start();
  for (const [step, strength] of strengths.entries()) {
    if (stop()) break;
    const precision = step === strengths.length - 1 ? 'fine' : 'rough';
    solutions = solver.solve({ strength, mix: plan.mix }, solutions, { precision, stop });
    run.progress?.((step + 1) / strengths.length);
  }
  return linearModel(rawState(plan.link, encoders, raw, scaling, solutions));
}
