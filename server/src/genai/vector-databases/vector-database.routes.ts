import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { genaiRoute } from '../genai-route.ts';
import { createVectorDatabase } from './create-vector-database.ts';
import { exportDataset, textAndEmbeddings } from './export/export-dataset.ts';
import { searchVectorDatabase } from './retrieve.ts';
import {
  SupportedEmbeddings,
  SupportedEmbeddingsQuery,
  SupportedRetrievalSettings,
  SupportedTextChunkings,
  supportedEmbeddings,
  supportedRetrievalSettings,
  supportedTextChunkings,
} from './supported-options.ts';
import {
  ExportJob,
  PartQuery,
  SearchRequest,
  SearchResult,
  VectorDatabase,
  VectorDatabaseChange,
  VectorDatabaseCreate,
  VectorDatabaseQuery,
} from './vector-database.schema.ts';
import {
  changeVectorDatabase,
  deleteVectorDatabase,
  getLatestVersion,
  getVectorDatabase,
  listVectorDatabases,
} from './vector-databases.ts';

const ALL = '/api/v2/genai/vectorDatabases/';
const ONE = '/api/v2/genai/vectorDatabases/{vectorDatabaseId}/';

export const vectorDatabaseRoutes: readonly RouteRecord[] = [
  genaiRoute.get(ALL, 'listVectorDatabases', {
    summary: 'The vector databases you may see',
    query: VectorDatabaseQuery,
    replies: { 200: pageOf(VectorDatabase) },
    handle: (ctx, { url, query }) => listVectorDatabases(ctx, url, query),
  }),
  genaiRoute.post(ALL, 'createVectorDatabase', {
    summary: 'Cut the documents of a dataset into pieces that can be searched by meaning',
    body: VectorDatabaseCreate,
    replies: { 202: VectorDatabase },
    handle: (ctx, { body }) => createVectorDatabase(ctx, body),
  }),
  genaiRoute.get('/api/v2/genai/vectorDatabases/supportedEmbeddings/', 'listSupportedEmbeddings', {
    summary: 'What turns texts into vectors here',
    query: SupportedEmbeddingsQuery,
    replies: { 200: SupportedEmbeddings },
    handle: async (ctx) => supportedEmbeddings(ctx),
  }),
  genaiRoute.get('/api/v2/genai/vectorDatabases/supportedTextChunkings/', 'listSupportedTextChunkings', {
    summary: 'How documents can be cut, with bounds',
    replies: { 200: SupportedTextChunkings },
    handle: async (ctx) => supportedTextChunkings(ctx),
  }),
  genaiRoute.get('/api/v2/genai/vectorDatabases/supportedRetrievalSettings/', 'listSupportedRetrievalSettings', {
    summary: 'How pieces can be looked up, with bounds',
    replies: { 200: SupportedRetrievalSettings },
    handle: async () => supportedRetrievalSettings(),
  }),
  genaiRoute.get(ONE, 'getVectorDatabase', {
    summary: 'One vector database',
    replies: { 200: VectorDatabase },
    handle: (ctx, { params }) => getVectorDatabase(ctx, params.vectorDatabaseId),
  }),
  genaiRoute.patch(ONE, 'changeVectorDatabase', {
    summary: 'Rename a vector database',
    body: VectorDatabaseChange,
    replies: { 200: VectorDatabase },
    handle: (ctx, { params, body }) => changeVectorDatabase(ctx, params.vectorDatabaseId, body),
  }),
  genaiRoute.delete(ONE, 'deleteVectorDatabase', {
    summary: 'Delete a vector database with its vectors',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteVectorDatabase(ctx, params.vectorDatabaseId),
  }),
  genaiRoute.get('/api/v2/genai/vectorDatabases/{vectorDatabaseId}/latestVersion/', 'getLatestVectorDatabase', {
    summary: 'The newest version of its family',
    replies: { 200: VectorDatabase },
    handle: (ctx, { params }) => getLatestVersion(ctx, params.vectorDatabaseId),
  }),
  genaiRoute.post('/api/v2/genai/vectorDatabases/{vectorDatabaseId}/search/', 'searchVectorDatabase', {
    added: 'v2.43',
    summary: 'The pieces nearest to a question with their scores, as a prompt would be given them; no model is asked',
    body: SearchRequest,
    replies: { 200: SearchResult },
    handle: (ctx, { params, body }) => searchVectorDatabase(ctx, params.vectorDatabaseId, body),
  }),
  genaiRoute.get(
    '/api/v2/genai/vectorDatabases/{vectorDatabaseId}/textAndEmbeddings/',
    'getVectorDatabaseTextAndEmbeddings',
    {
      added: 'v2.36',
      summary: 'Every chunk with its vector, a JSON object a line; all of them, or a part of ten thousand',
      query: PartQuery,
      replies: { 200: null },
      handle: (ctx, { params, query }) => textAndEmbeddings(ctx, params.vectorDatabaseId, query.part),
    },
  ),
  genaiRoute.post('/api/v2/genai/vectorDatabases/{vectorDatabaseId}/datasetExportJobs/', 'exportVectorDatabase', {
    added: 'v2.37',
    summary: 'Put the chunks into the catalog as a dataset, a row each',
    replies: { 202: ExportJob },
    handle: (ctx, { params }) => exportDataset(ctx, params.vectorDatabaseId),
  }),
];
