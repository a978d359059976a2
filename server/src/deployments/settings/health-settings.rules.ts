import type { DeploymentRow, ModelPackageRow } from '../deployments.tables.ts';
import type { DeploymentSettings } from '../records/deployment-settings.ts';
import { HealthSettings, type HealthSettingsChange } from './settings.schema.ts';

/** Of the baseline, in percent: worse by more than these warns, or fails. */
const USUAL_WARNING = 5;
const USUAL_FAILING = 10;

/** The default health thresholds. */
export function defaultHealth({ target, bundle }: Pick<ModelPackageRow, 'target' | 'bundle'>): HealthSettings {
  const metric = target.type === 'Regression' ? 'RMSE' : 'LogLoss';
  const compared = typeof bundle?.baselineScores[metric] === 'number';
  return {
    service: { batchCount: 1 },
    dataDrift: {
      timeInterval: 'P7D',
      batchCount: 1,
      driftThreshold: 0.15,
      importanceThreshold: 0.5,
      lowImportanceWarningCount: 0,
      lowImportanceFailingCount: null,
      highImportanceWarningCount: null,
      highImportanceFailingCount: 0,
      excludedFeatures: [],
      starredFeatures: [],
    },
    accuracy: {
      batchCount: 1,
      metric,
      measurement: compared ? 'percent' : 'value',
      warningThreshold: compared ? USUAL_WARNING : null,
      failingThreshold: compared ? USUAL_FAILING : null,
    },
    fairness: { protectedClassWarningCount: 1, protectedClassFailingCount: 2 },
    customMetrics: { warningConditions: [], failingConditions: [] },
    predictionsTimeliness: { enabled: false, expectedFrequency: 'P1D' },
    actualsTimeliness: { enabled: false, expectedFrequency: 'P1D' },
  };
}

const SECTIONS = Object.keys(HealthSettings.shape) as (keyof HealthSettings)[];

type Kept = Readonly<Record<string, unknown>>;

/** The defaults of the model of today, and what was changed from them. */
export function resolveHealthSettings(
  { health_settings: kept }: Pick<DeploymentRow, 'health_settings'>,
  model: Pick<ModelPackageRow, 'target' | 'bundle'>,
): HealthSettings {
  const defaults = defaultHealth(model);
  return Object.fromEntries(
    SECTIONS.map((section) => [section, { ...defaults[section], ...(kept[section] as object | undefined) }]),
  ) as HealthSettings;
}

/** What is kept after a change. Thresholds are of a metric: another metric begins without any. */
export function changedHealth(kept: Kept, change: HealthSettingsChange): Kept {
  const after: Record<string, unknown> = { ...kept };
  for (const section of SECTIONS) {
    const said = change[section];
    if (!said) continue;
    const fresh =
      section === 'accuracy' && change.accuracy?.metric !== undefined
        ? { warningThreshold: null, failingThreshold: null }
        : {};
    after[section] = { ...(kept[section] as object | undefined), ...fresh, ...said };
  }
  return after;
}

/** What is wrong, by the place of the field. */
export function wrongHealth(
  change: HealthSettingsChange,
  after: HealthSettings,
  settings: DeploymentSettings,
  columns: ReadonlyMap<string, string> | null,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const list of ['excludedFeatures', 'starredFeatures'] as const) {
    const missing = change.dataDrift?.[list]?.find((name) => columns !== null && !columns.has(name));
    if (missing !== undefined)
      errors[`dataDrift.${list}`] = `The model has no feature "${missing}". GET features/ lists them`;
  }
  const starred = new Set(after.dataDrift.starredFeatures);
  const both = after.dataDrift.excludedFeatures.find((name) => starred.has(name));
  if (change.dataDrift && both !== undefined) {
    errors['dataDrift.starredFeatures'] = `"${both}" is excluded as well; a feature can be one of both`;
  }
  if (change.actualsTimeliness && after.actualsTimeliness.enabled) {
    if ((settings.associationId.columnNames ?? []).length === 0)
      errors['actualsTimeliness.enabled'] = 'Set an association id in the settings of the deployment first';
    else if (!settings.targetDrift.enabled)
      errors['actualsTimeliness.enabled'] = 'Enable targetDrift in the settings of the deployment first';
  }
  return errors;
}
