import { budgetSpent, type Run } from '../../core/run.ts';
import { column, type Frame } from '../../frame/frame.ts';
import { constantTarget } from '../check-training.ts';
import { type ColumnEncoder, encode, learnEncoders, widthOf } from '../encoding/column-encoder.ts';
import { type DesignColumn, dot, dotSquare } from '../encoding/design.ts';
import type { TrainingData } from '../estimator.ts';
import { chooseStep, type Evaluation, pathOf } from './choose-strength.ts';
import { type LinearModel, type LinearState, linearModel } from './linear-model.ts';
import { FOLDS, foldsByContent, type Learner, type Solution, shareWithout } from './solver.ts';

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
    data.validation === undefined ? foldJudges(prepared) : [evaluateOnValidation(prepared, data.validation, plan)];
  const chosen = chooseStep(prepared.learner, judges, path, { mix: plan.mix, stop });
  return path.slice(0, chosen + 1);
}

function evaluateOnValidation(prepared: Prepared, validation: Validation, plan: LinearPlan): Evaluation {
  const { x, y, weight = new Float64Array(x.rows).fill(1) } = validation;
  const columns = scaleDesign(designOf(prepared.encoders, x), prepared.scaling);
  const { loss } = plan.make([], y, weight, new Uint8Array(x.rows));
  return { leftOut: undefined, columns, rows: x.rows, weight, loss };
}

function foldJudges({ columns, weight, foldOf, learner }: Prepared): Evaluation[] {
  const rows = weight.length;
  const judges = Array.from({ length: rows > MANY_ROWS ? 1 : FOLDS }, (_, fold) => ({
    leftOut: fold,
    columns,
    rows,
    weight: weight.map((value, row) => value * (1 - shareWithout(foldOf[row] as number, fold))),
    loss: learner.loss,
  }));
  // With a handful of rows a fold may hold none of them, or all.
  return judges.filter((evaluation) => {
    const judged = evaluation.weight.some((value) => value > 0);
    return judged && evaluation.weight.some((value, row) => value < (weight[row] as number));
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
  const columns = scaleDesign(raw, scaling);
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

/** Dense columns become (x - center) / scale, sparse ones x / scale: centring would fill them, the intercept does it. */
function standardise(column: DesignColumn, center: number, scale: number): DesignColumn {
  if ('dense' in column) return { dense: column.dense.map((value) => (value - center) / scale) };
  return { rows: column.rows, values: column.values.map((value) => value / scale) };
}

/** Mean of every design column over the training rows, and the unit it is measured in. */
interface Scaling {
  readonly means: Float64Array;
  readonly scales: Float64Array;
}

/** Texts have length 1 over all their words; this brings one word nearer to the size of a number or a level. */
const WORD_SCALE = 1 / 4;

/**
 * Numbers are measured in standard deviations. Levels stay 0 and 1, and words keep their proportions: dividing by
 * their spread would let rare ones, of which least is known, escape the penalty.
 */
function scalingOf(
  encoders: readonly ColumnEncoder[],
  columns: readonly DesignColumn[],
  weight: Float64Array,
  standardise: boolean,
): Scaling {
  const total = weight.reduce((sum, value) => sum + value, 0);
  const words = encoders.flatMap((encoder) => Array<boolean>(widthOf(encoder)).fill(encoder.kind === 'text'));
  const means = Float64Array.from(columns, (one) => dot(one, weight) / total);
  const scales = Float64Array.from(columns, (one, j) => {
    if (!standardise) return 1;
    if (!('dense' in one)) return words[j] === true ? WORD_SCALE : 1;
    const mean = means[j] as number;
    // Centred first: a date in milliseconds loses its spread in the difference of two huge sums.
    const centred = { dense: one.dense.map((value) => value - mean) };
    const spread = Math.sqrt(dotSquare(centred, weight) / total);
    return spread > 1e-12 * Math.max(1, Math.abs(mean)) ? spread : 1;
  });
  return { means, scales };
}

function designOf(encoders: readonly ColumnEncoder[], x: Frame): DesignColumn[] {
  return encoders.flatMap((encoder) => encode(encoder, column(x, encoder.column)));
}

function scaleDesign(columns: readonly DesignColumn[], { means, scales }: Scaling): DesignColumn[] {
  return columns.map((one, j) => standardise(one, means[j] as number, scales[j] as number));
}
