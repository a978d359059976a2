import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';
import {
  type ChunkDefinitionRow,
  type DatasetDefinitionRow,
  type DatasetInfoRow,
  PARTITION_METHODS,
} from './chunks.tables.ts';

const id = z.string().min(1).max(64);
const name = z.string().trim().min(1).max(255);
const column = z.string().min(1).max(1000);
const moment = z.union([z.iso.datetime({ local: true, offset: true }), z.iso.date()]);

export const DatasetDefinitionCreate = z.strictObject({
  datasetId: id,
  datasetVersionId: id.nullish(),
  name: name.nullish(),
  credentialsId: id.nullish(),
});

export const DefinitionQuery = pageQuery();
export const DatasetDefinitionQuery = z.strictObject({ version: z.int().min(1).optional() });

export const DatasetInfoRecord = z.strictObject({
  totalRows: z.int(),
  sourceSize: z.int(),
  estimatedSizePerRow: z.int(),
  columns: z.array(z.string()),
  dialect: z.literal('spark'),
  version: z.int(),
  dataStoreId: z.null(),
  dataSourceId: z.null(),
});

export const DatasetDefinition = z.strictObject({
  id: z.string(),
  creatorUserId: z.string(),
  datasetProps: z.strictObject({ datasetId: z.string(), datasetVersionId: z.string() }),
  datasetInfo: DatasetInfoRecord.optional().describe('Not there before the first analysis'),
  name: z.string(),
});

export const DatasetDefinitionVersion = z.strictObject({ id: z.string(), datasetInfo: DatasetInfoRecord });

const order = {
  name: name.nullish(),
  orderByColumns: z.array(column).max(100).nullish(),
  isDescendingOrder: z.boolean().nullish(),
  targetColumn: column.nullish(),
  targetClass: z.string().max(1000).nullish(),
  userGroupColumn: column.nullish(),
  datetimePartitionColumn: column.nullish(),
  otvValidationStartDate: moment.nullish(),
  otvValidationEndDate: moment.nullish(),
  otvTrainingEndDate: moment.nullish(),
};

export const ChunkDefinitionCreate = z.strictObject({
  ...order,
  partitionMethod: z.enum(PARTITION_METHODS).nullish(),
  chunkingStrategyType: z.enum(['features', 'rows']).nullish(),
});

export const ChunkDefinitionChange = z.strictObject({
  updates: z.strictObject(order),
  operations: z.strictObject({ forceUpdate: z.boolean().nullish() }).nullish(),
});

export const ChunkDefinition = z.strictObject({
  id: z.string(),
  datasetDefinitionId: z.string(),
  datasetDefinitionInfoVersion: z.int(),
  name: z.string(),
  isReadonly: z.boolean(),
  partitionMethod: z.enum(PARTITION_METHODS),
  chunkingStrategyType: z.literal('rows'),
  chunkDefinitionStats: z
    .strictObject({ expectedChunkSize: z.int(), numberOfRowsPerChunk: z.int(), totalNumberOfChunks: z.int() })
    .optional()
    .describe('Not there before the analysis'),
  rowsChunkDefinition: z.strictObject({
    orderByColumns: z.array(z.string()),
    isDescendingOrder: z.boolean(),
    targetColumn: z.string().nullable(),
    targetClass: z.string().nullable(),
    userGroupColumn: z.null(),
    datetimePartitionColumn: z.string().nullable(),
    otvValidationStartDate: z.string().nullable(),
    otvValidationEndDate: z.string().nullable(),
    otvTrainingEndDate: z.string().nullable(),
    otvEarliestTimestamp: z.string().nullable(),
    otvLatestTimestamp: z.string().nullable(),
    otvValidationDownsamplingPct: z.null(),
  }),
});

export const Analysis = z.strictObject({ statusId: z.string() });

const toInfo = ({ info, version }: DatasetInfoRow): z.infer<typeof DatasetInfoRecord> => ({
  ...info,
  columns: [...info.columns],
  dialect: 'spark',
  version,
  dataStoreId: null,
  dataSourceId: null,
});

export const toDatasetDefinition = (
  row: DatasetDefinitionRow,
  info: DatasetInfoRow | undefined,
): z.infer<typeof DatasetDefinition> => ({
  id: row.id,
  creatorUserId: row.created_by,
  datasetProps: { datasetId: row.dataset_id, datasetVersionId: info?.dataset_version_id ?? row.dataset_version_id },
  ...(info === undefined ? {} : { datasetInfo: toInfo(info) }),
  name: row.name,
});

export const toVersion = (row: DatasetInfoRow): z.infer<typeof DatasetDefinitionVersion> => ({
  id: row.id,
  datasetInfo: toInfo(row),
});

export const toChunkDefinition = (row: ChunkDefinitionRow): z.infer<typeof ChunkDefinition> => ({
  id: row.id,
  datasetDefinitionId: row.definition_id,
  datasetDefinitionInfoVersion: row.info_version,
  name: row.name,
  isReadonly: row.is_readonly,
  partitionMethod: row.partition_method,
  chunkingStrategyType: 'rows',
  ...(row.stats === null ? {} : { chunkDefinitionStats: row.stats }),
  rowsChunkDefinition: {
    ...row.rows,
    orderByColumns: [...row.rows.orderByColumns],
    userGroupColumn: null,
    otvValidationDownsamplingPct: null,
  },
});
