import type { ColumnEncoder } from '../estimators/encoding/column-encoder.ts';
import { widthOf } from '../estimators/encoding/column-encoder.ts';
import type { Fitted } from '../estimators/estimator.ts';
import type { LinearModel, LinearState } from '../estimators/linear/linear-model.ts';
import { EnsembleModel } from '../estimators/trees/ensemble-model.ts';

/** What a coefficient is multiplied with, made from one column. */
export type Term =
  /** The number itself, or `fill` where it is missing. */
  | { readonly kind: 'value'; readonly fill: number }
  /** 1 where the column is missing. */
  | { readonly kind: 'missing' }
  /** 1 where the column has this level. */
  | { readonly kind: 'level'; readonly level: string }
  /** How much a text uses the words of a hash bucket: (1 + log count) x rarity, divided by the length of the text. */
  | { readonly kind: 'words'; readonly bucket: number; readonly rarity: number };

export interface Coefficient {
  readonly column: string;
  readonly term: Term;
  /** One per output. */
  readonly values: readonly number[];
}

/** A linear model in numbers: intercept plus coefficients x terms, then the link, is its prediction. */
export interface LinearDescription {
  readonly link: LinearState['link'];
  readonly intercepts: readonly number[];
  readonly coefficients: readonly Coefficient[];
}

export const isLinear = (model: Fitted): model is LinearModel => 'contributions' in model;

function termsOf(encoder: ColumnEncoder): Term[] {
  const missing: Term = { kind: 'missing' };
  if (encoder.kind === 'number') {
    const value: Term = { kind: 'value', fill: encoder.fill };
    return encoder.indicator ? [value, missing] : [value];
  }
  if (encoder.kind === 'text') {
    return Array.from(encoder.buckets, (bucket, at) => ({
      kind: 'words',
      bucket,
      rarity: encoder.rarity[at] as number,
    }));
  }
  const levels = encoder.levels.map((level): Term => ({ kind: 'level', level }));
  return encoder.missing ? [...levels, missing] : levels;
}

/** Everything needed to repeat the predictions of a linear model by hand; undefined for other models. */
export function describeLinear(model: Fitted): LinearDescription | undefined {
  if (!isLinear(model)) return undefined;
  const { link, intercepts, coefficients, encoders } = model.state;
  const outputs = intercepts.length;
  const width = coefficients.length / outputs;
  let offset = 0;
  const described = encoders.flatMap((encoder) => {
    const from = offset;
    offset += widthOf(encoder);
    return termsOf(encoder).map(
      (term, at): Coefficient => ({
        column: encoder.column,
        term,
        values: Array.from({ length: outputs }, (_, k) => coefficients[k * width + from + at] as number),
      }),
    );
  });
  return { link, intercepts: [...intercepts], coefficients: described };
}

/** Trees per output: the rounds of boosting, or the trees of a forest. Undefined for models without trees. */
export function countRounds(model: Fitted): number | undefined {
  if (!(model instanceof EnsembleModel)) return undefined;
  return model.ensemble.trees.length / model.ensemble.starts.length;
}

/** The encoders of a model that turns columns into numbers first; none for trees and baselines. */
export function encodersOf(model: Fitted): readonly ColumnEncoder[] {
  if (isLinear(model)) return model.state.encoders;
  return 'encoders' in model ? (model.encoders as readonly ColumnEncoder[]) : [];
}
