import { unitDeviance } from './deviances.ts';
import { binaryLoss, multinomialLoss } from './log-loss.ts';
import { meanLoss } from './mean-metric.ts';
import { type Metric, metric, weightOf } from './metric.ts';

type Loss = (actual: number, predicted: number) => number;

/**
 * Fraction of variance (deviance) explained: 1 - deviance / deviance of always saying the mean
 * (Hastie, Tibshirani and Wainwright 2015, section 3).
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
