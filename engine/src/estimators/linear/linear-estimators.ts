import { EngineProblem } from '../../core/engine-problem.ts';
import { checkTraining } from '../check-training.ts';
import type { Estimator, TrainingData } from '../estimator.ts';
import { type Constraints, flag, interval, oneOf } from '../parameters.ts';
import { binomial, type Family, gaussian, logLink } from './family.ts';
import { fitLinear, type MakeLearner } from './fit-linear.ts';
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

const strengthOf = (params: PenaltyParams) => (params.selection === 'fixed' ? params.strength : undefined);

/**
 * Elastic net (Zou and Hastie 2005, "Regularization and variable selection via the elastic net"): linear regression whose
 * coefficients are shrunk, and those of columns that do not help set to 0.
 */
export const elasticNet: Estimator<ElasticNetParams> = {
  name: 'elastic-net',
  title: 'Elastic net',
  tasks: ['regression'],
  params: { ...penaltyRules, mix: mixRule },
  async fit(data, params, run) {
    checkTraining(data);
    const { mix, standardise } = params;
    return fitLinear(
      data,
      { link: 'identity', make: leastSquares, mix, strength: strengthOf(params), standardise },
      run,
    );
  },
};

/**
 * Ridge regression (Hoerl and Kennard 1970, "Ridge regression: biased estimation for nonorthogonal problems"): linear
 * regression whose coefficients are shrunk towards 0, which keeps correlated columns in check.
 */
export const ridge: Estimator<PenaltyParams> = {
  name: 'ridge',
  title: 'Ridge regression',
  tasks: ['regression'],
  params: penaltyRules,
  async fit(data, params, run) {
    checkTraining(data);
    const { standardise } = params;
    return fitLinear(
      data,
      { link: 'identity', make: leastSquares, mix: 0, strength: strengthOf(params), standardise },
      run,
    );
  },
};

/**
 * Logistic regression (Cox 1958, "The regression analysis of binary sequences"): a linear model of the log odds of a
 * class; multinomial for more than two classes. Penalised like the elastic net.
 */
export const logistic: Estimator<ElasticNetParams> = {
  name: 'logistic',
  title: 'Logistic regression',
  tasks: ['binary', 'multiclass'],
  params: { ...penaltyRules, mix: interval(0, 1, 0) },
  async fit(data, params, run) {
    checkTraining(data);
    const { mix, standardise } = params;
    const classes = data.classes ?? 2;
    const two = data.task === 'binary';
    const make: MakeLearner = (columns, y, weight, foldOf) =>
      two ? glmLearner(columns, y, weight, foldOf, binomial) : multinomialLearner(columns, y, weight, foldOf, classes);
    return fitLinear(
      data,
      { link: two ? 'logit' : 'softmax', make, mix, strength: strengthOf(params), standardise },
      run,
    );
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
    throw new EngineProblem('data.target-sign', `Every target is 0; a ${family} model needs some above 0.`, {
      column: 'target',
      row: 0,
    });
  }
}

/**
 * Generalised linear model (Nelder and Wedderburn 1972, "Generalized linear models") with log link: effects multiply. For
 * counts (Poisson), sizes (Gamma) and sums that are often 0 (Tweedie).
 */
export const glm: Estimator<GlmParams> = {
  name: 'glm',
  title: 'Generalised linear model',
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
    const { mix, standardise } = params;
    const make: MakeLearner = (columns, y, weight, foldOf) => glmLearner(columns, y, weight, foldOf, family);
    return fitLinear(data, { link: 'log', make, mix, strength: strengthOf(params), standardise }, run);
  },
};
