import { USE_CASE } from '#accounts';
import { READING_REFUSALS } from '#data';
import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { genaiRoute } from '../genai-route.ts';
import { createVectorDatabase } from './create-vector-database.ts';
import { exportDataset, textAndEmbeddings } from './export/export-dataset.ts';
import { searchVectorDatabase } from './retrieve.ts';
import * as supportedOptions from './supported-options.ts';
import * as schema from './vector-database.schema.ts';
import * as vectorDatabases from './vector-databases.ts';
import { VECTOR_DATABASE } from './vector-databases.ts';

const ALL = '/api/v2/genai/vectorDatabases/';
const ONE = '/api/v2/genai/vectorDatabases/{vectorDatabaseId}/';

export const vectorDatabaseRoutes: readonly RouteRecord[] = [
  genaiRoute.get(ALL, 'listVectorDatabases', {
    summary: 'The vector databases you may see',
    query: schema.VectorDatabaseQuery,
    replies: { 200: pageOf(schema.VectorDatabase) },
    handle: (ctx, { url, query }) => vectorDatabases.listVectorDatabases(ctx, url, query),
  }),
  genaiRoute.post(ALL, 'createVectorDatabase', {
    access: needs(USE_CASE, 'write', null),
    summary: 'Cut the documents of a dataset into pieces that can be searched by meaning',
    body: schema.VectorDatabaseCreate,
    replies: { 202: schema.VectorDatabase },
    refusals: {
      403: ['genai.limit_reached', 'sharing.role_too_small'],
      404: ['access_sync.no_such_connection', 'sharing.no_such_thing'],
      410: READING_REFUSALS[410],
      422: READING_REFUSALS[422],
    },
    handle: (ctx, { body }) => createVectorDatabase(ctx, body),
  }),
  genaiRoute.get('/api/v2/genai/vectorDatabases/supportedEmbeddings/', 'listSupportedEmbeddings', {
    summary: 'What turns texts into vectors here',
    query: supportedOptions.SupportedEmbeddingsQuery,
    replies: { 200: supportedOptions.SupportedEmbeddings },
    handle: async (ctx) => supportedOptions.supportedEmbeddings(ctx),
  }),
  genaiRoute.get('/api/v2/genai/vectorDatabases/supportedTextChunkings/', 'listSupportedTextChunkings', {
    summary: 'How documents can be cut, with bounds',
    replies: { 200: supportedOptions.SupportedTextChunkings },
    handle: async (ctx) => supportedOptions.supportedTextChunkings(ctx),
  }),
  genaiRoute.get('/api/v2/genai/vectorDatabases/supportedRetrievalSettings/', 'listSupportedRetrievalSettings', {
    summary: 'How pieces can be looked up, with bounds',
    replies: { 200: supportedOptions.SupportedRetrievalSettings },
    handle: async () => supportedOptions.supportedRetrievalSettings(),
  }),
  genaiRoute.get(ONE, 'getVectorDatabase', {
    access: needs(VECTOR_DATABASE, 'read'),
    summary: 'One vector database',
    replies: { 200: schema.VectorDatabase },
    handle: (ctx, { params }) => vectorDatabases.getVectorDatabase(ctx, params.vectorDatabaseId),
  }),
  genaiRoute.patch(ONE, 'changeVectorDatabase', {
    access: needs(VECTOR_DATABASE, 'write'),
    summary: 'Rename a vector database',
    body: schema.VectorDatabaseChange,
    replies: { 200: schema.VectorDatabase },
    handle: (ctx, { params, body }) => vectorDatabases.changeVectorDatabase(ctx, params.vectorDatabaseId, body),
  }),
  genaiRoute.delete(ONE, 'deleteVectorDatabase', {
    access: needs(VECTOR_DATABASE, 'own'),
    summary: 'Delete a vector database with its vectors',
    replies: { 204: null },
    handle: (ctx, { params }) => vectorDatabases.deleteVectorDatabase(ctx, params.vectorDatabaseId),
  }),
  genaiRoute.get('/api/v2/genai/vectorDatabases/{vectorDatabaseId}/latestVersion/', 'getLatestVectorDatabase', {
    access: needs(VECTOR_DATABASE, 'read'),
    summary: 'The newest version of its family',
    replies: { 200: schema.VectorDatabase },
    handle: (ctx, { params }) => vectorDatabases.getLatestVersion(ctx, params.vectorDatabaseId),
  }),
  genaiRoute.post('/api/v2/genai/vectorDatabases/{vectorDatabaseId}/search/', 'searchVectorDatabase', {
    access: needs(VECTOR_DATABASE, 'read'),
    added: 'v2.43',
    summary: 'The pieces nearest to a question with their scores, as a prompt would be given them; no model is asked',
    body: schema.SearchRequest,
    replies: { 200: schema.SearchResult },
    refusals: { 422: ['genai.metadata_filter'] },
    handle: (ctx, { params, body }) => searchVectorDatabase(ctx, params.vectorDatabaseId, body),
  }),
  genaiRoute.get(
    '/api/v2/genai/vectorDatabases/{vectorDatabaseId}/textAndEmbeddings/',
    'getVectorDatabaseTextAndEmbeddings',
    {
      access: needs(VECTOR_DATABASE, 'use'),
      added: 'v2.36',
      summary: 'Every chunk with its vector, a JSON object a line; all of them, or a part of ten thousand',
      query: schema.PartQuery,
      replies: { 200: null },
      refusals: { 403: ['genai.vector_database_bound'] },
      handle: (ctx, { params, query }) => textAndEmbeddings(ctx, params.vectorDatabaseId, query.part),
    },
  ),
  genaiRoute.post('/api/v2/genai/vectorDatabases/{vectorDatabaseId}/datasetExportJobs/', 'exportVectorDatabase', {
    access: needs(VECTOR_DATABASE, 'use'),
    added: 'v2.37',
    summary: 'Put the chunks into the catalog as a dataset, a row each',
    replies: { 202: schema.ExportJob },
    refusals: { 403: ['genai.vector_database_bound'] },
    handle: (ctx, { params }) => exportDataset(ctx, params.vectorDatabaseId),
  }),
];
