import { EngineProblem } from '../core/engine-problem.ts';
import { binaryLoss, multinomialLoss } from './classification.ts';
import { type MeanMetric, type Metric, meanLoss, meanMetric, metric, weightOf } from './metric.ts';

/** Deviances are defined for positive means only; a prediction at or below 0 counts as this. */
const SMALLEST_MEAN = 1e-9;

const positive = (value: number) => Math.max(value, SMALLEST_MEAN);

/**
 * Unit deviance of the Tweedie family: twice the log-likelihood that a prediction loses against the truth, for a variance
 * that grows like mean^power (Jørgensen 1997, "The theory of dispersion models").
 */
export function unitDeviance(power: number): (actual: number, mean: number) => number {
  if (power === 0) return (actual, mean) => (actual - mean) ** 2;
  if (power === 1) {
    return (actual, mean) => {
      const mu = positive(mean);
      return 2 * ((actual > 0 ? actual * Math.log(actual / mu) : 0) - actual + mu);
    };
  }
  if (power === 2) {
    return (actual, mean) => {
      const [y, mu] = [positive(actual), positive(mean)];
      return 2 * (Math.log(mu / y) + y / mu - 1);
    };
  }
  return (actual, mean) => {
    const [y, mu] = [Math.max(actual, 0), positive(mean)];
    const saturated = y ** (2 - power) / ((1 - power) * (2 - power));
    return 2 * (saturated - (y * mu ** (1 - power)) / (1 - power) + mu ** (2 - power) / (2 - power));
  };
}

/** Mean unit deviance of counts (Poisson) and of sizes (Gamma). */
export const poissonDeviance: MeanMetric = meanMetric({ name: 'Poisson Deviance', loss: unitDeviance(1) });
export const gammaDeviance: MeanMetric = meanMetric({ name: 'Gamma Deviance', loss: unitDeviance(2) });

/** Mean Tweedie deviance for a power between 1 (Poisson) and 2 (Gamma). */
export function tweedieDevianceAt(power: number): MeanMetric {
  if (!(power > 1 && power < 2)) {
    throw new EngineProblem(
      'metric.power',
      `The Tweedie power must lie between 1 and 2, both excluded; it was ${power}. Use Poisson for 1, Gamma for 2.`,
    );
  }
  return meanMetric({ name: 'Tweedie Deviance', loss: unitDeviance(power) });
}
export const tweedieDeviance: MeanMetric = tweedieDevianceAt(1.5);

type Loss = (actual: number, predicted: number) => number;

/**
 * Fraction of variance (deviance) explained: 1 - deviance / deviance of always saying the mean (Hastie, Tibshirani and
 * Wainwright 2015, "Statistical learning with sparsity", chapter 3).
 */
function fve(name: string, task: 'regression' | 'binary', loss: Loss): Metric {
  return metric({
    name,
    direction: 'higher',
    tasks: [task],
    score(rows) {
      const center = meanLoss(rows, (actual) => actual);
      const without = meanLoss(rows, (actual) => loss(actual, center));
      return without > 0 ? 1 - meanLoss(rows, loss) / without : Number.NaN;
    },
  });
}

export const fvePoisson = fve('FVE Poisson', 'regression', unitDeviance(1));
export const fveGamma = fve('FVE Gamma', 'regression', unitDeviance(2));
export const fveTweedie = fve('FVE Tweedie', 'regression', unitDeviance(1.5));
export const fveBinomial = fve('FVE Binomial', 'binary', binaryLoss);

export const fveMultinomial = metric({
  name: 'FVE Multinomial',
  direction: 'higher',
  tasks: ['multiclass'],
  score(rows) {
    const classes = rows.classes ?? 2;
    const frequency = new Float64Array(classes);
    let total = 0;
    rows.actual.forEach((actual, row) => {
      frequency[actual] = (frequency[actual] as number) + weightOf(rows.weight, row);
      total += weightOf(rows.weight, row);
    });
    const constant = Float64Array.from(rows.predicted, (_, at) => (frequency[at % classes] as number) / total);
    const without = multinomialLoss({ ...rows, predicted: constant });
    return without > 1e-12 ? 1 - multinomialLoss(rows) / without : Number.NaN;
  },
});
