import { z } from 'zod';
import { elsewhere, S3Place } from './intake.schema.ts';

const id = z.string().min(1).max(200);
const ELSEWHERE = [
  'azure',
  'gcp',
  'snowflake',
  'synapse',
  'bigquery',
  'databricks',
  'fileSystem',
  'tableau',
  'datasphere',
  'trino',
];
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
    commitInterval: z.int().min(0).max(86_400).default(600),
  })
  .superRefine(({ statementType, updateColumns, whereColumns }, context) => {
    if (statementType !== 'update' && statementType !== 'insertUpdate') return;
    const missing = { updateColumns, whereColumns };
    for (const [field, value] of Object.entries(missing)) {
      if (!value?.length)
        context.addIssue({ code: 'custom', path: [field], message: `statementType ${statementType} needs it` });
    }
  });

const kinds = [
  z.strictObject({ type: z.literal('localFile') }),
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

export const Output = z.preprocess(elsewhere(ELSEWHERE, OUTPUTS), z.discriminatedUnion('type', kinds));
export type Output = z.output<typeof Output>;
export type JdbcOutput = z.output<typeof JdbcOutput>;
