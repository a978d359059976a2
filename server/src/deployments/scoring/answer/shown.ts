import type { HotModel } from '../hot-model.ts';
import type { SentRows } from '../rows/sent-rows.ts';
import type { Scored } from '../scored.ts';
import type { RowNames } from './row-names.ts';

/** How answers are to be shown. */
export interface Shown {
  /** Digits after the point; as many as there are at null. */
  readonly decimals: number | null;
  /** Columns handed back as they were sent, in this order. */
  readonly passthrough: readonly string[];
  /** Predictions outside are told to be unusual; nothing is told at null. */
  readonly usual: { readonly lower: number; readonly upper: number } | null;
  readonly approval: string | null;
  /** Of two classes: from which chance on the positive one is said. */
  readonly threshold: number;
  /** Whether the prediction is told a second time, after adjusting, which is to say unchanged. */
  readonly adjusted: boolean;
}

export const PLAINLY: Shown = {
  decimals: null,
  passthrough: [],
  usual: null,
  approval: null,
  threshold: 0.5,
  adjusted: false,
};

/** Everything an answer is written from. */
export interface Answered {
  readonly model: HotModel;
  readonly sent: SentRows;
  readonly scored: Scored;
  readonly shown: Shown;
  /** Told beside the columns that are passed through. */
  readonly names?: RowNames | undefined;
}

export type Rounding = (value: number) => number;

const asIs: Rounding = (value) => value;
const MOST_DECIMALS = 15;

export function roundingTo(decimals: number | null): Rounding {
  if (decimals === null || decimals > MOST_DECIMALS) return asIs;
  return (value) => Number(value.toFixed(decimals));
}

/** Number of the likeliest class of a row. */
export function likeliest(values: Float64Array, row: number, width: number): number {
  let best = 0;
  for (let k = 1; k < width; k++) {
    if ((values[row * width + k] as number) > (values[row * width + best] as number)) best = k;
  }
  return best;
}

export const isUnusual = (
  value: number,
  { lower, upper }: { readonly lower: number; readonly upper: number },
): boolean => value < lower || value > upper;

/** What the number of a model is called that predicts no class. */
export const numberName = ({ target, serves }: HotModel): string =>
  serves.kind === 'series' ? `${target.name} (actual)` : (target.name ?? 'Anomaly Score');
