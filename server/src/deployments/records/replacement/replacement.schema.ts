import { z } from 'zod';

const id = z.string().min(1).max(64);
const either = (said: { modelId?: string | null | undefined; modelPackageId?: string | null | undefined }) =>
  Boolean(said.modelId) !== Boolean(said.modelPackageId);
const EITHER = { message: 'Send exactly one of modelId and modelPackageId', path: ['modelPackageId'] };
const which = { modelId: id.nullish(), modelPackageId: id.nullish() };

export const REASONS = ['ACCURACY', 'DATA_DRIFT', 'ERRORS', 'SCHEDULED_REFRESH', 'SCORING_SPEED', 'OTHER'] as const;

export const ValidationWish = z.strictObject(which).refine(either, EITHER);
export const ReplacementWish = z
  .strictObject({
    ...which,
    reason: z.enum(REASONS).nullish(),
    runtimeParameterValues: z.string().max(100_000).nullish(),
  })
  .refine(either, EITHER);

const check = { status: z.enum(['passing', 'warning', 'failing']), message: z.string() };
export const Validation = z.strictObject({ ...check, checks: z.record(z.string(), z.strictObject(check)) });
