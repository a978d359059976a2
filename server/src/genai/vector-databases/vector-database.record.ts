import type { z } from 'zod';
import type { VectorDatabase } from './vector-database.schema.ts';
import type { NamedVectorDatabase } from './vector-database.store.ts';

export const toVectorDatabase = (row: NamedVectorDatabase): z.infer<typeof VectorDatabase> => {
  const { custom, size, overlapPercentage, separators, isRegex } = row.chunking;
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    useCaseId: row.use_case_id,
    datasetId: row.dataset_id,
    datasetName: row.dataset_name,
    embeddingModel: row.embedding_model,
    embeddingValidationId: null,
    vectorIndex: row.vector_index,
    chunkingMethod: custom ? null : 'recursive',
    chunkSize: custom ? null : size,
    chunkOverlapPercentage: custom ? null : overlapPercentage,
    chunksCount: row.chunks_count,
    customChunking: custom,
    separators: custom ? null : [...separators],
    isSeparatorRegex: isRegex,
    executionStatus: row.execution_status,
    errorMessage: row.error_message,
    errorResolution: null,
    source: 'DataRobot',
    validationId: null,
    parentId: row.parent_id,
    familyId: row.family_id,
    version: row.version,
    addedDatasetIds: [],
    addedDatasetNames: [],
    metadataColumns: [...row.metadata_columns],
    metadataDatasetId: null,
    metadataDatasetName: null,
    externalVectorDatabaseConnection: null,
    accessConnectionId: row.access_connection_id,
    accessItemColumn: row.access_item_column,
    playgroundsCount: row.playgrounds,
    organizationId: row.organization_id,
    tenantId: row.organization_id,
    userName: row.user_name ?? '',
    creationDate: row.created_at.toISOString(),
    creationUserId: row.created_by,
    lastUpdateDate: row.updated_at.toISOString(),
    lastUpdateUserId: row.updated_by,
  };
};
