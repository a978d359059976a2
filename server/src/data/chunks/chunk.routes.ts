import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { READING_REFUSALS } from '../versions/dataset.problems.ts';
import * as schema from './chunk.schema.ts';
import * as chunkDefinitions from './chunk-definitions.ts';
import * as datasetDefinitions from './dataset-definitions.ts';
import { CHUNKING, DATASET_DEFINITION } from './dataset-definitions.ts';

const route = routeGroup({ permission: CHUNKING, part: 'data', added: 'v2.33' });
const PATH = '/api/v2/datasetDefinitions/';
const ONE = `${PATH}{datasetDefinitionId}/` as const;
const CHUNKS = `${ONE}chunkDefinitions/` as const;
const CHUNK = `${CHUNKS}{chunkDefinitionId}/` as const;

export const chunkRoutes = [
  route.post(PATH, 'createDatasetDefinition', {
    summary: 'Create a dataset definition for chunking',
    body: schema.DatasetDefinitionCreate,
    replies: { 201: schema.DatasetDefinition },
    refusals: READING_REFUSALS,
    handle: (ctx, { body }) => datasetDefinitions.createDefinition(ctx, body),
  }),
  route.get(PATH, 'listDatasetDefinitions', {
    summary: 'List your dataset definitions',
    query: schema.DefinitionQuery,
    replies: { 200: pageOf(schema.DatasetDefinition) },
    handle: (ctx, { url, query }) => datasetDefinitions.listDefinitions(ctx, url, query),
  }),
  route.get(ONE, 'getDatasetDefinition', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'One dataset definition',
    query: schema.DatasetDefinitionQuery,
    replies: { 200: schema.DatasetDefinition },
    refusals: { 404: ['data.no_such_dataset_definition', 'data.no_such_definition_version'] },
    handle: (ctx, { params, query }) => datasetDefinitions.getDefinition(ctx, params.datasetDefinitionId, query),
  }),
  route.delete(ONE, 'deleteDatasetDefinition', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'Delete a dataset definition with its chunks',
    replies: { 204: null },
    refusals: { 404: ['data.no_such_dataset_definition'], 409: ['data.chunks_in_use'] },
    handle: (ctx, { params }) => datasetDefinitions.deleteDefinition(ctx, params.datasetDefinitionId),
  }),
  route.post(`${ONE}analyze/`, 'analyzeDatasetDefinition', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'Analyze the size and the columns of the dataset',
    replies: { 204: null },
    refusals: {
      ...READING_REFUSALS,
      404: ['data.no_such_dataset_definition', 'data.no_such_version', 'sharing.no_such_thing'],
    },
    handle: (ctx, { params }) => datasetDefinitions.analyzeDefinition(ctx, params.datasetDefinitionId),
  }),
  route.get(`${ONE}versions/`, 'listDatasetDefinitionVersions', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'List the analyzed versions of a dataset definition',
    query: schema.DefinitionQuery,
    replies: { 200: pageOf(schema.DatasetDefinitionVersion) },
    refusals: { 404: ['data.no_such_dataset_definition'] },
    handle: (ctx, { params, url, query }) =>
      datasetDefinitions.listDefinitionVersions(ctx, params.datasetDefinitionId, url, query),
  }),
  route.post(CHUNKS, 'createChunkDefinition', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'Define how the rows of the dataset are split into chunks',
    body: schema.ChunkDefinitionCreate,
    replies: { 201: schema.ChunkDefinition },
    refusals: { 404: ['data.no_such_dataset_definition'], 422: ['data.definition_not_analyzed'] },
    handle: (ctx, { params, body }) => chunkDefinitions.createChunkDefinition(ctx, params.datasetDefinitionId, body),
  }),
  route.get(CHUNKS, 'listChunkDefinitions', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'List the chunk definitions of a dataset definition',
    query: schema.DefinitionQuery,
    replies: { 200: pageOf(schema.ChunkDefinition) },
    refusals: { 404: ['data.no_such_dataset_definition'] },
    handle: (ctx, { params, url, query }) =>
      chunkDefinitions.listChunkDefinitions(ctx, params.datasetDefinitionId, url, query),
  }),
  route.get(CHUNK, 'getChunkDefinition', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'One chunk definition',
    replies: { 200: schema.ChunkDefinition },
    refusals: { 404: ['data.no_such_chunk_definition', 'data.no_such_dataset_definition'] },
    handle: (ctx, { params }) =>
      chunkDefinitions.getChunkDefinition(ctx, params.datasetDefinitionId, params.chunkDefinitionId),
  }),
  route.patch(CHUNK, 'changeChunkDefinition', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'Change a chunk definition that no project uses',
    body: schema.ChunkDefinitionChange,
    replies: { 200: schema.ChunkDefinition },
    refusals: {
      404: ['data.no_such_chunk_definition', 'data.no_such_dataset_definition'],
      409: ['data.chunks_analyzed'],
    },
    handle: (ctx, { params, body }) =>
      chunkDefinitions.changeChunkDefinition(ctx, params.datasetDefinitionId, params.chunkDefinitionId, body),
  }),
  route.delete(CHUNK, 'deleteChunkDefinition', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'Delete a chunk definition that no project uses',
    replies: { 204: null },
    refusals: {
      404: ['data.no_such_chunk_definition', 'data.no_such_dataset_definition'],
      409: ['data.chunks_in_use'],
    },
    handle: (ctx, { params }) =>
      chunkDefinitions.deleteChunkDefinition(ctx, params.datasetDefinitionId, params.chunkDefinitionId),
  }),
  route.post(`${CHUNK}analyze/`, 'analyzeChunkDefinition', {
    access: needs(DATASET_DEFINITION, 'own', null),
    summary: 'Write the chunks',
    replies: { 202: schema.Analysis, 204: null },
    refusals: { 404: ['data.no_such_chunk_definition', 'data.no_such_dataset_definition'] },
    handle: (ctx, { params }) =>
      chunkDefinitions.analyzeChunkDefinition(ctx, params.datasetDefinitionId, params.chunkDefinitionId),
  }),
];
