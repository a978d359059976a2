import type { ModelPackageRow } from '../deployments.tables.ts';
import type { DeploymentSettings } from '../records/deployment-settings.ts';
import type { SettingsChange } from './settings.schema.ts';

/** What a change of settings may lean on. */
export interface ModelMetadata {
  readonly series: boolean;
  readonly external: boolean;
  readonly target: ModelPackageRow['target'];
  /** Feature types by name; null where the columns of the model are unknown. */
  readonly columns: ReadonlyMap<string, string> | null;
}

export const modelMetadata = ({ execution_type, target, bundle }: ModelPackageRow): ModelMetadata => ({
  series: bundle?.plan.kind === 'series',
  external: execution_type === 'external',
  target,
  columns: bundle === null ? null : new Map(bundle.columns.map(({ name, featureType }) => [name, featureType])),
});

type Errors = Record<string, string>;
const USUAL_PERCENTILE = 80;

/** The settings after a change: what is not named stays. */
export function applyChange(before: DeploymentSettings, change: SettingsChange): DeploymentSettings {
  const { associationId, predictionWarning, segmentAnalysis, biasAndFairness, ...rest } = change;
  const after: Record<string, unknown> = { ...before };
  for (const [group, said] of Object.entries(rest)) {
    if (said === null || said === undefined) continue;
    after[group] = { ...before[group as keyof DeploymentSettings], ...present(said) };
  }
  if (associationId) after.associationId = { ...before.associationId, ...present(associationId, ['columnNames']) };
  if (predictionWarning) {
    const { enabled, customBoundaries: said } = predictionWarning;
    after.predictionWarning = {
      enabled,
      customBoundaries: said === undefined ? before.predictionWarning.customBoundaries : boundaries(said),
    };
  }
  if (segmentAnalysis) {
    const { enabled, attributes, customAttributes } = segmentAnalysis;
    const named = attributes || customAttributes ? [...(attributes ?? []), ...(customAttributes ?? [])] : null;
    after.segmentAnalysis = { enabled, attributes: named ? [...new Set(named)] : before.segmentAnalysis.attributes };
  }
  if (biasAndFairness !== undefined) after.biasAndFairness = biasAndFairness;
  return withPercentile(after as unknown as DeploymentSettings);
}

/** Clients drop what is null; where null says something it is named. */
const present = (said: object, withNull: readonly string[] = []): object =>
  Object.fromEntries(
    Object.entries(said).filter(([key, value]) => value !== undefined && (value !== null || withNull.includes(key))),
  );

type SaidBoundaries = NonNullable<SettingsChange['predictionWarning']>['customBoundaries'];

function boundaries(said: SaidBoundaries): { readonly lower: number; readonly upper: number } | null {
  if (said === null || said === undefined) return null;
  const lower = said.lower ?? said.lowerBoundary;
  const upper = said.upper ?? said.upperBoundary;
  // What is half said is refused by `wrongSettings`.
  return { lower: lower ?? Number.NaN, upper: upper ?? Number.NaN };
}

const withPercentile = (settings: DeploymentSettings): DeploymentSettings => {
  const { enabled, percentiles } = settings.predictionIntervals;
  if (!enabled || percentiles.length > 0) return settings;
  return { ...settings, predictionIntervals: { enabled, percentiles: [USUAL_PERCENTILE] } };
};

