import { metricsFor } from '@almanac/engine';
import type { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import { hideHoldout, SYNTHETIC_AUC } from '../core/models/metrics.rules.ts';
import type { MetricScores, ModelPartRow, ModelRow } from '../core/models/model.tables.ts';
import { isDated, type ProjectPlan, partNames } from '../core/partitioning/plan.ts';
import { sharedParts, type Training } from '../core/partitioning/training-data.ts';
import type { ProjectRow } from '../core/project/project.store.ts';
import { seriesMetrics } from '../engine/part-predictions.ts';
import type { BlenderModel, DatetimeModel, Model, ModelRecord } from './model.schema.ts';

/** Every metric of the project, null where the model has no score: scripts look up metrics by name in any model. */
function shownMetrics(project: ProjectRow, row: ModelRow, only?: string): z.infer<typeof Model>['metrics'] {
  const { plan } = project;
  const scored = hideHoldout(row.metrics, project.holdout_unlocked);
  const names = new Set([...Object.keys(scored), ...(plan === null ? [] : metricNames(plan))]);
  if (names.size === 0) names.add(project.metric ?? 'RMSE');
  const none = noScores(plan);
  const shown = only === undefined ? [...names] : [only];
  return Object.fromEntries(shown.map((name) => [name, scored[name] ?? none])) as z.infer<typeof Model>['metrics'];
}

/** The metrics a model of this project is evaluated by. */
function metricNames(plan: ProjectPlan): readonly string[] {
  if (plan.kind === 'series') return seriesMetrics.map(({ name }) => name);
  return plan.task === 'anomaly' ? [SYNTHETIC_AUC] : metricsFor(plan.task).map(({ name }) => name);
}

function noScores(plan: ProjectPlan | null): MetricScores {
  const none = { validation: null, crossValidation: null, holdout: null, training: null };
  if (plan === null || !isDated(plan)) return none;
  return { ...none, backtesting: null, backtestingScores: partNames(plan).evaluated.map(() => null) };
}

function common(project: ProjectRow, row: ModelRow, withMetric?: string) {
  const { share } = row.training;
  return {
    ...apiFields(row, 'id', 'project_id', 'blueprint_id', 'model_type', 'is_frozen', 'is_starred', 'processes'),
    ...apiFields(row, 'featurelist_id', 'featurelist_name', 'sample_pct', 'training_row_count', 'parent_model_id'),
    modelCategory: row.category,
    modelNumber: row.number,
    modelFamily: row.family,
    metrics: shownMetrics(project, row, withMetric),
    isTrainedIntoValidation: row.trained_into_validation,
    isTrainedIntoHoldout: row.trained_into_holdout,
    trainingDuration: row.training.duration,
    trainingStartDate: row.training.startDate,
    trainingEndDate: row.training.endDate,
    dataSelectionMethod: row.training.method === 'samplePct' ? null : row.training.method,
    timeWindowSamplePct: share !== undefined && 'samplePct' in share ? (share.samplePct ?? null) : null,
    samplingMethod: share !== undefined && 'sampling' in share ? (share.sampling ?? null) : null,
  };
}

export const toModelRecord = (
  project: ProjectRow,
  row: ModelRow,
  withMetric?: string,
): z.infer<typeof ModelRecord> => ({
  ...common(project, row, withMetric),
  numberOfClusters: null,
});

export const toModel = (project: ProjectRow, row: ModelRow, withMetric?: string): z.infer<typeof Model> => ({
  ...common(project, row, withMetric),
  modelFamilyFullName: row.family,
  monotonicIncreasingFeaturelistId: null,
  monotonicDecreasingFeaturelistId: null,
  supportsMonotonicConstraints: false,
  supportsComposableMl: false,
  predictionThreshold: row.prediction_threshold,
  predictionThresholdReadOnly: false,
  linkFunction: null,
});

export const toBlender = (project: ProjectRow, row: ModelRow, withMetric?: string): z.infer<typeof BlenderModel> => ({
  ...toModel(project, row, withMetric),
  modelIds: row.member_ids ?? [],
  blenderMethod: row.blender_method ?? 'AVG',
});

const stretchOf = <const P extends string>(prefix: P, training: Training | undefined) =>
  ({
    [`${prefix}StartDate`]: training?.startDate ?? null,
    [`${prefix}Duration`]: training?.duration ?? null,
    [`${prefix}RowCount`]: training?.rowCount ?? null,
    [`${prefix}EndDate`]: training?.endDate ?? null,
  }) as Record<`${P}${'StartDate' | 'Duration' | 'EndDate'}`, string | null> & Record<`${P}RowCount`, number | null>;

export function toDatetimeModel(project: ProjectRow, row: ModelRow, parts: readonly ModelPartRow[]): DatetimeModel {
  const plan = project.plan as ProjectPlan;
  const { evaluated, holdout } = partNames(plan);
  const part = (name: string) => parts.find((one) => one.model_id === row.id && one.part === name);
  const metric = project.metric ?? '';
  const model = toModel(project, row);
  const scores = row.metrics[metric];
  const { share } = row.training;
  const exceeded = share === undefined ? [] : sharedParts(plan, share).exceeded;
  return {
    ...model,
    dataSelectionMethod: row.training.method === 'samplePct' ? 'duration' : row.training.method,
    trainingInfo: {
      ...stretchOf('predictionTraining', row.training),
      ...stretchOf('holdoutTraining', part('holdout')?.training),
    },
    backtests: evaluated.map((name, index) => {
      const score = scores?.backtestingScores?.[index] ?? null;
      return {
        index,
        status: score !== null ? 'COMPLETED' : exceeded.includes(name) ? 'BOUNDARIES_EXCEEDED' : 'NOT_COMPLETED',
        score,
        ...stretchOf('training', part(name)?.training),
      };
    }),
    ...(holdout
      ? {
          holdoutScore: project.holdout_unlocked ? (scores?.holdout ?? null) : null,
          holdoutStatus:
            part('holdout') !== undefined
              ? ('COMPLETED' as const)
              : exceeded.includes('holdout')
                ? ('HOLDOUT_BOUNDARIES_EXCEEDED' as const)
                : ('NOT_COMPLETED' as const),
        }
      : {}),
    ...windowsOf(plan),
  };
}

/** In the unit people gave them in: steps of the grid times its step. */
function windowsOf(plan: ProjectPlan) {
  const { windows, grid } = plan.kind === 'series' ? plan : { windows: null, grid: null };
  const inUnits = (steps: number) => steps * (grid?.step ?? 1);
  return {
    effectiveFeatureDerivationWindowStart: windows && 0 - inUnits(windows.history + windows.blind),
    effectiveFeatureDerivationWindowEnd: windows && 0 - inUnits(windows.blind),
    forecastWindowStart: windows && inUnits(windows.first),
    forecastWindowEnd: windows && inUnits(windows.last),
    windowsBasisUnit: grid?.unit ?? null,
  };
}
