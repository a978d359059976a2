import { z } from 'zod';
import { QuotaUpdate } from '../quota.schema.ts';

/** The fields of a change, and the span to try it on: yesterday (UTC) unless told otherwise. */
export const ReplayBody = QuotaUpdate.unwrap()
  .extend({ from: z.iso.datetime({ offset: true }).optional(), to: z.iso.datetime({ offset: true }).optional() })
  .prefault({});

const counts = { asked: z.int(), refused: z.int(), refusedThen: z.int() };

export const Replayed = z.strictObject({
  from: z.string(),
  to: z.string(),
  ...counts,
  byRule: z.array(z.strictObject({ rule: z.string(), refused: z.int() })),
  /** Those who would have been refused most, at most 1000. */
  consumers: z.array(z.strictObject({ userId: z.string(), deploymentId: z.string().nullable(), ...counts })),
  estimate: z.string(),
});
