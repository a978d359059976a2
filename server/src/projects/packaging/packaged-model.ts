import type { ColumnKind, DerivedFeature } from '@almanac/engine';
import type { FeatureRow } from '../core/features/feature.store.ts';
import { hideHoldout } from '../core/models/metrics.rules.ts';
import type { MetricScores } from '../core/models/model.tables.ts';
import type { ProjectPlan } from '../core/partitioning/plan.ts';
import type { ImpactContent } from '../insights/features/feature-impact.ts';

export type TargetType = 'Regression' | 'Binary' | 'Multiclass' | 'Anomaly';

export interface PackagedTarget {
  /** Null where there is nothing to predict: anomalies. */
  readonly name: string | null;
  readonly type: TargetType;
  /** Labels as written in the data, by class number; of two classes the positive one is number 1. */
  readonly classes: readonly string[];
}

export interface PackagedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** As people see it: Numeric, Categorical, Text, Date, Boolean, ... */
  readonly featureType: string;
  readonly dateFormat: string | null;
  /** Whether rows must have it: the model was trained on it, or it is the date or series ID column. */
  readonly needed: boolean;
  readonly knownInAdvance: boolean;
  /** Share of the most important column's impact, where it was computed. */
  readonly importance: number | null;
}

/** A model that predicts without its project: the plan, and copies of everything it reads. */
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

const TYPES: Readonly<Record<string, TargetType>> = {
  regression: 'Regression',
  binary: 'Binary',
  multiclass: 'Multiclass',
  anomaly: 'Anomaly',
};

export function targetOf(plan: ProjectPlan): PackagedTarget {
  if (plan.kind === 'series') return { name: plan.panel.target, type: 'Regression', classes: [] };
  const type = TYPES[plan.task] ?? 'Regression';
  return { name: plan.target ?? null, type, classes: plan.classes };
}

/**
 * The most final score of the model: the holdout once it is unlocked, else all backtests or folds, else
 * the first of them. All metrics come from the same rows.
 */
export function baselineOf(
  metrics: Readonly<Record<string, MetricScores>>,
  unlocked: boolean,
): Record<string, number | null> {
  const shown = Object.entries(hideHoldout(metrics, unlocked));
  const places = ['holdout', 'backtesting', 'crossValidation', 'validation'] as const;
  const place = places.find((one) => shown.some(([, scores]) => (scores[one] ?? null) !== null)) ?? 'validation';
  return Object.fromEntries(shown.map(([name, scores]) => [name, scores[place] ?? null]));
}

type Made = Pick<FeatureRow, 'name' | 'parent_names'>;

/** Impact by column of the data, derived features included. The greatest becomes 1. */
export function importanceOf(
  impacts: ImpactContent['featureImpacts'],
  made: readonly Made[],
): ReadonlyMap<string, number> {
  const parents = new Map(made.map(({ name, parent_names }) => [name, parent_names]));
  const sums = new Map<string, number>();
  for (const { featureName, impactUnnormalized } of impacts) {
    const of = parents.get(featureName) ?? [];
    const names = of.length > 0 ? of : [featureName];
    for (const name of names) sums.set(name, (sums.get(name) ?? 0) + Math.max(0, impactUnnormalized) / names.length);
  }
  const most = Math.max(0, ...sums.values());
  return new Map([...sums].map(([name, sum]) => [name, most > 0 ? sum / most : 0]));
}

interface KnownOfColumns {
  readonly features: readonly FeatureRow[];
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  readonly learnedFrom: readonly string[];
  readonly importance: ReadonlyMap<string, number>;
}

/** The columns rows may have. The target is one in time series only: there it is the history. */
export function packagedColumns(plan: ProjectPlan, known: KnownOfColumns): PackagedColumn[] {
  const never = new Set(plan.kind === 'table' ? plan.ignore : []);
  const inAdvance = new Set(plan.kind === 'series' ? (plan.panel.knownInAdvance ?? []) : []);
  const needed = new Set(plan.kind === 'series' ? [plan.panel.dateColumn, ...plan.panel.idColumns] : known.learnedFrom);
  const target = plan.kind === 'table' ? plan.target : undefined;
  return known.features.flatMap(({ name, transform, feature_type, profile }): PackagedColumn[] => {
    const kind = known.kinds[name];
    if (transform !== null || kind === undefined || name === target) return [];
    return [
      {
        name,
        kind,
        featureType: feature_type,
        dateFormat: profile.dateFormat,
        needed: needed.has(name) && !never.has(name),
        knownInAdvance: inAdvance.has(name),
        importance: known.importance.get(name) ?? null,
      },
    ];
  });
}
