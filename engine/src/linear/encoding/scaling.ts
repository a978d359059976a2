import { column, type Frame } from '../../frame/frame.ts';
import { type ColumnEncoder, encode, widthOf } from './column-encoder.ts';
import { type DesignColumn, dot, dotSquare, standardised } from './design.ts';

/** Mean of every design column over the training rows, and the unit it is measured in. */
export interface Scaling {
  readonly means: Float64Array;
  readonly scales: Float64Array;
}

/** Texts have length 1 over all their words; this brings one word nearer to the size of a number or a level. */
const WORD_SCALE = 1 / 4;

/**
 * Numbers are measured in standard deviations. Levels stay 0 and 1, and words keep their proportions: dividing by
 * their spread would let rare ones, of which least is known, escape the penalty.
 */
export function scalingOf(
  encoders: readonly ColumnEncoder[],
  columns: readonly DesignColumn[],
  weight: Float64Array,
  standardise: boolean,
): Scaling {
  const total = weight.reduce((sum, value) => sum + value, 0);
  const words = encoders.flatMap((encoder) => Array<boolean>(widthOf(encoder)).fill(encoder.kind === 'text'));
  const means = Float64Array.from(columns, (one) => dot(one, weight) / total);
  const scales = Float64Array.from(columns, (one, j) => {
    if (!standardise) return 1;
    if (!('dense' in one)) return words[j] === true ? WORD_SCALE : 1;
    const mean = means[j] as number;
    // Centred first: a date in milliseconds loses its spread in the difference of two huge sums.
    const centred = { dense: one.dense.map((value) => value - mean) };
    const spread = Math.sqrt(dotSquare(centred, weight) / total);
    return spread > 1e-12 * Math.max(1, Math.abs(mean)) ? spread : 1;
  });
  return { means, scales };
}

export function designOf(encoders: readonly ColumnEncoder[], x: Frame): DesignColumn[] {
  return encoders.flatMap((encoder) => encode(encoder, column(x, encoder.column)));
}

export function scaled(columns: readonly DesignColumn[], { means, scales }: Scaling): DesignColumn[] {
  return columns.map((one, j) => standardised(one, means[j] as number, scales[j] as number));
}
