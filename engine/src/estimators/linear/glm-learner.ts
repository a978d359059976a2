import { type DesignColumn, dot } from '../encoding/design.ts';
import type { Family } from './family.ts';
import { type Fit, newtonStep } from './newton-step.ts';
import {
  innerTolerance,
  type Learner,
  leastGain,
  linearPredictor,
  type Penalty,
  penaltyOf,
  type Solution,
  type Solver,
  weightsWithout,
} from './solver.ts';

const MOST_ROUNDS = 60;
const MOST_HALVINGS = 12;

function between(from: Solution, to: Solution, share: number): Solution {
  return {
    intercept: from.intercept + share * (to.intercept - from.intercept),
    coefficients: from.coefficients.map((value, j) => value + share * ((to.coefficients[j] as number) - value)),
  };
}

/**
 * Iteratively reweighted least squares, each step solved by coordinate descent (Friedman, Hastie and Tibshirani
 * 2010, section 3), with steps halved until the penalised loss falls.
 */
function glmSolver(columns: readonly DesignColumn[], y: Float64Array, weight: Float64Array, family: Family): Solver {
  const rows = y.length;
  const newton = newtonStep(columns);
  const objective = (eta: Float64Array, solution: Solution, penalty: Penalty) => {
    let sum = penaltyOf(solution.coefficients, penalty);
    for (let row = 0; row < rows; row += 1) {
      const share = weight[row] as number;
      if (share > 0) sum += share * family.loss(y[row] as number, family.mean(eta[row] as number));
    }
    return sum;
  };
  const center = y.reduce((sum, value, row) => sum + value * (weight[row] as number), 0);
  const start = (): Solution[] => [
    { intercept: family.predictor(center), coefficients: new Float64Array(columns.length) },
  ];

  const step = (eta: Float64Array, solution: Solution, penalty: Penalty, tolerance: number): Fit => {
    const working = new Float64Array(rows);
    const residual = new Float64Array(rows);
    for (let row = 0; row < rows; row += 1) {
      const mean = family.mean(eta[row] as number);
      working[row] = (weight[row] as number) * family.curvature(mean);
      residual[row] = ((y[row] as number) - mean) * family.slope(mean);
    }
    return newton({ weight: working, residual, eta }, solution, penalty, tolerance);
  };

  return {
    start,
    largestGradient() {
      const pull = y.map(
        (value, row) => (weight[row] as number) * (value - center) * family.slope(center) * family.curvature(center),
      );
      return columns.reduce((most, column) => Math.max(most, Math.abs(dot(column, pull))), 0);
    },
    solve(penalty, [from], effort) {
      let solution = from as Solution;
      let eta = linearPredictor(columns, solution, rows);
      let value = objective(eta, solution, penalty);
      let gain = 0.01 * value;
      for (let round = 0; round < MOST_ROUNDS && !effort.stop(); round += 1) {
        const tolerance = leastGain(effort, value);
        const target = step(eta, solution, penalty, innerTolerance(tolerance, gain));
        let { solution: better, eta: betterEta } = target;
        let betterValue = objective(betterEta, better, penalty);
        for (let half = 1; betterValue > value && half <= MOST_HALVINGS; half += 1) {
          better = between(solution, target.solution, 0.5 ** half);
          betterEta = linearPredictor(columns, better, rows);
          betterValue = objective(betterEta, better, penalty);
        }
        if (!(betterValue <= value)) break;
        gain = value - betterValue;
        [solution, eta, value] = [better, betterEta, betterValue];
        if (gain <= tolerance) break;
      }
      return [solution];
    },
  };
}

export function glmLearner(
  columns: readonly DesignColumn[],
  y: Float64Array,
  weight: Float64Array,
  foldOf: Uint8Array,
  family: Family,
): Learner {
  return {
    outputs: 1,
    loss: (row, [eta]) => family.loss(y[row] as number, family.mean((eta as Float64Array)[row] as number)),
    solverWithout: (fold) => glmSolver(columns, y, weightsWithout(weight, foldOf, fold), family),
  };
}
