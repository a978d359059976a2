import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';
import { OPERATORS } from './slice.rules.ts';

const MOST_FILTERS = 3;
const MOST_VALUES = 1000;
const Filter = z.strictObject({
  operand: z.string().min(1),
  operator: z.enum(OPERATORS),
  values: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .max(MOST_VALUES),
});

export const SliceCreate = z.strictObject({
  projectId: z.string().min(1),
  name: z.string().trim().min(1).max(255),
  filters: z.array(Filter).min(1).max(MOST_FILTERS),
});
export type SliceCreate = z.output<typeof SliceCreate>;

export const SliceQuery = pageQuery();

export const DataSlice = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  filters: z.array(Filter),
});

export const SizeRequest = z.strictObject({
  source: z.string().min(1),
  projectId: z.string().nullish(),
  modelId: z.string().nullish(),
});
export type SizeRequest = z.output<typeof SizeRequest>;
export const SizeStarted = z.strictObject({ statusId: z.string() });

export const SliceSize = z.strictObject({
  dataSliceId: z.string(),
  projectId: z.string(),
  source: z.string(),
  modelId: z.string().optional(),
  sliceSize: z.int(),
  messages: z
    .array(z.strictObject({ level: z.string(), description: z.string(), additionalInfo: z.string() }))
    .nullable(),
});
