import { type DesignColumn, dot } from '../encoding/design.ts';
import { newtonStep } from './newton-step.ts';
import {
  copyOf,
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

/** Sums of exp(eta - most) per row, kept up to date while classes take turns. */
interface Totals {
  readonly most: Float64Array;
  readonly sum: Float64Array;
}

function totalsOf(predictors: readonly Float64Array[], rows: number): Totals {
  const most = new Float64Array(rows).fill(Number.NEGATIVE_INFINITY);
  for (const eta of predictors) {
    for (let row = 0; row < rows; row += 1) most[row] = Math.max(most[row] as number, eta[row] as number);
  }
  const sum = new Float64Array(rows);
  for (const eta of predictors) {
    for (let row = 0; row < rows; row += 1) {
      sum[row] = (sum[row] as number) + Math.exp((eta[row] as number) - (most[row] as number));
    }
  }
  return { most, sum };
}

function exchange({ most, sum }: Totals, before: Float64Array, after: Float64Array): void {
  for (let row = 0; row < sum.length; row += 1) {
    const top = most[row] as number;
    const changed =
      (sum[row] as number) - Math.exp((before[row] as number) - top) + Math.exp((after[row] as number) - top);
    // What is left of a subtraction may be rounding; the new class alone is a lower bound.
    sum[row] = Math.max(changed, Math.exp((after[row] as number) - top), 1e-300);
  }
}

/**
 * Adding one vector to every class changes no chance, but it does change the penalty: coefficients move to where the
 * penalty is least, and the vector taken from all of them is the answer. Turns alone would creep there, because each
 * sees the other classes as fixed.
 */
function recentre(solutions: readonly Solution[], penalty: Penalty): Float64Array {
  const width = solutions[0]?.coefficients.length ?? 0;
  const taken = new Float64Array(width);
  for (let j = 0; j < width; j += 1) {
    const values = Float64Array.from(solutions, (solution) => solution.coefficients[j] as number);
    const sorted = values.slice().sort();
    const median = sorted[sorted.length >> 1] as number;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const shift = penalty.mix < 0.5 ? mean : median;
    const moved = values.map((value) => value - shift);
    if (penaltyOf(moved, penalty) >= penaltyOf(values, penalty)) continue;
    taken[j] = shift;
    solutions.forEach((solution, k) => {
      solution.coefficients[j] = moved[k] as number;
    });
  }
  return taken;
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
  const newton = newtonStep(columns);
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
  const turn = (state: State, totals: Totals, k: number, bounded: boolean, penalty: Penalty, tolerance: number) => {
    const eta = state.predictors[k] as Float64Array;
    const working = new Float64Array(rows);
    const residual = new Float64Array(rows);
    for (let row = 0; row < rows; row += 1) {
      const chance = Math.exp((eta[row] as number) - (totals.most[row] as number)) / (totals.sum[row] as number);
      const bend = bounded ? 0.25 : Math.max(chance * (1 - chance), LEAST_BEND);
      working[row] = (weight[row] as number) * bend;
      residual[row] = (Number(y[row] === k) - chance) / bend;
    }
    const next = newton({ weight: working, residual, eta }, state.solutions[k] as Solution, penalty, tolerance);
    exchange(totals, eta, next.eta);
    state.solutions[k] = next.solution;
    state.predictors[k] = next.eta;
  };
  const round = (from: State, bounded: boolean, penalty: Penalty, tolerance: number): State => {
    const state = { solutions: [...from.solutions], predictors: [...from.predictors], value: 0 };
    const totals = totalsOf(state.predictors, rows);
    for (let k = 0; k < classes; k += 1) turn(state, totals, k, bounded, penalty, tolerance);
    const shift = linearPredictor(columns, { intercept: 0, coefficients: recentre(state.solutions, penalty) }, rows);
    const predictors = state.predictors.map((eta) => eta.map((value, row) => value - (shift[row] as number)));
    return { solutions: state.solutions, predictors, value: objective(predictors, state.solutions, penalty) };
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
      let gain = 0.01 * state.value;
      for (let done = 0; done < MOST_ROUNDS && !effort.stop(); done += 1) {
        const tolerance = leastGain(effort, state.value);
        const inner = innerTolerance(tolerance, gain);
        let next = round(state, false, penalty, inner);
        if (next.value > state.value) next = round(state, true, penalty, inner);
        if (!(next.value <= state.value)) break;
        gain = state.value - next.value;
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
