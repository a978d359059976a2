import { z } from 'zod';

const status = z.enum(['queue', 'inprogress', 'error', 'ABORTED', 'COMPLETED']);
const text = z.string().nullable();

export const Job = z.strictObject({
  id: z.string(),
  status,
  jobType: z.string(),
  projectId: z.string(),
  modelId: text,
  isBlocked: z.boolean(),
  url: z.string(),
  message: text,
});

export const JobList = z.strictObject({
  count: z.int(),
  next: z.null(),
  previous: z.null(),
  jobs: z.array(Job),
});

export const ModelJob = z.strictObject({
  id: z.string(),
  status,
  projectId: z.string(),
  isBlocked: z.boolean(),
  modelType: z.string(),
  processes: z.array(z.string()),
  samplePct: z.number().nullable(),
  featurelistId: text,
  blueprintId: z.string(),
  modelId: text,
  modelCategory: z.string(),
});
export type ModelJob = z.output<typeof ModelJob>;

export const JobQuery = z.strictObject({ status: z.enum(['queue', 'inprogress', 'error']).optional() });
