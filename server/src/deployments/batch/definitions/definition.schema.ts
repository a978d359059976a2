import { z } from 'zod';
import { limitUpTo, offset } from '#platform/http/page.ts';
import { Schedule } from '#platform/jobs/schedule/schedule.rules.ts';
import { BATCH_STATUSES, Person } from '../jobs/batch-job.schema.ts';
import { batchSpecShape, checkBatchSpec, JobSpec } from '../jobs/batch-spec.schema.ts';

const own = {
  name: z.string().trim().min(1).max(100).nullish(),
  enabled: z.boolean().default(false),
  // The last of the older Python clients sends it in a list.
  schedule: z.preprocess((sent) => (Array.isArray(sent) && sent.length === 1 ? sent[0] : sent), Schedule.nullish()),
} as const;

interface Scheduled {
  readonly enabled?: boolean | undefined;
  readonly schedule?: unknown;
}

/** One that is enabled runs by its schedule. */
export function checkSchedule({ enabled, schedule }: Scheduled, context: z.RefinementCtx): void {
  if (enabled && schedule == null) {
    context.addIssue({ code: 'custom', path: ['schedule'], message: 'A definition that is enabled needs a schedule' });
  }
}

export const DefinitionCreate = z.strictObject({ ...batchSpecShape, ...own }).superRefine((body, context) => {
  checkSchedule(body, context);
  checkBatchSpec(body, context);
});

/** Only what is sent is changed: defaults would undo what was set before. */
const unset = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([field, type]) => [
      field,
      (type instanceof z.ZodDefault ? (type.unwrap() as z.ZodType) : type).optional(),
    ]),
  ) as { [Field in keyof Shape]: z.ZodOptional<Shape[Field]> };

export const DefinitionChange = z
  .strictObject(unset({ ...batchSpecShape, ...own }))
  .superRefine((body, context) => checkBatchSpec(body as Parameters<typeof checkBatchSpec>[0], context));

export const Definition = z.strictObject({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  schedule: Schedule.nullable(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  createdBy: Person,
  updatedBy: Person,
  lastFailedRunTime: z.iso.datetime().nullable(),
  lastSuccessfulRunTime: z.iso.datetime().nullable(),
  lastScheduledRunTime: z.iso.datetime().nullable(),
  nextScheduledRunTime: z.iso.datetime().nullable(),
  lastStartedJobStatus: z.enum(BATCH_STATUSES).nullable(),
  lastStartedJobTime: z.iso.datetime().nullable(),
  batchPredictionJob: JobSpec,
});

export const DefinitionQuery = z.strictObject({
  offset,
  limit: limitUpTo(1000, 100),
  searchName: z.string().max(200).optional(),
  deploymentId: z.string().optional(),
});
