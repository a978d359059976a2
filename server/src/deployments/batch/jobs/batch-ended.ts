import { z } from 'zod';
import type { EventKind } from '#platform/context.ts';

const Payload = z.strictObject({
  organizationId: z.string(),
  deploymentId: z.string(),
  batchJobId: z.string(),
  outcome: z.enum(['success', 'failed']),
  /** The last line of its log. */
  reason: z.string(),
});

export type BatchEnded = z.output<typeof Payload>;

/** A batch job of a deployment came to its end, other than by somebody's wish. */
export const batchEnded: EventKind<BatchEnded> = { name: 'batch.ended', payload: Payload };
