import { z } from 'zod';
import { offset, pageOf } from '../http/page.ts';

const timestamp = z.string().describe('ISO 8601 with microseconds and Z');

export const statusRecord = z.strictObject({
  statusId: z.string(),
  status: z.enum(['INITIALIZED', 'RUNNING', 'COMPLETED', 'ERROR', 'ABORTED', 'EXPIRED']),
  code: z.int().describe('0 when no error'),
  message: z.string().nullable().describe('What to tell the person when the work failed'),
  description: z.string().nullable(),
  created: timestamp,
  statusType: z.string().nullable(),
  type: z.string().nullable(),
  progress: z.number().min(0).max(1),
});

export type StatusRecord = z.infer<typeof statusRecord>;

export const statusPage = pageOf(statusRecord);

/** A limit of 0 asks for all. */
export const statusQuery = z.strictObject({ offset, limit: z.int().min(0).max(1000).default(100) });
