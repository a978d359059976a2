import { z } from 'zod';

const moment = z.string().max(64);

/** Repeated, or one text with commas: clients do both. */
const ids = z
  .array(z.string().max(2000))
  .transform((texts) => texts.flatMap((text) => text.split(',')).map((text) => text.trim()))
  .pipe(z.array(z.string().min(1).max(64)).max(1000));

const segment = {
  segmentAttribute: z.string().min(1).max(200).optional(),
  segmentValue: z.string().max(200).optional(),
};

/** Which models and rows a question is about. */
export const whichQuery = { modelId: ids.optional(), modelIds: ids.optional(), batchId: ids.optional(), ...segment };

/** And of which time. */
export const periodQuery = { start: moment.optional(), end: moment.optional(), ...whichQuery };
export const bucketSize = z.string().max(40).optional();

/** A name may hold commas, so the newer parameter is repeated; the older one is a list with commas. */
export const classesQuery = {
  targetClass: z.array(z.string().max(500)).optional(),
  targetClasses: z
    .array(z.string().max(10_000))
    .transform((texts) => texts.flatMap((text) => text.split(',')))
    .optional(),
};

export const PeriodReply = z.strictObject({ start: z.iso.datetime(), end: z.iso.datetime() });
export const segmentReply = { segmentAttribute: z.string().optional(), segmentValue: z.string().optional() };

export interface WhichQuery {
  readonly modelId?: readonly string[] | undefined;
  readonly modelIds?: readonly string[] | undefined;
  readonly batchId?: readonly string[] | undefined;
  readonly segmentAttribute?: string | undefined;
  readonly segmentValue?: string | undefined;
}
