import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import {
  Analysis,
  ChunkDefinition,
  ChunkDefinitionChange,
  ChunkDefinitionCreate,
  DatasetDefinition,
  DatasetDefinitionCreate,
  DatasetDefinitionQuery,
  DatasetDefinitionVersion,
  DefinitionQuery,
} from './chunk.schema.ts';
import {
  analyzeChunkDefinition,
  changeChunkDefinition,
  createChunkDefinition,
  deleteChunkDefinition,
  getChunkDefinition,
  listChunkDefinitions,
} from './chunk-definitions.ts';
import {
  analyzeDefinition,
  createDefinition,
  deleteDefinition,
  getDefinition,
  listDefinitions,
  listDefinitionVersions,
} from './dataset-definitions.ts';

const route = routeGroup({ part: 'data', added: 'v2.33' });
const PATH = '/api/v2/datasetDefinitions/';
const ONE = `${PATH}{datasetDefinitionId}/` as const;
const CHUNKS = `${ONE}chunkDefinitions/` as const;
const CHUNK = `${CHUNKS}{chunkDefinitionId}/` as const;

export const chunkRoutes = [
  route.post(PATH, 'createDatasetDefinition', {
    summary: 'Create a dataset definition for chunking',
    body: DatasetDefinitionCreate,
    replies: { 201: DatasetDefinition },
    handle: (ctx, { body }) => createDefinition(ctx, body),
  }),
  route.get(PATH, 'listDatasetDefinitions', {
    summary: 'List your dataset definitions',
    query: DefinitionQuery,
    replies: { 200: pageOf(DatasetDefinition) },
    handle: (ctx, { url, query }) => listDefinitions(ctx, url, query),
  }),
  route.get(ONE, 'getDatasetDefinition', {
    summary: 'One dataset definition',
    query: DatasetDefinitionQuery,
    replies: { 200: DatasetDefinition },
    handle: (ctx, { params, query }) => getDefinition(ctx, params.datasetDefinitionId, query),
  }),
  route.delete(ONE, 'deleteDatasetDefinition', {
    summary: 'Delete a dataset definition with its chunks',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteDefinition(ctx, params.datasetDefinitionId),
  }),
  route.post(`${ONE}analyze/`, 'analyzeDatasetDefinition', {
    summary: 'Analyze the size and the columns of the dataset',
    replies: { 204: null },
    handle: (ctx, { params }) => analyzeDefinition(ctx, params.datasetDefinitionId),
  }),
  route.get(`${ONE}versions/`, 'listDatasetDefinitionVersions', {
    summary: 'List the analyzed versions of a dataset definition',
    query: DefinitionQuery,
    replies: { 200: pageOf(DatasetDefinitionVersion) },
    handle: (ctx, { params, url, query }) => listDefinitionVersions(ctx, params.datasetDefinitionId, url, query),
  }),
  route.post(CHUNKS, 'createChunkDefinition', {
    summary: 'Define how the rows of the dataset are split into chunks',
    body: ChunkDefinitionCreate,
    replies: { 201: ChunkDefinition },
    handle: (ctx, { params, body }) => createChunkDefinition(ctx, params.datasetDefinitionId, body),
  }),
  route.get(CHUNKS, 'listChunkDefinitions', {
    summary: 'List the chunk definitions of a dataset definition',
    query: DefinitionQuery,
    replies: { 200: pageOf(ChunkDefinition) },
    handle: (ctx, { params, url, query }) => listChunkDefinitions(ctx, params.datasetDefinitionId, url, query),
  }),
  route.get(CHUNK, 'getChunkDefinition', {
    summary: 'One chunk definition',
    replies: { 200: ChunkDefinition },
    handle: (ctx, { params }) => getChunkDefinition(ctx, params.datasetDefinitionId, params.chunkDefinitionId),
  }),
  route.patch(CHUNK, 'changeChunkDefinition', {
    summary: 'Change a chunk definition that no project uses',
    body: ChunkDefinitionChange,
    replies: { 200: ChunkDefinition },
    handle: (ctx, { params, body }) =>
      changeChunkDefinition(ctx, params.datasetDefinitionId, params.chunkDefinitionId, body),
  }),
  route.delete(CHUNK, 'deleteChunkDefinition', {
    summary: 'Delete a chunk definition that no project uses',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteChunkDefinition(ctx, params.datasetDefinitionId, params.chunkDefinitionId),
  }),
  route.post(`${CHUNK}analyze/`, 'analyzeChunkDefinition', {
    summary: 'Write the chunks',
    replies: { 202: Analysis, 204: null },
    handle: (ctx, { params }) => analyzeChunkDefinition(ctx, params.datasetDefinitionId, params.chunkDefinitionId),
  }),
];