/** What the model cannot do, by the place of the field; only groups that were named are looked at. */
export function wrongSettings(change: SettingsChange, after: DeploymentSettings, facts: ModelMetadata): Errors {
  const errors: Errors = {};
  const { series, external, target, columns } = facts;
  const unknown = (names: readonly string[]) => names.find((name) => columns !== null && !columns.has(name));
  const only = (group: keyof DeploymentSettings, fine: boolean, why: string) => {
    if (change[group] && (after[group] as { enabled?: boolean } | null)?.enabled && !fine) {
      errors[`${group}.enabled`] = why;
    }
  };
  if (change.associationId) Object.assign(errors, wrongAssociation(after.associationId, target.name));
  only('automaticActuals', series && !external, 'Only deployments of time series find actuals in later requests');
  const isAlone = change.automaticActuals && after.automaticActuals.enabled && !after.associationId.columnNames?.length;
  if (isAlone) errors['automaticActuals.enabled'] ??= 'Name the columns that tell rows apart in associationId first';
  only('challengerModels', !external, 'The model answers elsewhere, so no challenger can see its requests');
  only('humility', false, 'Humility rules are not offered. Leave it out or send false');
  only('predictionIntervals', series, 'Only deployments of time series have prediction intervals');
  only('predictionsByForecastDate', series, 'Only deployments of time series have forecast dates');
  only('predictionWarning', target.type === 'Regression', `Only regression has warnings; this is ${target.type}`);
  const tracked = change.featureDrift ? unknown(after.featureDrift.trackedFeatures) : undefined;
  if (tracked !== undefined) errors['featureDrift.trackedFeatures'] = `The model has no feature "${tracked}"`;
  if (change.predictionWarning && after.predictionWarning.customBoundaries !== null) {
    const { lower, upper } = after.predictionWarning.customBoundaries;
    if (!(lower <= upper)) errors['predictionWarning.customBoundaries'] = 'Send lower and upper, lower not above upper';
  }
  if (change.predictionsByForecastDate && after.predictionsByForecastDate.enabled) {
    const { columnName, datetimeFormat } = after.predictionsByForecastDate;
    if (columnName === null || datetimeFormat === null) {
      errors['predictionsByForecastDate.columnName'] = 'Send columnName and datetimeFormat to enable it';
    } else if (unknown([columnName]) !== undefined && unknown([columnName.replace(/ \(actual\)$/, '')]) !== undefined) {
      errors['predictionsByForecastDate.columnName'] = `The model has no column "${columnName}"`;
    } else if (!/%[Yy]/.test(datetimeFormat)) {
      const why = `"${datetimeFormat}" tells no year; write it like %Y-%m-%d`;
      errors['predictionsByForecastDate.datetimeFormat'] = why;
    }
  }
  if (change.segmentAnalysis) Object.assign(errors, wrongSegments(after.segmentAnalysis.attributes, facts));
  if (change.biasAndFairness) Object.assign(errors, wrongFairness(change.biasAndFairness, facts));
  const { minComputes, maxComputes } = after.predictionsSettings;
  if (change.predictionsSettings && minComputes > maxComputes) {
    errors['predictionsSettings.minComputes'] = `minComputes (${minComputes}) is above maxComputes (${maxComputes})`;
  }
  return errors;
}

function wrongAssociation(after: DeploymentSettings['associationId'], target: string | null): Errors {
  const names = after.columnNames ?? [];
  if (new Set(names).size < names.length) return { 'associationId.columnNames': 'Name each column once' };
  if (target !== null && names.includes(target)) {
    return { 'associationId.columnNames': `"${target}" is what the model predicts; it cannot tell rows apart` };
  }
  if (after.autoGenerateId && after.requiredInPredictionRequests) {
    return {
      'associationId.autoGenerateId':
        'Ids cannot be both demanded and made up: switch requiredInPredictionRequests off',
    };
  }
  if (after.autoGenerateId && names.length !== 1) {
    return { 'associationId.autoGenerateId': 'Name the one column that shall hold the ids in columnNames' };
  }
  if (after.requiredInPredictionRequests && names.length === 0) {
    return { 'associationId.requiredInPredictionRequests': 'Name the columns in columnNames first' };
  }
  return {};
}

function wrongSegments(attributes: readonly string[], { columns, target }: ModelMetadata): Errors {
  for (const name of attributes) {
    const place = 'segmentAnalysis.attributes';
    if (name === target.name) return { [place]: `"${name}" is what the model predicts; segments are of other columns` };
    if (columns === null) continue;
    const type = columns.get(name);
    if (type === undefined) return { [place]: `The model has no feature "${name}". GET features/ lists them` };
    if (type === 'Text' || type === 'Date')
      return { [place]: `"${name}" is ${type}: it has too many values for segments` };
  }
  return {};
}

function wrongFairness(
  said: NonNullable<DeploymentSettings['biasAndFairness']>,
  { target, columns }: ModelMetadata,
): Errors {
  if (target.type !== 'Binary') return { biasAndFairness: `Fairness is for two classes; this model is ${target.type}` };
  const missing = said.protectedFeatures.find((name) => columns !== null && !columns.has(name));
  if (missing !== undefined) {
    return { 'biasAndFairness.protectedFeatures': `The model has no feature "${missing}". GET features/ lists them` };
  }
  const favoured = String(said.preferableTargetValue).toLowerCase();
  const known = target.classes.some((label) => label.toLowerCase() === favoured) || isTruth(said.preferableTargetValue);
  if (known) return {};
  const classes = target.classes.map((label) => `"${label}"`).join(' and ');
  return { 'biasAndFairness.preferableTargetValue': `"${favoured}" is none of the classes ${classes}` };
}

/** Clients type it as a boolean: true stands for the positive class. */
const isTruth = (value: unknown): boolean => typeof value === 'boolean';
