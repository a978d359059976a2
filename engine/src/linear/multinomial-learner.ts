import { type DesignColumn, dot } from './encoding/design.ts';
import { descend, type Solution } from './least-squares-step.ts';
import { type Penalty, penaltyOf } from './penalty.ts';
import { copyOf, type Learner, linearPredictor, type Solver, weightsWithout } from './solver.ts';

const MOST_ROUNDS = 200;
const RELATIVE_TOLERANCE = 1e-10;
/** Chances of a class that the left-in rows lack: small, but its logarithm is finite. */
const LEAST_SHARE = 1e-6;

/** log(sum(exp(eta))) of one row. */
function logTotal(predictors: readonly Float64Array[], row: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const eta of predictors) most = Math.max(most, eta[row] as number);
  let sum = 0;
  for (const eta of predictors) sum += Math.exp((eta[row] as number) - most);
  return most + Math.log(sum);
}

/**
 * One vector of coefficients per class, softmax between them. Classes take turns; each turn is a least-squares step
 * with the curvature bounded from above by 1/4 (Boehning 1992), so the loss falls with every turn.
 */
function multinomialSolver(
  columns: readonly DesignColumn[],
  y: Float64Array,
  weight: Float64Array,
  classes: number,
): Solver {
  const rows = y.length;
  const shares = new Float64Array(classes);
  y.forEach((value, row) => {
    shares[value] = (shares[value] as number) + (weight[row] as number);
  });
  const flat = weight.map((value) => value / 4);
  const objective = (predictors: readonly Float64Array[], solutions: readonly Solution[], penalty: Penalty) => {
    let sum = solutions.reduce((total, solution) => total + penaltyOf(solution.coefficients, penalty), 0);
    for (let row = 0; row < rows; row += 1) {
      const share = weight[row] as number;
      if (share > 0)
        sum += share * (logTotal(predictors, row) - ((predictors[y[row] as number] as Float64Array)[row] as number));
    }
    return sum;
  };
  const turn = (predictors: Float64Array[], solutions: Solution[], k: number, penalty: Penalty, tolerance: number) => {
    const eta = predictors[k] as Float64Array;
    const residual = eta.map((value, row) => 4 * (Number(y[row] === k) - Math.exp(value - logTotal(predictors, row))));
    const next = copyOf(solutions[k] as Solution);
    descend({ columns, weight: flat, residual }, next, penalty, tolerance);
    solutions[k] = next;
    predictors[k] = linearPredictor(columns, next, rows);
  };
  return {
    start: () =>
      Array.from(shares, (share) => ({
        intercept: Math.log(Math.max(share, LEAST_SHARE)),
        coefficients: new Float64Array(columns.length),
      })),
    largestGradient() {
      const pulls = Array.from(shares, (share, k) =>
        y.map((value, row) => (weight[row] as number) * (Number(value === k) - share)),
      );
      return pulls.reduce(
        (most, pull) => columns.reduce((m, column) => Math.max(m, Math.abs(dot(column, pull))), most),
        0,
      );
    },
    solve(penalty, from, stop) {
      const solutions = from.map(copyOf);
      const predictors = solutions.map((solution) => linearPredictor(columns, solution, rows));
      let value = objective(predictors, solutions, penalty);
      for (let round = 0; round < MOST_ROUNDS && !stop(); round += 1) {
        const tolerance = RELATIVE_TOLERANCE * Math.max(value, 1e-6);
        for (let k = 0; k < classes; k += 1) turn(predictors, solutions, k, penalty, tolerance * 0.1);
        const next = objective(predictors, solutions, penalty);
        const gain = value - next;
        value = next;
        if (gain <= tolerance) break;
      }
      return solutions;
    },
  };
}

export function multinomialLearner(
  columns: readonly DesignColumn[],
  y: Float64Array,
  weight: Float64Array,
  foldOf: Uint8Array,
  classes: number,
): Learner {
  return {
    outputs: classes,
    loss: (row, predictors) =>
      logTotal(predictors, row) - ((predictors[y[row] as number] as Float64Array)[row] as number),
    solverWithout: (fold) => multinomialSolver(columns, y, weightsWithout(weight, foldOf, fold), classes),
  };
}
