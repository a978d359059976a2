import { interval, oneOf } from '../../estimators/parameters.ts';
import { type Component, meanComponents, restoredComponents, seasonOfLag } from '../components.ts';
import { meanOf } from '../history.ts';
import { localForecaster, type Projection } from '../local-model.ts';
import { bestNaiveLag, robustWeights, weightedRidge } from './lag-regression.ts';

interface ArRidgeParams {
  /** `log` models growth and season as factors; it is used only where every value is positive. */
  readonly scale: 'level' | 'log';
  /** Penalty in units of observations, on standardised values: 0 is least squares, large is the best naive forecast. */
  readonly ridge: number;
}

/**
 * Autoregression: each value as a weighted sum of selected earlier ones, with a ridge penalty (Hoerl and Kennard 1970, see
 * `ridge`), forecasting step by step; the mean of several sets of lags.
 */
export const arRidge = localForecaster<ArRidgeParams>({
  name: 'ar-ridge',
  title: 'Autoregression on selected lags',
  params: { scale: oneOf(['level', 'log'], 'level'), ridge: interval(0, 1000, 0.5, { scale: 'log' }) },
  leastRows: 8,
  learn(y, spec, params) {
    const log = params.scale === 'log' && y.every((value) => value > 0);
    const z = log ? y.map(Math.log) : y;
    const { centre, spread } = standard(z);
    const scaled = z.map((value) => (value - centre) / spread);
    const sets = REACHES.map((reach) => selectedLags(y.length, spec.periods, reach));
    const homeOf = (lags: Int32Array) => bestNaiveLag(scaled, lags, spec.periods);
    const widest = sets.reduce((most, lags) => (lags.length > most.length ? lags : most));
    const rows = robustWeights(scaled, widest, params.ridge, homeOf(widest));
    const fit = (lags: Int32Array) => weightedRidge(scaled, lags, params.ridge, homeOf(lags), rows);
    const members = sets.flatMap((lags) => [lags.length, ...lags, ...fit(lags)]);
    return Float64Array.from([log ? 1 : 0, centre, spread, ...members]);
  },
  project: (learned, y, _, horizon) => run(learned, y, horizon),
  components(learned, y, spec, horizon) {
    const { history, centre, spread, log } = standardise(learned, y);
    return meanComponents(
      membersOf(learned).map((member) => {
        const parts = autoregressionParts(member, history, spec.periods, horizon).map(
          (one): Component => ({
            ...one,
            values: one.values.map((value) => spread * value + (one.kind === 'level' ? centre : 0)),
          }),
        );
        return log ? restoredComponents(parts, Math.exp) : parts;
      }),
    );
  },
  detail: (learned) =>
    `${learned[0] === 1 ? 'log ' : ''}AR on up to ${Math.max(...membersOf(learned).map(({ lags }) => lags.length))} lags`,
});

function membersOf(learned: Float64Array): readonly Autoregression[] {
  const members: Autoregression[] = [];
  for (let at = 3; at < learned.length; ) {
    const count = learned[at] as number;
    const lags = learned.subarray(at + 1, at + 1 + count);
    const weights = learned.subarray(at + 1 + count, at + 1 + 2 * count);
    members.push({ lags, weights, intercept: learned[at + 1 + 2 * count] as number });
    at += 2 + 2 * count;
  }
  return members;
}

function standard(z: Float64Array): { centre: number; spread: number } {
  const centre = meanOf(z);
  let squares = 0;
  for (const value of z) squares += (value - centre) ** 2;
  return { centre, spread: Math.sqrt(squares / z.length) || 1 };
}

/** The history on the scale of the model. */
function standardise(learned: Float64Array, y: Float64Array) {
  const [logarithm = 0, centre = 0, spread = 1] = learned;
  const log = logarithm === 1;
  // After an append a value may no longer be positive; the smallest positive one stands in for its logarithm.
  const history = y.map((raw) => ((log ? Math.log(Math.max(raw, Number.MIN_VALUE)) : raw) - centre) / spread);
  return { history, centre, spread, log };
}

