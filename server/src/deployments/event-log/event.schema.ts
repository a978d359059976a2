import { z } from 'zod';
import { offset } from '#platform/http/page.ts';

const TYPES = [
  'moderationMetricCreationError',
  'moderationMetricReportingError',
  'moderationModelConfigError',
  'moderationModelRuntimeError',
  'moderationModelScoringError',
] as const;

const label = z.string().max(512);

export const EventReport = z.strictObject({
  eventType: z.enum(TYPES),
  deploymentId: z.string().min(1),
  /** Text in RFC 3339; without a time zone in UTC. */
  timestamp: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a time like 2026-12-25T12:00:00Z')
    .nullish(),
  title: label.nullish(),
  message: z.string().max(16_384).nullish(),
  moderationData: z.strictObject({ guardName: label.nullish(), metricName: label.nullish() }).nullish(),
  orgId: z.string().nullish(),
});
export type EventReport = z.output<typeof EventReport>;

export const EventQuery = z.strictObject({
  offset,
  // 0 means all of them.
  limit: z.int().min(0).max(1000).default(100),
  eventCategory: z
    .literal('moderation', { error: 'Events that are reported here are of the category moderation' })
    .optional(),
});
export type EventQuery = z.output<typeof EventQuery>;

export const Event = z.strictObject({
  id: z.string(),
  deploymentId: z.string(),
  type: z.string(),
  statusType: z.string(),
  title: z.string().optional(),
  message: z.string().optional(),
  timestamp: z.iso.datetime(),
  moderationData: z.strictObject({ guardName: z.string(), metricName: z.string() }),
});
