import { z } from 'zod';

const id = z.string().min(1).max(200);
const maybe = id.nullish();
const address = z.string().min(1).max(4000);
const FORMAT = z.enum(['csv', 'parquet']).default('csv');

/** Where rows could come from elsewhere, but not here. */
const ELSEWHERE = [
  'azure',
  'gcp',
  'snowflake',
  'synapse',
  'bigquery',
  'databricks',
  'dataStage',
  'fileSystem',
  'datasphere',
  'trino',
  'feast',
];
export const INTAKES = ['localFile', 'dataset', 'dss', 's3', 'http', 'jdbc'] as const;

export const S3Place = {
  url: address.regex(/^s3:\/\/[^/]+\/.+/, { error: 'Must look like s3://bucket/path/to/file.csv' }),
  credentialId: maybe,
  endpointUrl: address.nullish(),
  format: FORMAT,
} as const;

const kinds = [
  z.strictObject({
    type: z.literal('localFile'),
    multipart: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
    async: z
      .boolean()
      .nullish()
      .transform((value) => value ?? true),
  }),
  z.strictObject({ type: z.literal('dataset'), datasetId: id, datasetVersionId: maybe }),
  z.strictObject({
    type: z.literal('dss'),
    projectId: id,
    datasetId: maybe,
    partition: z
      .enum(['holdout', 'validation', 'allBacktests'])
      .nullish()
      .refine((partition) => partition == null, { error: 'Only all rows of a project are read here; leave it out' }),
  }),
  z.strictObject({ type: z.literal('s3'), ...S3Place }),
  z.strictObject({ type: z.literal('http'), url: address }),
  z
    .strictObject({
      type: z.literal('jdbc'),
      dataStoreId: id,
      credentialId: maybe,
      query: z.string().min(1).max(100_000).nullish(),
      table: id.nullish(),
      schema: id.nullish(),
      catalog: id.nullish(),
      fetchSize: z.int().min(1).max(1_000_000).nullish(),
    })
    .refine(({ query, table }) => (query == null) !== (table == null), {
      path: ['table'],
      error: 'Send either query or table',
    }),
] as const;

/** Refuses what other installations read from by its name, before the fields of it are looked at. */
export const elsewhere =
  (names: readonly string[], here: readonly string[]) => (value: unknown, context: z.RefinementCtx) => {
    const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
    if (!names.includes(String(type))) return value;
    context.addIssue({
      code: 'custom',
      path: ['type'],
      message: `${type} is not available here; use one of ${here.join(', ')}`,
    });
    return z.NEVER;
  };

export const Intake = z.preprocess(elsewhere(ELSEWHERE, INTAKES), z.discriminatedUnion('type', kinds));
export type Intake = z.output<typeof Intake>;
