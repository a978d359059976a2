import { seasonalBack } from '../../../series/feature.ts';
import { type Normaliser, type Reference, referenceAt } from '../../../series/normaliser.ts';

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
export function fillOutputs(
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
