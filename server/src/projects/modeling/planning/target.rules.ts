import type { FieldErrors } from '#platform/http/problem.ts';
import type { FeatureRow } from '../../core/features/feature.store.ts';
import type { Aim } from '../../core/project/aim.schema.ts';
import { isNumber, metricsOf, type TargetType, targetTypeOf } from '../../data/features/target-types.rules.ts';

type Features = ReadonlyMap<string, FeatureRow>;

const noColumn = (name: string) => `The project has no column ${JSON.stringify(name)}. GET features/ lists them`;

/** What is to be predicted, and by which measure. */
export function wrongTarget(aim: Aim, features: Features): FieldErrors {
  if (aim.unsupervisedMode) return wrongUnsupervised(aim);
  if (aim.target === undefined) return { target: 'target is required, unless unsupervisedMode is true' };
  const target = features.get(aim.target);
  if (target === undefined) return { target: noColumn(aim.target) };
  const { uniqueCount, rowCount, naCount } = target.profile;
  if (uniqueCount < 2) {
    const seen = uniqueCount === 0 ? 'no value' : 'one single value';
    return {
      target: `${target.name} has ${seen} in its ${rowCount} rows, so there is nothing to learn. Choose another column`,
    };
  }
  const type = chosenType(aim, target);
  if (type === undefined) {
    const told = `${target.feature_type} with ${uniqueCount} different values in ${rowCount - naCount} rows`;
    return { target: `${target.name} is ${told}, which cannot be a target. Choose a number or a category` };
  }
  return {
    ...wrongType(aim, target),
    ...wrongSeriesTarget(aim, target),
    ...wrongMetric(aim, type),
    ...wrongWeights(aim, features),
  };
}

/** The target type: as requested, else inferred from the values. */
export function chosenType(aim: Aim, target: FeatureRow): Exclude<TargetType, 'Anomaly'> | undefined {
  if (aim.useTimeSeries) return isNumber(target) ? 'Regression' : undefined;
  if (aim.targetType === undefined || aim.targetType === 'Multilabel') return targetTypeOf(target);
  return aim.targetType;
}

function wrongUnsupervised(aim: Aim): FieldErrors {
  return {
    ...(aim.target === undefined ? {} : { target: 'Without supervision there is no target. Leave it out' }),
    ...(aim.useTimeSeries ? { unsupervisedMode: 'Anomalies are looked for in rows, not in time series' } : {}),
    ...(aim.metric === undefined ? {} : { metric: 'Anomaly scores have no truth to be compared with. Leave it out' }),
  };
}

function wrongType(aim: Aim, target: FeatureRow): FieldErrors {
  const { uniqueCount } = target.profile;
  if (aim.targetType === 'Multilabel') return { targetType: 'Multilabel is not offered' };
  if (aim.targetType === 'Regression' && !isNumber(target)) {
    return { targetType: `${target.name} is ${target.feature_type}, not a number: Regression cannot use it` };
  }
  if (aim.targetType === 'Binary' && uniqueCount !== 2) {
    return { targetType: `${target.name} has ${uniqueCount} different values; Binary needs exactly 2` };
  }
  if (aim.positiveClass !== undefined && chosenType(aim, target) !== 'Binary') {
    return { positiveClass: `${target.name} does not have two classes, so none of them can be the positive one` };
  }
  return {};
}

function wrongSeriesTarget(aim: Aim, target: FeatureRow): FieldErrors {
  if (!aim.useTimeSeries || isNumber(target)) return {};
  return { target: `${target.name} is ${target.feature_type}: time series need a number to forecast` };
}

function wrongMetric({ metric, useTimeSeries }: Aim, type: TargetType): FieldErrors {
  if (metric === undefined) return {};
  const names = metricsOf(type, useTimeSeries ?? false).map(({ name }) => name);
  if (names.includes(metric.replace(/^Weighted /, ''))) return {};
  return { metric: `${JSON.stringify(metric)} is no metric for this target. Choose one of: ${names.join(', ')}` };
}

function wrongWeights({ weights, target, useTimeSeries }: Aim, features: Features): FieldErrors {
  if (weights === undefined) return {};
  const column = features.get(weights);
  if (column === undefined) return { weights: noColumn(weights) };
  if (useTimeSeries) return { weights: 'Rows of time series are not weighted. Leave it out' };
  if (weights === target) return { weights: 'The target cannot be its own weight' };
  if (!isNumber(column)) return { weights: `${weights} is ${column.feature_type}; weights are numbers` };
  if (column.profile.naCount > 0)
    return { weights: `${weights} is missing in ${column.profile.naCount} rows; every row needs a weight` };
  return {};
}

/** The measure of the leaderboard when none was chosen. Series of different size are compared by their own changes. */
export function usualMetric(type: TargetType, aim: Aim): string {
  if (aim.metric !== undefined) return aim.metric.replace(/^Weighted /, '');
  if (aim.useTimeSeries) return (aim.multiseriesIdColumns?.length ?? 0) > 0 ? 'MASE' : 'RMSE';
  return metricsOf(type, false)[0]?.name ?? 'RMSE';
}
