import { z } from 'zod';
import { LIMIT_CLASSES } from '#config';
import { pageOf } from '../../http/page.ts';
import { LANES } from '../jobs.ts';

const timestamp = z.string().describe('ISO 8601 with milliseconds and Z');

export const OrganizationJob = z.strictObject({
  statusId: z.string(),
  kind: z.string().describe('What kind of work it is, such as recipe.preview or projects.work'),
  description: z.string().nullable(),
  status: z.enum(['INITIALIZED', 'RUNNING']).describe('Waiting or running'),
  progress: z.number().min(0).max(1),
  queue: z.enum(LANES),
  startedBy: z.strictObject({ userId: z.string(), username: z.string() }),
  created: timestamp,
  runningSince: timestamp.nullable().describe('When its current start began; null while it waits'),
  attempt: z.int().describe('How often it was started; 0 while it waits for the first time'),
  limitClass: z.enum(LIMIT_CLASSES).nullable().describe('Whose time and memory limits hold for it'),
  timeLimitSeconds: z.int().nullable(),
  memoryLimitBytes: z.int().nullable(),
  timeLimitAt: timestamp.nullable().describe('When it reaches its time limit; null while it waits'),
});

export type OrganizationJob = z.infer<typeof OrganizationJob>;

export const OrganizationJobs = pageOf(OrganizationJob);
