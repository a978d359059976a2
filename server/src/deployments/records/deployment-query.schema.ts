import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import { IMPORTANCE, Status } from './deployment.schema.ts';
import { HEALTH } from './ports.ts';

/** Repeated, or one text with commas: clients do both. */
const listOf = <T extends string>(item: z.ZodType<T, string>) =>
  z
    .array(z.string())
    .transform((texts) => texts.flatMap((one) => one.split(',')).map((one) => one.trim()))
    .pipe(z.array(item))
    .optional();

const health = listOf(z.enum(HEALTH));
const moment = z.union([z.iso.datetime({ local: true, offset: true }), z.iso.date()]).optional();

/** What only those who watch know. */
export const WATCHED_ORDERS = [
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
  lastPredictionTimestampStart: moment,
  lastPredictionTimestampEnd: moment,
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
