import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { offset, pageOf } from '#platform/http/page.ts';
import { PredictionServer } from '../environments/environment.schema.ts';
import { Person, Tag } from '../registry/package.schema.ts';
import { HEALTH } from './ports.ts';

const text = z.string().nullable();
const moment = z.iso.datetime();
const IMPORTANCE = ['CRITICAL', 'HIGH', 'MODERATE', 'LOW'] as const;
const Status = z.enum(['active', 'inactive', 'launching', 'stopping', 'archived', 'replacingModel', 'errored']);

const healthReport = {
  status: z.enum(HEALTH),
  message: z.string(),
  startDate: moment.nullable(),
  endDate: moment.nullable(),
};
const HealthReport = z.strictObject(healthReport);

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
  serviceHealth: HealthReport,
  modelHealth: HealthReport,
  accuracyHealth: HealthReport,
  fairnessHealth: z.strictObject({
    ...healthReport,
    influentialFairnessMetric: text,
    messages: z.array(z.string()),
    protectedFeaturesCount: z.int(),
  }),
  customMetricsHealth: HealthReport,
  predictionsTimelinessHealth: HealthReport,
  actualsTimelinessHealth: HealthReport,
  governance: z.strictObject({ approvalStatus: z.string(), hasOpenedChangeRequests: z.boolean() }),
  openedChangeRequests: z.array(z.string()),
  creator: Person,
  owners: z.strictObject({ count: z.int(), preview: z.array(PERSON) }),
  settings: z.strictObject({
    humbleAiEnabled: z.boolean(),
    predictionIntervalsEnabled: z.boolean(),
    predictionWarningEnabled: z.boolean(),
  }),
  capabilities: z.record(z.string(), z.boolean()),
  hasError: z.boolean(),
  tags: z.array(Tag),
});
export const DeploymentPage = pageOf(Deployment);

const label = z.string().trim().min(1).max(512);
const id = z.string().min(1).max(64);
const options = {
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
export const FromModel = z.strictObject({ modelId: id, ...options });
export const FromProject = z.strictObject({ projectId: id, ...options });
export const FromPackage = z.strictObject({
  modelPackageId: id,
  predictionEnvironmentId: id.nullish(),
  userProvidedId: z.string().max(500).nullish(),
  additionalMetadata: Metadata.nullish(),
  runtimeParameterValues: z.string().max(100_000).nullish(),
  ...options,
});
export const Begun = z.strictObject({ id: z.string(), statusId: z.string() });

export const DeploymentChange = z.strictObject({
  label: label.optional(),
  description: z.string().max(10_000).nullish(),
  importance: z.enum(IMPORTANCE).nullish(),
});
export const StatusChange = z.strictObject({ status: z.enum(['active', 'inactive']) });
export const DeletionQuery = z.strictObject({
  ignoreManagementAgent: ignored(z.boolean().optional(), 'There is no management agent here'),
});

export const DeletedQuery = z.strictObject({
  offset,
  limit: z.int().min(1).max(1000).default(100),
  search: z.string().max(500).optional(),
});
export const DeletedPage = pageOf(z.strictObject({ id: z.string(), label: z.string(), deletedAt: z.iso.datetime() }));
export const Erasure = z.strictObject({
  action: z.literal('PermanentlyErase'),
  deploymentIds: z.array(z.string().min(1).max(64)).min(1).max(100),
});
export const DeletionBegun = z.strictObject({ statusId: z.string() });

/** Repeated, or one text with commas: clients do both. */
const listOf = <T extends string>(item: z.ZodType<T, string>) =>
  z
    .array(z.string())
    .transform((texts) => texts.flatMap((one) => one.split(',')).map((one) => one.trim()))
    .pipe(z.array(item))
    .optional();

const health = listOf(z.enum(HEALTH));
const queryMoment = z.union([z.iso.datetime({ local: true, offset: true }), z.iso.date()]).optional();

/** What only those who watch know. */
const WATCHED_ORDERS = [
  'serviceHealth',
  'modelHealth',
  'accuracyHealth',
  'fairnessHealth',
  'customMetricsHealth',
  'actualsTimelinessHealth',
  'predictionsTimelinessHealth',
  'recentPredictions',
  'lastPredictionTimestamp',
] as const;
export const KEPT_ORDERS = ['label', 'currentModelDeployedTimestamp', 'createdAtTimestamp', 'importance'] as const;
const ORDERS = [...WATCHED_ORDERS, ...KEPT_ORDERS];

export const DeploymentQuery = z.strictObject({
  offset,
  limit: z.int().min(1).max(100).default(20),
  orderBy: z.enum(ORDERS.flatMap((name) => [name, `-${name}` as const])).optional(),
  search: z.string().max(500).optional(),
  serviceHealth: health,
  modelHealth: health,
  accuracyHealth: health,
  role: z.enum(['OWNER', 'USER']).optional(),
  status: listOf(Status),
  importance: listOf(z.enum(IMPORTANCE)),
  lastPredictionTimestampStart: queryMoment,
  lastPredictionTimestampEnd: queryMoment,
  predictionUsageDailyAvgGreaterThan: z.number().min(0).optional(),
  predictionUsageDailyAvgLessThan: z.number().min(0).optional(),
  defaultPredictionServerId: listOf(z.string()),
  buildEnvironmentType: listOf(z.enum(['DataRobot', 'Python', 'R', 'Java', 'Julia', 'Legacy', 'Other'])),
  executionEnvironmentType: listOf(z.enum(['datarobot', 'external'])),
  predictionEnvironmentPlatform: listOf(z.string()),
  hasDecisionFlow: z.boolean().optional(),
  createdByMe: z.boolean().optional(),
  createdBy: z.string().max(64).optional(),
  championModelExecutionType: listOf(z.enum(['custom_inference_model', 'external', 'dedicated'])),
  championModelTargetType: listOf(z.string()),
  tagKeys: listOf(z.string()),
  tagValues: listOf(z.string()),
});
export type DeploymentFilter = Omit<z.output<typeof DeploymentQuery>, 'offset' | 'limit'>;

const either = (said: { modelId?: string | null | undefined; modelPackageId?: string | null | undefined }) =>
  Boolean(said.modelId) !== Boolean(said.modelPackageId);
const EITHER = { message: 'Send exactly one of modelId and modelPackageId', path: ['modelPackageId'] };
const which = { modelId: z.string().min(1).max(64).nullish(), modelPackageId: z.string().min(1).max(64).nullish() };

const REASONS = ['ACCURACY', 'DATA_DRIFT', 'ERRORS', 'SCHEDULED_REFRESH', 'SCORING_SPEED', 'OTHER'] as const;

export const ValidationBody = z.strictObject(which).refine(either, EITHER);
export const ReplacementBody = z
  .strictObject({
    ...which,
    reason: z.enum(REASONS).nullish(),
    runtimeParameterValues: z.string().max(100_000).nullish(),
  })
  .refine(either, EITHER);

const check = { status: z.enum(['passing', 'warning', 'failing']), message: z.string() };
export const Validation = z.strictObject({ ...check, checks: z.record(z.string(), z.strictObject(check)) });
