import { z } from 'zod';

const name = z.string().trim().min(1).max(255);
/** Money, points or whatever is counted; costs are negative. */
const value = z.number();

export const PayoffMatrixCreate = z.strictObject({
  name,
  truePositiveValue: value.default(1),
  trueNegativeValue: value.default(1),
  falsePositiveValue: value.default(-1),
  falseNegativeValue: value.default(-1),
});
export type PayoffMatrixCreate = z.output<typeof PayoffMatrixCreate>;

/** Replaces the whole matrix: nothing has a default. */
export const PayoffMatrixReplace = z.strictObject({
  name,
  truePositiveValue: value,
  trueNegativeValue: value,
  falsePositiveValue: value,
  falseNegativeValue: value,
});

export const PayoffMatrix = PayoffMatrixReplace.extend({ id: z.string(), projectId: z.string() });
