import type { Random } from '../../core/random.ts';
import { type Normaliser, type Reference, referenceAt, transformValues } from '../../series/choose-normaliser.ts';
import { seasonalBack } from '../../series/feature.ts';
import type { Panel } from '../../series/panel.ts';
import { addRows, emptyMoments, type Moments, solveRidge } from './ridge-path.ts';

const RIDGES = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1];
const BLOCK = 64;

interface Origin {
  readonly series: number;
  readonly cell: number;
  /** One of the newest fifth of its series. */
  readonly newest: boolean;
}

/** Origins to learn from. `learned`: place of the first new cell by series; origins answered before it are left out. */
export function sampleOrigins(
  panel: Panel,
  shape: LagShape,
  most: number,
  random: Random,
  learned?: ArrayLike<number>,
): Origin[] {
  const reach = shape.distances.at(-1) as number;
  const share = Math.max(2, Math.floor(most / panel.series.length));
  return panel.series.flatMap(({ target, id }, series) => {
    const draw = random.fork(id);
    const oldest = Math.min(shape.lags, Math.max(2, target.length >> 1)) - 1;
    const first = Math.max(oldest, (learned?.[series] ?? 0) - reach);
    const available = target.length - reach - first;
    const count = Math.min(share, available);
    return Array.from({ length: Math.max(0, count) }, (_, i): Origin => {
      const from = Math.floor((i * available) / count);
      const to = Math.max(from + 1, Math.floor(((i + 1) * available) / count));
      return { series, cell: first + from + draw.int(to - from), newest: i >= 0.8 * count };
    });
  });
}

export interface Collected {
  readonly moments: Moments;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export function collect(panel: Panel, shape: LagShape, origins: readonly Origin[]): Collected {
  const inputs = shape.lags + 1;
  const outputs = shape.distances.length;
  const moments = emptyMoments(inputs, outputs);
  const x = new Float64Array(origins.length * inputs);
  const y = new Float64Array(origins.length * outputs);
  const reference = newReference();
  const values = panel.series.map(({ target }) => transformValues(target, shape.normaliser.transform));
  let rows = 0;
  for (const { series, cell } of origins) {
    const own = values[series] as Float64Array;
    referenceAt(own, cell, shape.normaliser, reference);
    if (!fillOutputs(shape, own, cell, reference, y, rows * outputs)) continue;
    fillInputs(shape, own, cell, reference, x, rows * inputs);
    rows++;
  }
  for (let from = 0; from < rows; from += BLOCK) {
    const count = Math.min(BLOCK, rows - from);
    addRows(moments, x.subarray(from * inputs), y.subarray(from * outputs), count);
  }
  return { moments, x, y };
}

export function addMoments(a: Moments, b: Moments): Moments {
  return {
    ...a,
    gram: a.gram.map((value, i) => value + (b.gram[i] as number)),
    cross: a.cross.map((value, i) => value + (b.cross[i] as number)),
    rows: a.rows + b.rows,
  };
}

export function bestRidge(train: Moments, test: Collected): number {
  let best = RIDGES[2] as number;
  let lowest = Number.POSITIVE_INFINITY;
  if (train.rows === 0 || test.moments.rows === 0) return best;
  for (const ridge of RIDGES) {
    const error = meanError(solveRidge(train, ridge), test);
    if (error < lowest) {
      lowest = error;
      best = ridge;
    }
  }
  return best;
}

function meanError(weights: Float64Array, { moments, x, y }: Collected): number {
  const { inputs, outputs, rows } = moments;
  const predicted = new Float64Array(outputs);
  let sum = 0;
  for (let r = 0; r < rows; r++) {
    predict(weights, x.subarray(r * inputs, (r + 1) * inputs), predicted);
    for (let k = 0; k < outputs; k++) sum += Math.abs((predicted[k] as number) - (y[r * outputs + k] as number));
  }
  return sum;
}

export function predict(weights: Float64Array, x: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let i = 0; i < x.length; i++) {
    const value = x[i] as number;
    if (value === 0) continue;
    const row = i * out.length;
    for (let k = 0; k < out.length; k++) out[k] = (out[k] as number) + value * (weights[row + k] as number);
  }
}

/** Which cells a lag map reads and which distances it answers. */
export interface LagShape {
  /** Newest cells, back from the origin. */
  readonly lags: number;
  readonly distances: readonly number[];
  readonly normaliser: Normaliser;
}

/** Scaled values beyond this are outliers that one linear map for all series should not follow. */
const LIMIT = 8;

/** Inputs of one origin: the newest cells, scaled, then a constant. Missing cells count as the level. */
export function fillInputs(
  shape: LagShape,
  values: Float64Array,
  origin: number,
  reference: Reference,
  x: Float64Array,
  at: number,
): void {
  const { level, scale } = reference;
  for (let lag = 0; lag < shape.lags; lag++) {
    const value = ((values[origin - lag] ?? Number.NaN) - level) / scale;
    x[at + lag] = Number.isNaN(value) ? 0 : Math.max(-LIMIT, Math.min(LIMIT, value));
  }
  x[at + shape.lags] = 1;
}

/** What a distance is forecast relative to: the level, or the same phase of the newest season. */
export function centreAt(shape: LagShape, values: Float64Array, origin: number, k: number, level: number): number {
  if (shape.normaliser.centre !== 'seasonal') return level;
  const value = values[origin - seasonalBack(shape.normaliser.period, k, 0, 0)] ?? Number.NaN;
  return Number.isNaN(value) ? level : value;
}

/** Outputs of one origin; false when one of them is missing. */
function fillOutputs(
  shape: LagShape,
  values: Float64Array,
  origin: number,
  reference: Reference,
  y: Float64Array,
  at: number,
): boolean {
  for (let d = 0; d < shape.distances.length; d++) {
    const k = shape.distances[d] as number;
    const actual = values[origin + k];
    if (actual === undefined || Number.isNaN(actual)) return false;
    const value = (actual - centreAt(shape, values, origin, k, reference.level)) / reference.scale;
    y[at + d] = Math.max(-LIMIT, Math.min(LIMIT, value));
  }
  return true;
}

export const newReference = (): Reference => ({ level: 0, scale: 1, size: 0 });
export { referenceAt };
