import type { z } from 'zod';
import type { Access } from '#accounts';
import type { Config } from '#config';
import type { Links } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import type { DeploymentRow, ModelPackageRow, PredictionEnvironmentRow } from '../deployments.tables.ts';
import { toServer } from '../environments/environments.ts';
import type { ShownPerson } from '../people.store.ts';
import { capabilitiesOf, permissionsOf } from './deployment.rules.ts';
import type { Deployment } from './deployment.schema.ts';
import type { Owner } from './deployment-list.store.ts';
import type { DeploymentHealth, HealthReport, PredictionUsage } from './ports.ts';

export interface Known {
  readonly row: DeploymentRow;
  readonly model: ModelPackageRow;
  readonly environment: PredictionEnvironmentRow;
  readonly deployedAt: Date;
  readonly owners: readonly Owner[];
  readonly access: Access;
  readonly health: DeploymentHealth;
  readonly usage: PredictionUsage;
  readonly creator: ShownPerson;
  readonly config: Config;
  readonly links: Links;
}

type Shown = z.infer<typeof Deployment>;

const PREVIEWED_OWNERS = 5;
const APPROVED = 'APPROVED';

export function toDeployment(known: Known): Shown {
  const { row, model, environment, owners, health, usage } = known;
  return {
    ...apiFields(row, 'id', 'label', 'description', 'status', 'created_at', 'importance', 'user_provided_id'),
    approvalStatus: APPROVED,
    permissions: permissionsOf(known.access),
    defaultPredictionServer: defaultServer(known),
    model: deployedModel(model, known.deployedAt),
    modelPackage: { id: model.id, name: model.name, registeredModelId: model.registered_model_id },
    predictionEnvironment: {
      ...apiFields(environment, 'id', 'name', 'platform', 'supported_model_formats'),
      plugin: null,
      isManagedByManagementAgent: environment.managed_by === 'managementAgent',
    },
    predictionUsage: {
      dailyRates: [...usage.dailyRates],
      lastTimestamp: usage.lastTimestamp?.toISOString() ?? null,
    },
    serviceHealth: reportHealth(health.service),
    modelHealth: reportHealth(health.model),
    accuracyHealth: reportHealth(health.accuracy),
    fairnessHealth: {
      ...reportHealth(health.fairness),
      influentialFairnessMetric: health.fairness.influentialFairnessMetric,
      messages: [...health.fairness.messages],
      protectedFeaturesCount: health.fairness.protectedFeaturesCount,
    },
    customMetricsHealth: reportHealth(health.customMetrics),
    predictionsTimelinessHealth: reportHealth(health.predictionsTimeliness),
    actualsTimelinessHealth: reportHealth(health.actualsTimeliness),
    governance: { approvalStatus: APPROVED, hasOpenedChangeRequests: false },
    openedChangeRequests: [],
    creator: known.creator,
    owners: { count: owners.length, preview: owners.slice(0, PREVIEWED_OWNERS) },
    settings: {
      humbleAiEnabled: row.settings.humility.enabled,
      predictionIntervalsEnabled: row.settings.predictionIntervals.enabled,
      predictionWarningEnabled: row.settings.predictionWarning.enabled,
    },
    capabilities: Object.fromEntries(capabilitiesOf(model).map(({ name, supported }) => [name, supported])),
    hasError: row.status === 'errored',
    tags: [...row.tags],
  };
}

const reportHealth = ({ status, message, startDate, endDate }: HealthReport) => ({
  status,
  message,
  startDate: startDate?.toISOString() ?? null,
  endDate: endDate?.toISOString() ?? null,
});

/** External models answer elsewhere, and serverless environments have no server of their own. */
function defaultServer({ environment, model, config, links }: Known): Shown['defaultPredictionServer'] {
  if (model.execution_type === 'external' || environment.platform !== 'datarobot') return null;
  return toServer(config, links, environment);
}

function deployedModel(model: ModelPackageRow, deployedAt: Date): Shown['model'] {
  const external = model.execution_type === 'external';
  const anomaly = model.target.type === 'Anomaly';
  const told = model.told?.modelDescription as { readonly buildEnvironmentType?: unknown } | undefined;
  const builtWith = typeof told?.buildEnvironmentType === 'string' ? told.buildEnvironmentType : 'Other';
  return {
    id: model.model_id,
    type: model.model_type,
    targetName: model.target.name,
    targetType: model.target.type,
    ...apiFields(model, 'project_id', 'project_name'),
    isDeprecated: false,
    unsupervisedMode: anomaly,
    unsupervisedType: anomaly ? 'anomaly' : null,
    unstructuredModelKind: false,
    deployedAt: deployedAt.toISOString(),
    buildEnvironmentType: external ? builtWith : 'DataRobot',
    hasDecisionFlow: false,
  };
}
