import { isStopWord } from '../core/stop-words.ts';
import { eachNgram } from '../core/text-tokens.ts';
import { type ColumnEncoder, TEXT_BITS } from '../estimators/encoding/column-encoder.ts';
import type { Fitted } from '../estimators/estimator.ts';
import { EnsembleModel } from '../estimators/trees/ensemble-model.ts';
import type { Column, ColumnKind, Frame } from '../frame/frame.ts';
import { encodersOf } from './describe-model.ts';

/** What a model does with a missing cell of a column. */
export type MissingTreatment =
  /** Replaced by a number; `indicator`: a second column says where. */
  | { readonly kind: 'imputed'; readonly value: number; readonly indicator: boolean }
  /** A level of its own. */
  | { readonly kind: 'level' }
  /** No level: all indicators of the column are 0. */
  | { readonly kind: 'no-level' }
  /** Every split of a tree has a side for missing cells, chosen in training. */
  | { readonly kind: 'branch' }
  /** A text without words. */
  | { readonly kind: 'empty-text' }
  /** The model does not use the column. */
  | { readonly kind: 'unused' };

export interface MissingCells {
  readonly column: string;
  readonly kind: ColumnKind;
  readonly missing: number;
  readonly treatment: MissingTreatment;
}

/** The n-gram that a hash bucket of a text column stands for: the most frequent one, and in how many rows it occurs. */
export interface NamedBucket {
  readonly column: string;
  readonly bucket: number;
  readonly ngram: string;
  readonly rows: number;
  readonly isStopWord: boolean;
}

/** What can only be said about a model together with the rows it was trained on. */
export interface FitReport {
  readonly rows: number;
  /** Most missing cells first. */
  readonly missing: readonly MissingCells[];
  readonly words: readonly NamedBucket[];
  /** The parameters of the fit, where they were chosen from a grid. */
  readonly chosen?: Readonly<Record<string, unknown>>;
}

const isMissing = (source: Column, row: number): boolean => {
  if (source.kind === 'categorical') return (source.codes[row] as number) < 0;
  if (source.kind === 'text') return source.values[row] === null;
  return Number.isNaN(source.values[row]);
};

function treatmentOf(model: Fitted, encoder: ColumnEncoder | undefined, column: string): MissingTreatment {
  if (model instanceof EnsembleModel) {
    return { kind: model.ensemble.features.some(({ name }) => name === column) ? 'branch' : 'unused' };
  }
  if (encoder === undefined) return { kind: 'unused' };
  if (encoder.kind === 'number') return { kind: 'imputed', value: encoder.fill, indicator: encoder.indicator };
  if (encoder.kind === 'text') return { kind: 'empty-text' };
  return { kind: encoder.missing ? 'level' : 'no-level' };
}

export function fitReport(model: Fitted, x: Frame): FitReport {
  const encoders = new Map(encodersOf(model).map((encoder) => [encoder.column, encoder]));
  const missing = x.columns.map((source): MissingCells => {
    let count = 0;
    for (let row = 0; row < x.rows; row += 1) if (isMissing(source, row)) count += 1;
    const { name: column, kind } = source;
    return { column, kind, missing: count, treatment: treatmentOf(model, encoders.get(column), column) };
  });
  missing.sort((a, b) => b.missing - a.missing || (a.column < b.column ? -1 : 1));
  const words = x.columns.flatMap((source) => {
    const encoder = encoders.get(source.name);
    return source.kind === 'text' && encoder?.kind === 'text' ? nameBuckets(source.name, source.values, encoder) : [];
  });
  return { rows: x.rows, missing, words };
}

function nameBuckets(
  column: string,
  texts: readonly (string | null)[],
  { buckets }: Extract<ColumnEncoder, { kind: 'text' }>,
): NamedBucket[] {
  const kept = new Map(Array.from(buckets, (bucket) => [bucket, new Map<string, number>()]));
  for (const text of texts) {
    if (text === null) continue;
    const seen = new Set<string>();
    eachNgram(text, TEXT_BITS, (gram, bucket) => {
      const grams = kept.get(bucket);
      if (grams === undefined || seen.has(gram)) return;
      seen.add(gram);
      grams.set(gram, (grams.get(gram) ?? 0) + 1);
    });
  }
  return [...kept].flatMap(([bucket, grams]) => {
    const [best] = [...grams].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
    if (best === undefined) return [];
    const [ngram, rows] = best;
    return [{ column, bucket, ngram, rows, isStopWord: isStopWord(ngram) }];
  });
}