function run(learned: Float64Array, y: Float64Array, horizon: number): Projection {
  const n = y.length;
  const members = membersOf(learned);
  const { history, centre, spread, log } = standardise(learned, y);
  const back = (value: number): number => (log ? Math.exp(centre + spread * value) : centre + spread * value);
  const sum = new Float64Array(n + horizon);
  for (const member of members) {
    const path = walkForward(member, history, horizon);
    for (let t = 0; t < sum.length; t += 1) sum[t] = (sum[t] as number) + back(path[t] as number) / members.length;
  }
  return { mean: sum.slice(n), fitted: sum.slice(0, n) };
}

/** One-step forecasts inside the history (NaN before the longest lag), then on with each forecast as the next value. */
function walkForward(
  { lags, weights, intercept }: Autoregression,
  history: Float64Array,
  horizon: number,
): Float64Array {
  const n = history.length;
  const path = new Float64Array(n + horizon);
  path.set(history);
  const fits = new Float64Array(n + horizon).fill(Number.NaN);
  for (let t = lags.at(-1) as number; t < n + horizon; t += 1) {
    let sum = intercept;
    for (let j = 0; j < lags.length; j += 1) sum += (weights[j] as number) * (path[t - (lags[j] as number)] as number);
    fits[t] = sum;
    if (t >= n) path[t] = sum;
  }
  return fits;
}

/** One autoregression: `value[t] = intercept + sum of weights[j] value[t - lags[j]]`. */
interface Autoregression {
  readonly lags: Float64Array;
  readonly weights: Float64Array;
  readonly intercept: number;
}

/**
 * The forecasts of an autoregression as what its intercept, the recent rows and the rows of earlier seasons add to them.
 * A lag that reaches a forecast passes on the parts of that forecast.
 */
function autoregressionParts(
  { lags, weights, intercept }: Autoregression,
  history: Float64Array,
  periods: readonly number[],
  horizon: number,
): Component[] {
  const n = history.length;
  const seasons = Array.from(lags, (lag) => seasonOfLag(lag, periods));
  const part = (head: Omit<Component, 'values'>): Component => ({ ...head, values: new Float64Array(horizon) });
  const level = part({ kind: 'level' });
  const recent = part({ kind: 'recent' });
  const bySeason = new Map(
    periods.filter((period) => seasons.includes(period)).map((period) => [period, part({ kind: 'season', period })]),
  );
  const parts = [level, recent, ...bySeason.values()];
  const add = ({ values }: Component, h: number, value: number): void => {
    values[h] = (values[h] as number) + value;
  };
  for (let h = 0; h < horizon; h += 1) {
    add(level, h, intercept);
    lags.forEach((lag, j) => {
      const weight = weights[j] as number;
      const from = h - lag;
      if (from >= 0) for (const one of parts) add(one, h, weight * (one.values[from] as number));
      else add(bySeason.get(seasons[j] ?? 0) ?? recent, h, weight * (history[n + from] as number));
    });
  }
  return parts;
}

/** How far back one member of the committee looks: recent rows, and whole seasons with their neighbours. */
interface Reach {
  readonly recent: number;
  readonly seasons: number;
}

/** Different views of the same history: their mean is steadier than any of them. */
const REACHES: readonly Reach[] = [
  { recent: 3, seasons: 2 },
  { recent: 6, seasons: 2 },
  { recent: 12, seasons: 2 },
  { recent: 6, seasons: 1 },
];

/** Equations wanted for each coefficient. */
const ROWS_PER_LAG = 3;

/**
 * Lags worth a coefficient: the recent rows, and for each season its multiples with their two neighbours. Lags that would
 * leave too few equations are dropped, the longest first.
 */
export function selectedLags(rows: number, periods: readonly number[], { recent, seasons }: Reach): Int32Array {
  const wanted = new Set<number>();
  for (let lag = 1; lag <= recent; lag += 1) wanted.add(lag);
  for (const period of periods) {
    for (let k = 1; k <= seasons; k += 1) for (const near of [-1, 0, 1]) wanted.add(k * period + near);
  }
  const lags = [...wanted].filter((lag) => lag >= 1).sort((a, b) => a - b);
  while (lags.length > 1 && rows - (lags.at(-1) as number) < ROWS_PER_LAG * (lags.length + 1)) lags.pop();
  return Int32Array.from(lags);
}
