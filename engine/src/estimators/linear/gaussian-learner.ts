import type { DesignColumn } from '../encoding/design.ts';
import { gaussian } from './family.ts';
import { covariances, descendOnCovariances, interceptOf, momentsOf, solveRidge } from './moments.ts';
import { copyOf, FOLDS, type Learner, type Solution, shareWithout } from './solver.ts';

/** Least squares on covariances: for designs of moderate width, where width x width numbers fit in memory. */
export function gaussianLearner(
  columns: readonly DesignColumn[],
  y: Float64Array,
  weight: Float64Array,
  foldOf: Uint8Array,
): Learner {
  const moments = momentsOf(columns, y, weight, foldOf, FOLDS + 1);
  return {
    outputs: 1,
    loss: (row, [eta]) => gaussian.loss(y[row] as number, (eta as Float64Array)[row] as number),
    solverWithout(fold) {
      const data = covariances(moments, (candidate) => shareWithout(candidate, fold));
      const spread = data.withTarget.reduce((most, value) => Math.max(most, value * value), 0);
      return {
        largestGradient: () => Math.sqrt(spread),
        start: () => [{ intercept: data.targetMean, coefficients: new Float64Array(data.width) }],
        solve(penalty, from, { precision }) {
          if (penalty.mix === 0) {
            const exact = solveRidge(data, penalty.strength);
            return [{ intercept: interceptOf(data, exact), coefficients: exact }];
          }
          const { coefficients } = copyOf(from[0] as Solution);
          descendOnCovariances(
            data,
            coefficients,
            penalty,
            (precision === 'rough' ? 1e-8 : 1e-14) * Math.max(spread, 1e-300),
          );
          return [{ intercept: interceptOf(data, coefficients), coefficients }];
        },
      };
    },
  };
}
