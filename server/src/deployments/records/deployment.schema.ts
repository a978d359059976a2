import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { HEALTH } from './ports.ts';

const text = z.string().nullable();
const moment = z.iso.datetime();
export const IMPORTANCE = ['CRITICAL', 'HIGH', 'MODERATE', 'LOW'] as const;
export const Status = z.enum(['active', 'inactive', 'launching', 'stopping', 'archived', 'replacingModel', 'errored']);

const lamp = {
  status: z.enum(HEALTH),
  message: z.string(),
  startDate: moment.nullable(),
  endDate: moment.nullable(),
};
const Lamp = z.strictObject(lamp);

const PredictionServer = z.strictObject({ id: z.string(), url: z.string(), 'datarobot-key': z.string() });

const DeployedModel = z.strictObject({
  id: z.string(),
  type: z.string(),
  targetName: text,
  targetType: z.string(),
  projectId: text,
  projectName: text,
  isDeprecated: z.boolean(),
  unsupervisedMode: z.boolean(),
  unsupervisedType: text,
  unstructuredModelKind: z.boolean(),
  deployedAt: moment,
  buildEnvironmentType: z.string(),
  hasDecisionFlow: z.boolean(),
});

const PERSON = z.strictObject({ id: z.string(), email: text, firstName: text, lastName: text });

export const Deployment = z.strictObject({
  id: z.string(),
  label: z.string(),
  description: text,
  status: Status,
  createdAt: moment,
  importance: z.enum(IMPORTANCE).nullable(),
  approvalStatus: z.string(),
  userProvidedId: text,
  permissions: z.array(z.string()),
  defaultPredictionServer: PredictionServer.nullable(),
  model: DeployedModel,
  modelPackage: z.strictObject({ id: z.string(), name: z.string(), registeredModelId: z.string() }),
  predictionEnvironment: z.strictObject({
    id: z.string(),
    name: z.string(),
    platform: z.string(),
    plugin: text,
    isManagedByManagementAgent: z.boolean(),
    supportedModelFormats: z.array(z.string()),
  }),
  predictionUsage: z.strictObject({ dailyRates: z.array(z.number()).length(7), lastTimestamp: moment.nullable() }),
  serviceHealth: Lamp,
  modelHealth: Lamp,
  accuracyHealth: Lamp,
  fairnessHealth: z.strictObject({
    ...lamp,
    influentialFairnessMetric: text,
    messages: z.array(z.string()),
    protectedFeaturesCount: z.int(),
  }),
  customMetricsHealth: Lamp,
  predictionsTimelinessHealth: Lamp,
  actualsTimelinessHealth: Lamp,
  governance: z.strictObject({ approvalStatus: z.string(), hasOpenedChangeRequests: z.boolean() }),
  openedChangeRequests: z.array(z.string()),
  creator: z.strictObject({ id: z.string(), name: text, email: text }),
  owners: z.strictObject({ count: z.int(), preview: z.array(PERSON) }),
  settings: z.strictObject({
    humbleAiEnabled: z.boolean(),
    predictionIntervalsEnabled: z.boolean(),
    predictionWarningEnabled: z.boolean(),
  }),
  capabilities: z.record(z.string(), z.boolean()),
  hasError: z.boolean(),
  tags: z.array(z.strictObject({ id: z.string(), name: z.string(), value: z.string() })),
});
export const DeploymentPage = pageOf(Deployment);

const label = z.string().trim().min(1).max(512);
const id = z.string().min(1).max(64);
const wishes = {
  label,
  description: z.string().max(10_000).nullish(),
  defaultPredictionServerId: id.nullish(),
  importance: z.enum(IMPORTANCE).nullish(),
  predictionThreshold: z.number().min(0).max(1).nullish(),
  status: z.enum(['active', 'inactive']).nullish(),
};

const Metadata = z.union([
  z.array(z.strictObject({ key: z.string().min(1).max(500), value: z.string().max(10_000) })).max(1000),
  z.record(z.string().min(1).max(500), z.string().max(10_000)),
]);

/** Of a model of the leaderboard; JSON or form fields. */
export const FromModel = z.strictObject({ modelId: id, ...wishes });
export const FromProject = z.strictObject({ projectId: id, ...wishes });
export const FromPackage = z.strictObject({
  modelPackageId: id,
  predictionEnvironmentId: id.nullish(),
  userProvidedId: z.string().max(500).nullish(),
  additionalMetadata: Metadata.nullish(),
  runtimeParameterValues: z.string().max(100_000).nullish(),
  ...wishes,
});
export const Begun = z.strictObject({ id: z.string(), statusId: z.string() });

export const DeploymentChange = z.strictObject({
  label: label.optional(),
  description: z.string().max(10_000).nullish(),
  importance: z.enum(IMPORTANCE).nullish(),
});
export const StatusChange = z.strictObject({ status: z.enum(['active', 'inactive']) });
export const DeletionQuery = z.strictObject({ ignoreManagementAgent: z.boolean().optional() });
