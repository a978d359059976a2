import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { limitUpTo, offset } from '#platform/http/page.ts';
import { JobSpec } from './batch-spec.schema.ts';

export const BATCH_STATUSES = ['INITIALIZING', 'RUNNING', 'COMPLETED', 'ABORTED', 'FAILED'] as const;

export const Person = z.strictObject({ userId: z.string(), username: z.string(), fullName: z.string() });

export const jobShape = {
  id: z.string(),
  status: z.enum(BATCH_STATUSES),
  statusDetails: z.string().min(1),
  quotaWait: z
    .strictObject({ reason: z.string(), until: z.iso.datetime() })
    .nullable()
    .describe('Why the quota of the deployment holds the job up, and until when at most; null while it does not'),
  percentageCompleted: z.number().min(0).max(100),
  elapsedTimeSec: z.int(),
  scoredRows: z.int(),
  failedRows: z.int(),
  skippedRows: z.int(),
  jobIntakeSize: z.int().nullable(),
  jobOutputSize: z.int().nullable(),
  logs: z.array(z.string()),
  created: z.iso.datetime(),
  createdBy: Person,
  links: z.strictObject({ self: z.url(), csvUpload: z.url().optional(), download: z.url().optional() }),
  queuePosition: z.int().nullable(),
  queued: z.boolean(),
  resultsDeleted: z.boolean(),
  hidden: z.boolean(),
  source: z.string(),
  monitoringBatchId: z.string().nullable(),
  intakeDatasetDisplayName: z.string().nullable(),
} as const;

export const BatchJob = z.strictObject({
  ...jobShape,
  jobSpec: JobSpec,
  batchPredictionJobDefinition: z.strictObject({ id: z.string(), name: z.string(), createdBy: z.string() }).nullable(),
});

const words = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const moment = z.iso.datetime({ offset: true, local: true });

export const BatchJobQuery = z.strictObject({
  offset,
  limit: limitUpTo(10_000, 100),
  status: z
    .union([z.enum(BATCH_STATUSES), z.array(z.enum(BATCH_STATUSES))])
    .transform((value) => [value].flat())
    .optional(),
  source: z.string().optional(),
  deploymentId: z.string().optional(),
  modelId: z.string().optional(),
  jobId: z.string().optional(),
  orderBy: z.enum(['created', '-created', 'status', '-status']).default('-created'),
  cutoffHours: z.number().min(1).max(1_000_000).optional(),
  startDateTime: moment.optional(),
  endDateTime: moment.optional(),
  batchPredictionJobDefinitionId: z.string().optional(),
  hostname: ignored(z.string().optional(), 'All jobs run on this installation'),
  intakeType: words.optional(),
  outputType: words.optional(),
  allJobs: z.boolean().optional(),
});

export const BatchJobChange = z.strictObject({
  status: z.literal('ABORTED').optional(),
  hidden: z.boolean().optional(),
});
export const Aborted = z.strictObject({ id: z.string(), status: z.enum(BATCH_STATUSES), message: z.string() });
export const FromExisting = z.strictObject({
  predictionJobId: z.string().min(1).max(200),
  partNumber: z.int().min(0).nullish(),
});
export const FromDefinition = z.strictObject({ jobDefinitionId: z.string().min(1).max(200) });
export const Taken = z.strictObject({ id: z.string(), bytes: z.int() });
