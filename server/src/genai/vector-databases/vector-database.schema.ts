import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { orderBy, pageQuery } from '#platform/http/page.ts';
import { createdFields, name, updatedFields } from '../genai.schema.ts';
import { CHUNK_SIZE, OVERLAP } from './building/chunking.rules.ts';

const notHere = (why: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null, { error: why })
    .optional();

const ChunkingParameters = z.strictObject({
  embeddingModel: z.string().nullish(),
  embeddingValidationId: notHere('There are no embeddings by custom models here: send embeddingModel'),
  chunkingMethod: z.enum(['recursive'], { error: 'Must be "recursive"' }).nullish(),
  chunkSize: z.int().min(CHUNK_SIZE.least).max(CHUNK_SIZE.most).nullish(),
  chunkOverlapPercentage: z.int().min(OVERLAP.least).max(OVERLAP.most).nullish(),
  separators: z.array(z.string().max(200)).min(1).max(20).nullish(),
  isSeparatorRegex: z.boolean().nullish(),
  customChunking: z.boolean().nullish(),
});

export const PartQuery = z.strictObject({ part: z.int().min(1).optional() });

/** What the client waits for. */
export const ExportJob = z.strictObject({
  jobId: z.string(),
  vectorDatabaseId: z.string(),
  exportDatasetId: z.string(),
});

export const VectorDatabaseCreate = z.strictObject({
  datasetId: z.string(),
  useCaseId: z.string(),
  name: name.nullish(),
  chunkingParameters: ChunkingParameters.nullish(),
  parentVectorDatabaseId: z.string().nullish(),
  updateLlmBlueprints: z.boolean().nullish().describe('Drafts that use the parent use the new version once it is made'),
  updateDeployments: ignored(z.boolean().nullish(), 'Deployments read the vector database of their blueprint', [false]),
  externalVectorDatabaseConnection: notHere('Vector databases are kept in this installation only: leave it out'),
  metadataDatasetId: notHere('Metadata are columns of the dataset itself: leave it out'),
  metadataCombinationStrategy: notHere('Metadata are columns of the dataset itself: leave it out'),
  accessConnectionId: z
    .string()
    .nullish()
    .describe('An access-control connection: chunks are shown only to those who may read their item there'),
  accessItemColumn: z.string().nullish().describe('The column with the id of the item; else document_file_path'),
});

export const VectorDatabaseChange = z.strictObject({
  name: name.nullish(),
  credentialId: notHere('Vector databases of this installation need no credential: leave it out'),
});

const SORTS = [
  'name',
  'creationUserId',
  'creationDate',
  'embeddingModel',
  'datasetId',
  'chunksCount',
  'size',
  'lastUpdateDate',
] as const;

export const VectorDatabaseQuery = pageQuery(1000).extend({
  useCaseId: z.array(z.string()).optional(),
  playgroundId: z.string().optional(),
  familyId: z.string().optional(),
  parentsOnly: z.boolean().optional(),
  completedOnly: z.boolean().optional(),
  search: z.string().optional(),
  sort: orderBy(SORTS).default('-creationDate'),
});

const text = z.string().nullable();

export const VectorDatabase = z.strictObject({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  useCaseId: z.string(),
  datasetId: z.string(),
  datasetName: z.string(),
  embeddingModel: z.string(),
  embeddingValidationId: z.null(),
  vectorIndex: z
    .enum(['scan', 'pgvector', 'pgvector-hnsw', 'pgvector-hnsw-half'])
    .nullable()
    .describe('Where vectors are compared: all of them in memory, or in PostgreSQL; null until it is built'),
  chunkingMethod: text,
  chunkSize: z.int().nullable(),
  chunkOverlapPercentage: z.int().nullable(),
  chunksCount: z.int(),
  customChunking: z.boolean(),
  separators: z.array(z.string()).nullable(),
  isSeparatorRegex: z.boolean(),
  executionStatus: z.enum(['NEW', 'RUNNING', 'COMPLETED', 'ERROR']),
  errorMessage: text,
  errorResolution: z.null(),
  source: z.literal('DataRobot'),
  validationId: z.null(),
  parentId: text,
  familyId: z.string(),
  version: z.int(),
  addedDatasetIds: z.array(z.string()),
  addedDatasetNames: z.array(z.string()),
  metadataColumns: z.array(z.string()),
  metadataDatasetId: z.null(),
  metadataDatasetName: z.null(),
  externalVectorDatabaseConnection: z.null(),
  accessConnectionId: text,
  accessItemColumn: text,
  playgroundsCount: z.int(),
  organizationId: z.string(),
  tenantId: z.string(),
  userName: z.string(),
  ...createdFields,
  ...updatedFields,
});

const RETRIEVERS = ['SINGLE_LOOKUP_RETRIEVER', 'CONVERSATIONAL_RETRIEVER', 'MULTI_STEP_RETRIEVER'] as const;

export const VectorDatabaseSettings = z.strictObject({
  maxDocumentsRetrievedPerPrompt: z.int().min(1).max(100).nullish(),
  maxTokens: z.int().min(1).max(1_000_000).nullish(),
  retriever: ignored(
    z.enum(RETRIEVERS).optional(),
    'MULTI_STEP_RETRIEVER looks up once, as CONVERSATIONAL_RETRIEVER does: the prompt with those before it',
    ['SINGLE_LOOKUP_RETRIEVER', 'CONVERSATIONAL_RETRIEVER'],
  ),
  addNeighborChunks: z.boolean().optional(),
  retrievalMode: z.enum(['similarity', 'maximal_marginal_relevance']).optional(),
  maximalMarginalRelevanceLambda: z.number().min(0).max(1).nullish(),
});

export const MetadataFilter = z.record(z.string(), z.unknown());

export const Citation = z.strictObject({
  text: z.string(),
  source: z.string().nullable(),
  similarityScore: z.number().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
});

export const SearchRequest = z.strictObject({
  query: z.string().min(1).max(100_000),
  vectorDatabaseSettings: VectorDatabaseSettings.nullish(),
  metadataFilter: MetadataFilter.nullish(),
});

export const SearchResult = z.strictObject({ citations: z.array(Citation) });
