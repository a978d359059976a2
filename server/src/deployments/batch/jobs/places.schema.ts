import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';

const id = z.string().min(1).max(200);
const maybe = id.nullish();
const address = z.string().min(1).max(4000);
const FORMAT = z.enum(['csv', 'parquet']).default('csv');

/** Where other installations read from and write to, but not this one. */
const CLOUDS = ['azure', 'gcp', 'snowflake', 'synapse', 'bigquery', 'databricks', 'fileSystem', 'datasphere', 'trino'];
const INTAKES = ['localFile', 'dataset', 'dss', 's3', 'http', 'jdbc'] as const;

const S3Place = {
  url: address.regex(/^s3:\/\/[^/]+\/.+/, { error: 'Must look like s3://bucket/path/to/file.csv' }),
  credentialId: maybe,
  endpointUrl: address.nullish(),
  format: FORMAT,
} as const;

interface TablePlace {
  readonly schema?: string | null | undefined;
  readonly catalog?: string | null | undefined;
}

/** A table is named by its catalog, schema and name, or from the schema on. */
const requireSchemaOfCatalog = ({ schema, catalog }: TablePlace, context: z.RefinementCtx) => {
  if (catalog != null && schema == null)
    context.addIssue({ code: 'custom', path: ['schema'], message: 'Send the schema too where you send the catalog' });
};

const intakeKinds = [
  z.strictObject({
    type: z.literal('localFile'),
    multipart: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
    async: ignored(
      z
        .boolean()
        .nullish()
        .transform((value) => value ?? true),
      'Rows are scored while they arrive',
      [true],
    ),
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
    })
    .superRefine(requireSchemaOfCatalog),
] as const;

/** Refuses what other installations read from by its name, before the fields of it are looked at. */
const refuseUnsupported =
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

export const Intake = z.preprocess(
  refuseUnsupported([...CLOUDS, 'dataStage', 'feast'], INTAKES),
  z.discriminatedUnion('type', intakeKinds),
);
export type Intake = z.output<typeof Intake>;

const OUTPUTS = ['localFile', 's3', 'http', 'jdbc'] as const;

const JdbcOutput = z
  .strictObject({
    type: z.literal('jdbc'),
    dataStoreId: id,
    credentialId: id.nullish(),
    table: id,
    schema: id.nullish(),
    catalog: id.nullish(),
    statementType: z.enum(['insert', 'update', 'insertUpdate', 'createTable']).default('insert'),
    updateColumns: z.array(id).max(1600).nullish(),
    whereColumns: z.array(id).max(1600).nullish(),
    createTableIfNotExists: z.boolean().nullish(),
    commitInterval: ignored(
      z.int().min(0).max(86_400).default(600),
      'A table gets all rows in one transaction, or none',
      [600],
    ),
  })
  .superRefine(requireSchemaOfCatalog)
  .superRefine(({ statementType, updateColumns, whereColumns }, context) => {
    if (statementType !== 'update' && statementType !== 'insertUpdate') return;
    const missing = { updateColumns, whereColumns };
    for (const [field, value] of Object.entries(missing)) {
      if (!value?.length)
        context.addIssue({ code: 'custom', path: [field], message: `statementType ${statementType} needs it` });
    }
  });

const outputKinds = [
  z.strictObject({
    type: z.literal('localFile'),
    file: ignored(z.string().max(4096).nullish(), 'Results are downloaded from the job; the caller keeps them'),
    path: ignored(z.string().max(4096).nullish(), 'Results are downloaded from the job; the caller keeps them'),
  }),
  z.strictObject({
    type: z.literal('s3'),
    ...S3Place,
    partitionColumns: z.array(id).max(0, { error: 'Results are written as one file; leave it out' }).nullish(),
    serverSideEncryption: z
      .strictObject({ algorithm: z.enum(['AES256', 'aws:kms']).nullish(), kmsKeyId: id.nullish() })
      .nullish(),
  }),
  z.strictObject({
    type: z.literal('http'),
    url: z.string().min(1).max(4000),
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string().max(4000)).nullish(),
  }),
  JdbcOutput,
] as const;

export const Output = z.preprocess(
  refuseUnsupported([...CLOUDS, 'tableau'], OUTPUTS),
  z.discriminatedUnion('type', outputKinds),
);
export type Output = z.output<typeof Output>;
export type JdbcOutput = z.output<typeof JdbcOutput>;
