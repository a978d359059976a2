import { z } from 'zod';
import { offset } from '#platform/http/page.ts';

export const MOST_METRICS = 25;
export const METRIC_TYPES = ['sum', 'average', 'gauge', 'categorical'] as const;
const DIRECTIONS = ['higherIsBetter', 'lowerIsBetter'] as const;

const name = z.string().trim().min(1, 'Give the metric a name').max(512);
const columnName = z.string().min(1).max(1000);
export const MetricColumn = z.strictObject({ columnName });
export const TimeColumn = z.strictObject({ columnName, timeFormat: z.string().min(1).max(100).nullish() });
/** Sums stay finite: nobody reports more than this. */
export const finite = z
  .union([z.number(), z.bigint().transform(Number)])
  .refine((value) => Math.abs(value) <= 1e100, 'Must be between -1e100 and 1e100');

/** A list of one; some documents show the number alone. */
const baselineValues = z.union([
  z.array(z.strictObject({ value: finite })).max(1, 'At most one baseline value'),
  finite.transform((value) => [{ value }]),
]);

const Category = z.strictObject({
  value: z.string().min(1).max(200),
  directionality: z.enum(DIRECTIONS).nullish(),
  baselineCount: z.int().min(0).nullish(),
});
const categories = z
  .array(Category)
  .max(100)
  .refine((list) => new Set(list.map(({ value }) => value)).size === list.length, 'Name each category once');

const fields = {
  units: z.string().trim().min(1, 'Say what is counted, like "USD" or "%"').max(200),
  baselineValues,
  directionality: z.enum(DIRECTIONS).nullish(),
  timeStep: z.enum(['hour']),
  description: z.string().max(4096).nullish(),
  value: MetricColumn.nullish(),
  sampleCount: MetricColumn.nullish(),
  batch: MetricColumn.nullish(),
  associationId: MetricColumn.nullish(),
  timestamp: TimeColumn.nullish(),
  categories: categories.nullish(),
  displayChart: z.boolean().nullish(),
  metadata: z.union([z.string().max(4096), z.record(z.string().max(200), z.unknown())]).nullish(),
};

export const MetricCreate = z.strictObject({
  name,
  ...fields,
  type: z.enum(METRIC_TYPES),
  isModelSpecific: z.boolean(),
  baselineValues: baselineValues.nullish(),
  timeStep: fields.timeStep.nullish(),
  isGeospatial: z.literal(false, 'Values over space are not kept here; leave it out').nullish(),
  geospatialSegmentAttribute: z.null('Values over space are not kept here; leave it out').optional(),
});

export const MetricChange = z
  .strictObject({
    name: name.optional(),
    ...fields,
    units: fields.units.optional(),
    type: z.enum(METRIC_TYPES).optional(),
    baselineValues: baselineValues.nullish(),
    timeStep: fields.timeStep.nullish(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one field to change');

export const MetricsQuery = z.strictObject({ offset, limit: z.int().min(1).max(100).default(100) });

/** What is kept of a metric besides its name, and shown: what nobody said is left out. */
export const Definition = z.strictObject({
  units: z.string(),
  type: z.enum(METRIC_TYPES),
  directionality: z.enum(DIRECTIONS).nullable(),
  timeStep: z.literal('hour'),
  description: z.string(),
  baselineValues: z.array(z.strictObject({ value: z.number() })),
  value: MetricColumn.optional(),
  sampleCount: MetricColumn.optional(),
  batch: MetricColumn.optional(),
  associationId: MetricColumn.optional(),
  timestamp: z.strictObject({ columnName: z.string(), timeFormat: z.string().nullable() }).optional(),
  categories: z
    .array(
      z.strictObject({
        value: z.string(),
        directionality: z.string().optional(),
        baselineCount: z.int().nullable(),
      }),
    )
    .optional(),
  displayChart: z.boolean().optional(),
  metadata: z.unknown().optional(),
});
export type Definition = z.infer<typeof Definition>;

export const Metric = Definition.extend({
  id: z.string(),
  name: z.string(),
  isModelSpecific: z.boolean(),
  createdAt: z.iso.datetime(),
  createdBy: z.strictObject({ id: z.string() }),
});

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

export const Accepted = z.strictObject({ message: z.string(), statusId: z.string().optional() });
