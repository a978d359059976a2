import { column, type Frame } from '../../frame/frame.ts';
import { type ColumnEncoder, encode } from './column-encoder.ts';
import { type DesignColumn, dot, dotSquare, standardised } from './design.ts';

/** Mean and spread of every design column over the training rows. */
export interface Scaling {
  readonly means: Float64Array;
  readonly scales: Float64Array;
}

export function scalingOf(columns: readonly DesignColumn[], weight: Float64Array, standardise: boolean): Scaling {
  const total = weight.reduce((sum, value) => sum + value, 0);
  const means = Float64Array.from(columns, (one) => dot(one, weight) / total);
  const scales = Float64Array.from(columns, (one, j) => {
    if (!standardise) return 1;
    // Centred first: a date in milliseconds loses its spread in the difference of two huge sums.
    const centred = 'dense' in one ? { dense: one.dense.map((value) => value - (means[j] as number)) } : one;
    const mean = 'dense' in one ? 0 : (means[j] as number);
    const spread = Math.sqrt(Math.max(dotSquare(centred, weight) / total - mean * mean, 0));
    return spread > 1e-12 * Math.max(1, Math.abs(means[j] as number)) ? spread : 1;
  });
  return { means, scales };
}

export function designOf(encoders: readonly ColumnEncoder[], x: Frame): DesignColumn[] {
  return encoders.flatMap((encoder) => encode(encoder, column(x, encoder.column)));
}

export function scaled(columns: readonly DesignColumn[], { means, scales }: Scaling): DesignColumn[] {
  return columns.map((one, j) => standardised(one, means[j] as number, scales[j] as number));
}
