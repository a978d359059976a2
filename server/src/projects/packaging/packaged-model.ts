import type { ColumnKind, DerivedFeature } from '@almanac/engine';
import type { ProjectPlan } from '../core/partitioning/plan.ts';

export type TargetType = 'Regression' | 'Binary' | 'Multiclass' | 'Anomaly';

export interface PackagedTarget {
  /** Null where there is nothing to predict: anomalies. */
  readonly name: string | null;
  readonly type: TargetType;
  /** Labels as written in the data, by class number; of two classes the positive one is number 1. */
  readonly classes: readonly string[];
}

/** A column that rows to predict may have. */
export interface PackagedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** As people see it: Numeric, Categorical, Text, Date, Boolean, ... */
  readonly featureType: string;
  readonly dateFormat: string | null;
  /** Whether rows must have it: the model learned from it; in time series: it tells when and which series. */
  readonly needed: boolean;
  readonly knownInAdvance: boolean;
  /** Share of the most important column's impact, where it was computed. */
  readonly importance: number | null;
}

/** A model that answers without its project: the plan, and copies of everything it reads. */
export interface PackagedModel {
  readonly artifact:
    | { readonly kind: 'forecaster'; readonly key: string }
    | { readonly kind: 'rows'; readonly keys: readonly string[]; readonly weights: readonly number[] };
  readonly plan: ProjectPlan;
  readonly target: PackagedTarget;
  readonly columns: readonly PackagedColumn[];
  readonly transforms: readonly DerivedFeature[];
  readonly referenceKey: string;
  readonly referenceRows: number;
  readonly baselineScores: Readonly<Record<string, number | null>>;
  readonly usualRange: { readonly lower: number; readonly upper: number } | null;
  readonly trainingDataset: { readonly id: string | null; readonly versionId: string | null; readonly name: string };
}

/**
 * How profiles of predictions are called among those of columns; no file has a column with such a name. One number a
 * row: `PREDICTION`. Several classes: one profile a class, and one of the labels that were most likely.
 */
export const PREDICTION = '\u0000prediction';
export const PREDICTED_LABEL = '\u0000label';
export const predictionOfClass = (number: number): string => `${PREDICTION} ${number}`;
