import { z } from 'zod';
import { finite, MetricColumn, TimeColumn } from './metric.schema.ts';

const MOST_BUCKETS = 10_000;
const id = z.string().min(1).max(64);
const segmentText = z.string().min(1).max(200);
const segments = z.array(z.strictObject({ name: segmentText, value: segmentText })).max(10);

const reported = {
  value: z.union([finite, z.string().max(200)]),
  sampleSize: z.int().min(1).max(1_000_000_000).nullish(),
  segments: segments.nullish(),
  /** Taken and not kept: sums know no rows. */
  associationId: z.string().max(128).nullish(),
  metadata: z.union([z.string().max(4096), z.record(z.string().max(200), z.unknown())]).nullish(),
  timestamp: z.string().min(1).max(64).nullish(),
  batch: id.nullish(),
};
const whose = { modelId: id.nullish(), modelPackageId: id.nullish(), segments: segments.nullish() };
const buckets = <Item extends z.ZodType>(item: Item) =>
  z.array(item).min(1, 'Send at least one value').max(MOST_BUCKETS, `Send at most ${MOST_BUCKETS} values at once`);

const Bucket = z.strictObject(reported);
export type Bucket = z.output<typeof Bucket>;

export const ValuesFromJson = z.strictObject({
  buckets: buckets(Bucket),
  ...whose,
  dryRun: z.boolean().nullish(),
});

export const BulkValues = z.strictObject({
  buckets: buckets(z.strictObject({ customMetricId: id, ...reported })),
  ...whose,
});

export const ValuesFromDataset = z.strictObject({
  datasetId: id,
  datasetVersionId: id.nullish(),
  modelId: id.nullish(),
  modelPackageId: id.nullish(),
  batchId: id.nullish(),
  value: MetricColumn.nullish(),
  sampleCount: MetricColumn.nullish(),
  timestamp: TimeColumn.nullish(),
  batch: MetricColumn.nullish(),
  associationId: MetricColumn.nullish(),
  segments: z
    .array(z.strictObject({ name: segmentText, column: segmentText }))
    .max(10)
    .nullish(),
});

export const Taken = z.strictObject({ message: z.string(), statusId: z.string().optional() });
