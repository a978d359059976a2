import type { Frame } from '../frame/frame.ts';
import { column } from '../frame/frame.ts';
import { budgetSpent } from '../model/budget.ts';
import { constantTarget } from '../model/check-training.ts';
import type { Run, TrainingData } from '../model/estimator.ts';
import { chooseStep, type Judge, pathOf } from './choose-strength.ts';
import { type ColumnEncoder, encode } from './encoding/column-encoder.ts';
import { type DesignColumn, dot, dotSquare, standardised } from './encoding/design.ts';
import { learnEncoders } from './encoding/learn-encoders.ts';
import type { Solution } from './least-squares-step.ts';
import type { LinearModel, LinearState } from './linear-model.ts';
import { linearModel } from './linear-model.ts';
import { foldsByContent } from './row-folds.ts';
import type { Learner } from './solver.ts';

/** Builds the learner of a family over the given rows. */
export type MakeLearner = (
  columns: readonly DesignColumn[],
  y: Float64Array,
  weight: Float64Array,
  foldOf: Uint8Array,
  folds: number,
) => Learner;

export interface LinearPlan {
  readonly link: LinearState['link'];
  readonly make: MakeLearner;
  readonly mix: number;
  /** A number fixes the strength; otherwise it is chosen along the path. */
  readonly strength: number | undefined;
  readonly standardise: boolean;
}

const FOLDS = 5;
const STEPS = 40;
/** Above this many rows one fold judges well enough. */
const MANY_ROWS = 20_000;

interface Scaling {
  readonly means: Float64Array;
  readonly scales: Float64Array;
}

function scalingOf(columns: readonly DesignColumn[], weight: Float64Array, standardise: boolean): Scaling {
  const total = weight.reduce((sum, value) => sum + value, 0);
  const means = Float64Array.from(columns, (one) => dot(one, weight) / total);
  const scales = Float64Array.from(columns, (one, j) => {
    if (!standardise) return 1;
    // Centred first: a date in milliseconds loses its spread in the difference of two huge sums.
    const centred = 'dense' in one ? { dense: one.dense.map((value) => value - (means[j] as number)) } : one;
    const mean = 'dense' in one ? 0 : (means[j] as number);
    const spread = Math.sqrt(Math.max(dotSquare(centred, weight) / total - mean * mean, 0));
    return spread > 1e-12 * Math.max(1, Math.abs(means[j] as number)) ? spread : 1;
  });
  return { means, scales };
}

function designOf(encoders: readonly ColumnEncoder[], x: Frame): DesignColumn[] {
  return encoders.flatMap((encoder) => encode(encoder, column(x, encoder.column)));
}

function scaled(columns: readonly DesignColumn[], { means, scales }: Scaling): DesignColumn[] {
  return columns.map((one, j) => standardised(one, means[j] as number, scales[j] as number));
}

function rawState(
  plan: LinearPlan,
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
  return { encoders, link: plan.link, intercepts, coefficients, means: scaling.means };
}

/** Everything a linear model does between checked rows and a model. */
export function fitLinear(data: TrainingData, plan: LinearPlan, run: Run): LinearModel {
  const weight = data.weight ?? new Float64Array(data.x.rows).fill(1);
  const encoders = learnEncoders(data.x, weight);
  const raw = designOf(encoders, data.x);
  const scaling = scalingOf(raw, weight, plan.standardise);
  const constant = constantTarget(data);
  if (constant !== undefined) {
    const still = [{ intercept: constant, coefficients: new Float64Array(raw.length) }];
    return linearModel(rawState({ ...plan, link: 'identity' }, encoders, raw, scaling, still));
  }
  const columns = scaled(raw, scaling);
  const foldOf = foldsByContent(data.x, data.y, FOLDS);
  const learner = plan.make(columns, data.y, weight, foldOf, FOLDS);
  const solver = learner.solverWithout(undefined);
  const stop = () => budgetSpent(run);
  const path =
    plan.strength === undefined ? pathOf(learner, { mix: plan.mix, steps: STEPS, ratio: 1e-4, stop }) : [plan.strength];
  const judges =
    plan.strength === undefined ? judgesFor(data, plan, encoders, scaling, columns, foldOf, weight, learner) : [];
  const chosen =
    judges.length === 0
      ? path.length - 1
      : chooseStep(learner, judges, path, { mix: plan.mix, steps: STEPS, ratio: 1e-4, stop });
  let solutions = solver.start();
  for (const [step, strength] of path.slice(0, chosen + 1).entries()) {
    if (stop()) break;
    solutions = solver.solve({ strength, mix: plan.mix }, solutions, stop);
    run.progress?.((step + 1) / (chosen + 1));
  }
  return linearModel(rawState(plan, encoders, raw, scaling, solutions));
}

function judgesFor(
  data: TrainingData,
  plan: LinearPlan,
  encoders: readonly ColumnEncoder[],
  scaling: Scaling,
  columns: readonly DesignColumn[],
  foldOf: Uint8Array,
  weight: Float64Array,
  learner: Learner,
): Judge[] {
  const { validation } = data;
  if (validation !== undefined) {
    const rows = validation.x.rows;
    const given = validation.weight ?? new Float64Array(rows).fill(1);
    const theirs = scaled(designOf(encoders, validation.x), scaling);
    const { loss } = plan.make([], validation.y, given, new Uint8Array(rows), 1);
    return [{ leftOut: undefined, columns: theirs, rows, weight: given, loss }];
  }
  const folds = data.x.rows > MANY_ROWS ? 1 : FOLDS;
  return Array.from({ length: folds }, (_, fold) => ({
    leftOut: fold,
    columns,
    rows: data.x.rows,
    weight: weight.map((value, row) => (foldOf[row] === fold ? value : 0)),
    loss: learner.loss,
  })).filter(
    (judge) =>
      judge.weight.some((value) => value > 0) && judge.weight.some((value, row) => value === 0 && weight[row] !== 0),
  );
}
