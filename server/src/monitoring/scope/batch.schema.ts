import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import { BATCH_ORDERS } from './batch.store.ts';

const moment = z.union([z.iso.datetime({ local: true, offset: true }), z.iso.date()]).optional();
const name = z.string().trim().min(1, 'Give the batch a name').max(512);
const description = z.string().max(4096).nullable();
const link = z.url('Send an address that begins with http:// or https://').max(2048).nullable();

export const BatchCreate = z.strictObject({
  batchName: name,
  description: description.optional(),
  externalContextUrl: link.optional(),
});

export const BatchChange = z
  .strictObject({
    batchName: name.optional(),
    description: description.optional(),
    externalContextUrl: link.optional(),
    isLocked: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one field to change');

export const BatchQuery = z.strictObject({
  offset,
  limit: z.int().min(1).max(100).default(20),
  search: z.string().min(1).max(512).optional(),
  createdBy: z.string().min(1).max(200).optional(),
  orderBy: z.enum(BATCH_ORDERS.flatMap((order) => [order, `-${order}` as const])).default('-createdAt'),
  createdAfter: moment,
  createdBefore: moment,
  startAfter: moment,
  endBefore: moment,
});

export const BatchModelsQuery = z.strictObject({
  offset,
  limit: z.int().min(1).max(100).default(20),
  modelId: z.string().max(64).optional(),
});

const when = z.string().max(64);
export const BatchModelChange = z
  .strictObject({
    earliestPredictionTimestamp: when.nullable().optional(),
    latestPredictionTimestamp: when.nullable().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one field to change');

const at = z.iso.datetime().nullable();

/** A batch as statistics name it. Times that are not known are left out: some clients parse whatever is there. */
export const BatchRef = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  earliestPredictionTimestamp: z.iso.datetime().optional(),
  latestPredictionTimestamp: z.iso.datetime().optional(),
  lastPredictionTimestamp: z.iso.datetime().optional(),
});

export const BatchModel = z.strictObject({
  modelId: z.string(),
  modelPackageId: z.string(),
  predictionsCount: z.int(),
  earliestPredictionTimestamp: at,
  latestPredictionTimestamp: at,
});

const health = z.enum(['passing', 'warning', 'failing', 'unavailable', 'unknown']);

export const Batch = z.strictObject({
  id: z.string(),
  batchName: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  externalContextUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.strictObject({ id: z.string(), name: z.string(), username: z.string() }),
  isLocked: z.boolean(),
  jobId: z.string().nullable(),
  serviceHealth: health,
  dataDriftHealth: health,
  accuracyHealth: health,
  predictionsCount: z.int(),
  earliestPredictionTimestamp: at,
  latestPredictionTimestamp: at,
  models: z.array(BatchModel),
});

export const BatchLimits = z.strictObject({
  batchCreationLimit: z.int(),
  batchCreationCount: z.int(),
  resetAt: z.iso.datetime(),
});
