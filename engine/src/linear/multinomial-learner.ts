import { type DesignColumn, dot } from './encoding/design.ts';
import { descend, type Solution } from './least-squares-step.ts';
import { type Penalty, penaltyOf } from './penalty.ts';
import { copyOf, type Learner, leastGain, linearPredictor, type Solver, weightsWithout } from './solver.ts';

const MOST_ROUNDS = 200;
/** Chances of a class that the left-in rows lack: small, but its logarithm is finite. */
const LEAST_SHARE = 1e-6;

/** Keeps a row that the model is sure of from asking for an endless step. */
const LEAST_BEND = 1e-5;

interface State {
  readonly solutions: Solution[];
  readonly predictors: Float64Array[];
  readonly value: number;
}

/** log(sum(exp(eta))) of one row. */
function logTotal(predictors: readonly Float64Array[], row: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const eta of predictors) most = Math.max(most, eta[row] as number);
  let sum = 0;
  for (const eta of predictors) sum += Math.exp((eta[row] as number) - most);
  return most + Math.log(sum);
}

/**
 * One vector of coefficients per class, softmax between them. Classes take turns; each turn is a Newton step for that
 * class alone. Should a round of such steps overshoot, it is repeated with the curvature bounded from above by 1/4
 * (Boehning 1992), which cannot.
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
  const objective = (predictors: readonly Float64Array[], solutions: readonly Solution[], penalty: Penalty) => {
    let sum = solutions.reduce((total, solution) => total + penaltyOf(solution.coefficients, penalty), 0);
    for (let row = 0; row < rows; row += 1) {
      const share = weight[row] as number;
      if (share > 0)
        sum += share * (logTotal(predictors, row) - ((predictors[y[row] as number] as Float64Array)[row] as number));
    }
    return sum;
  };
  const turn = (state: State, k: number, bounded: boolean, penalty: Penalty, tolerance: number) => {
    const eta = state.predictors[k] as Float64Array;
    const working = new Float64Array(rows);
    const residual = new Float64Array(rows);
    for (let row = 0; row < rows; row += 1) {
      const chance = Math.exp((eta[row] as number) - logTotal(state.predictors, row));
      const bend = bounded ? 0.25 : Math.max(chance * (1 - chance), LEAST_BEND);
      working[row] = (weight[row] as number) * bend;
      residual[row] = (Number(y[row] === k) - chance) / bend;
    }
    const next = copyOf(state.solutions[k] as Solution);
    descend({ columns, weight: working, residual }, next, penalty, tolerance);
    state.solutions[k] = next;
    state.predictors[k] = linearPredictor(columns, next, rows);
  };
  const round = (from: State, bounded: boolean, penalty: Penalty, tolerance: number): State => {
    const state = { solutions: [...from.solutions], predictors: [...from.predictors], value: 0 };
    for (let k = 0; k < classes; k += 1) turn(state, k, bounded, penalty, tolerance);
    return { ...state, value: objective(state.predictors, state.solutions, penalty) };
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
    solve(penalty, from, effort) {
      const solutions = from.map(copyOf);
      const predictors = solutions.map((solution) => linearPredictor(columns, solution, rows));
      let state: State = { solutions, predictors, value: objective(predictors, solutions, penalty) };
      for (let done = 0; done < MOST_ROUNDS && !effort.stop(); done += 1) {
        const tolerance = leastGain(effort, state.value);
        let next = round(state, false, penalty, tolerance * 0.1);
        if (next.value > state.value) next = round(state, true, penalty, tolerance * 0.1);
        if (!(next.value <= state.value)) break;
        const gain = state.value - next.value;
        state = next;
        if (gain <= tolerance) break;
      }
      return state.solutions;
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
