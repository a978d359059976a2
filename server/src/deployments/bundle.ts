import type { ColumnKind } from '@almanac/engine';
import type { ProjectPlan } from '#projects';

export type TargetType = 'Regression' | 'Binary' | 'Multiclass' | 'Anomaly';

export interface BundleTarget {
  /** Null where there is nothing to predict: anomalies. */
  readonly name: string | null;
  readonly type: TargetType;
  /** Labels as written in the data, by class number; of two classes the positive one is number 1. */
  readonly classes: readonly string[];
}

/** A column a request may send. */
export interface BundleColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** As people see it: Numeric, Categorical, Text, Date, Boolean, ... */
  readonly featureType: string;
  readonly dateFormat: string | null;
  /** Whether a request on rows must hold it: the model learned from it. */
  readonly needed: boolean;
  readonly knownInAdvance: boolean;
  /** Share of the most important feature's impact, where it was computed. */
  readonly importance: number | null;
}

/**
 * Everything that serving and monitoring need of a model, frozen when it was registered. Nothing here points into the
 * project: blobs were copied to the package's own folder.
 */
export interface ModelBundle {
  readonly format: 1;
  readonly artifact:
    | { readonly kind: 'forecaster'; readonly key: string }
    | { readonly kind: 'rows'; readonly keys: readonly string[]; readonly weights: readonly number[] };
  readonly plan: ProjectPlan;
  readonly target: BundleTarget;
  readonly columns: readonly BundleColumn[];
  /** Features made of columns, in the order they are made; see the projects room. */
  readonly transforms: readonly unknown[];
  /** Profiles of the columns and of the predictions on held-out training rows, with the edges drift is measured on. */
  readonly referenceKey: string;
  /** Rows the reference was made of. */
  readonly referenceRows: number;
  /** What the model scored when it was judged, by metric: what accuracy is compared with. */
  readonly baselineScores: Readonly<Record<string, number | null>>;
  /** Least and greatest prediction on the training rows: beyond them a prediction is unusual. */
  readonly usualRange: { readonly lower: number; readonly upper: number } | null;
  readonly trainingDataset: { readonly id: string | null; readonly versionId: string | null; readonly name: string };
}
