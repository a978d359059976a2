import { EngineProblem } from '../../core/engine-problem.ts';
import type { Run } from '../../core/run.ts';
import { checkTraining } from '../check-training.ts';
import type { Estimator, TrainingData } from '../estimator.ts';
import { type Constraints, flag, interval, oneOf } from '../parameters.ts';
import { binomial, type Family, gaussian, logLink } from './family.ts';
import { fitLinear, type LinearPlan, type MakeLearner } from './fit-linear.ts';
import { gaussianLearner } from './gaussian-learner.ts';
import { glmLearner } from './glm-learner.ts';
import { multinomialLearner } from './multinomial-learner.ts';

export interface PenaltyParams {
  /** `path`: chosen by cross-validation, or on the validation rows where there are some. `fixed`: as given. */
  readonly selection: 'path' | 'fixed';
  readonly strength: number;
  readonly standardise: boolean;
}
export interface ElasticNetParams extends PenaltyParams {
  readonly mix: number;
}
export interface GlmParams extends ElasticNetParams {
  readonly family: 'poisson' | 'gamma' | 'tweedie';
  /** Tweedie only: the variance grows like mean^power. */
  readonly power: number;
}

const penaltyRules: Constraints<PenaltyParams> = {
  selection: oneOf(['path', 'fixed'], 'path'),
  strength: interval(0, 1e6, 0.01, { scale: 'log' }),
  standardise: flag(true),
};
const mixRule = interval(0, 1, 0.5);

/** Above this width a covariance matrix costs more than passes over the rows. */
const WIDEST_COVARIANCE = 600;

const leastSquares: MakeLearner = (columns, y, weight, foldOf) =>
  columns.length <= WIDEST_COVARIANCE
    ? gaussianLearner(columns, y, weight, foldOf)
    : glmLearner(columns, y, weight, foldOf, gaussian);

/** Checks the rows and fits them with the penalty that the parameters choose. */
function fitPenalised(
  data: TrainingData,
  { selection, strength, standardise }: PenaltyParams,
  plan: Pick<LinearPlan, 'link' | 'make' | 'mix'>,
  run: Run,
) {
  checkTraining(data);
  return fitLinear(data, { ...plan, strength: selection === 'fixed' ? strength : undefined, standardise }, run);
}

/**
 * Elastic net: linear regression whose coefficients are shrunk, and those of columns that do not help set to 0 (Zou and
 * Hastie 2005, "Regularization and variable selection via the elastic net", Journal of the Royal Statistical Society B 67).
 */
export const elasticNet: Estimator<ElasticNetParams> = {
  name: 'elastic-net',
  title: 'Elastic-Net',
  tasks: ['regression'],
  params: { ...penaltyRules, mix: mixRule },
  fit: async (data, params, run) =>
    fitPenalised(data, params, { link: 'identity', make: leastSquares, mix: params.mix }, run),
};

/**
 * Ridge regression: linear regression whose coefficients are shrunk towards 0, which keeps correlated columns in check
 * (Hoerl and Kennard 1970, "Ridge regression: biased estimation for nonorthogonal problems", Technometrics 12).
 */
export const ridge: Estimator<PenaltyParams> = {
  name: 'ridge',
  title: 'Ridge Regression',
  tasks: ['regression'],
  params: penaltyRules,
  fit: async (data, params, run) => fitPenalised(data, params, { link: 'identity', make: leastSquares, mix: 0 }, run),
};

/**
 * Logistic regression: a linear model of the log odds of a class, multinomial for more than two classes, penalised like
 * the elastic net (Cox 1958, "The regression analysis of binary sequences", Journal of the Royal Statistical Society B 20).
 */
export const logistic: Estimator<ElasticNetParams> = {
  name: 'logistic',
  title: 'Logistic Regression',
  tasks: ['binary', 'multiclass'],
  params: { ...penaltyRules, mix: interval(0, 1, 0) },
  async fit(data, params, run) {
    const classes = data.classes ?? 2;
    const two = data.task === 'binary';
    const make: MakeLearner = (columns, y, weight, foldOf) =>
      two ? glmLearner(columns, y, weight, foldOf, binomial) : multinomialLearner(columns, y, weight, foldOf, classes);
    return fitPenalised(data, params, { link: two ? 'logit' : 'softmax', make, mix: params.mix }, run);
  },
};

function familyOf({ family, power }: GlmParams): Family {
  if (family === 'tweedie') return logLink('tweedie', power);
  return logLink(family, family === 'poisson' ? 1 : 2);
}

function checkPositive({ y, weight }: TrainingData, family: GlmParams['family']): void {
  const strict = family === 'gamma';
  const row = y.findIndex((value) => (strict ? value <= 0 : value < 0));
  if (row >= 0) {
    throw new EngineProblem(
      'data.target-sign',
      `The target is ${y[row]} in row ${row}; a ${family} model needs targets ${strict ? 'above 0' : 'of 0 or more'}. Use elastic net instead.`,
      { column: 'target', row },
    );
  }
  if (!y.some((value, at) => value > 0 && weight?.[at] !== 0)) {
    const place = { column: 'target', row: 0 };
    throw new EngineProblem('data.target-sign', `Every target is 0; a ${family} model needs some above 0.`, place);
  }
}

/**
 * Generalised linear model with log link: effects multiply, for counts (Poisson), sizes (Gamma) and sums that are often
 * 0 (Tweedie) (Nelder and Wedderburn 1972, "Generalized linear models", Journal of the Royal Statistical Society A 135).
 */
export const glm: Estimator<GlmParams> = {
  name: 'glm',
  title: 'Generalized Linear Model',
  tasks: ['regression'],
  params: {
    ...penaltyRules,
    mix: mixRule,
    family: oneOf(['poisson', 'gamma', 'tweedie'], 'poisson'),
    power: interval(1, 2, 1.5, { openLow: true, openHigh: true }),
  },
  async fit(data, params, run) {
    checkTraining(data);
    checkPositive(data, params.family);
    const family = familyOf(params);
    const make: MakeLearner = (columns, y, weight, foldOf) => glmLearner(columns, y, weight, foldOf, family);
    return fitPenalised(data, params, { link: 'log', make, mix: params.mix }, run);
  },
};
