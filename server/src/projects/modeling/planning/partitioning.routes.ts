import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { PartitioningBody } from '../../core/project/aim.schema.ts';
import {
  createOptimized,
  getOptimized,
  getOptimizedInput,
  getOptimizedLog,
  getOptimizedLogFile,
  listOptimized,
} from './optimized-partitionings.ts';
import {
  LogQuery,
  OptimizedPartitioning,
  Partitioning,
  PartitioningInput,
  PartitioningLog,
  Started,
} from './partitioning.schema.ts';
import { getPartitioning, previewPartitioning } from './partitioning-preview.ts';

const OPTIMIZED = '/api/v2/projects/{projectId}/optimizedDatetimePartitionings/';
const ONE = `${OPTIMIZED}{datetimePartitioningId}/` as const;
const optimized = { part: 'projects', history: { added: 'v2.22' } } as const;

export const optimizedRoutes = [
  route({
    ...optimized,
    access: 'account',
    method: 'POST',
    path: OPTIMIZED,
    operation: 'createOptimizedPartitioning',
    summary: 'Find out from the data how the past would be optimized out',
    body: PartitioningBody,
    replies: { 202: Started },
    handle: (ctx, { params, body }) => createOptimized(ctx, params.projectId, body),
  }),
  route({
    ...optimized,
    access: 'account',
    method: 'GET',
    path: OPTIMIZED,
    operation: 'listOptimizedPartitionings',
    summary: 'The partitionings that were found out',
    query: pageQuery(),
    replies: { 200: pageOf(OptimizedPartitioning) },
    handle: (ctx, { params, url, query }) => listOptimized(ctx, params.projectId, url, query),
  }),
  route({
    ...optimized,
    access: 'account',
    method: 'GET',
    path: ONE,
    operation: 'getOptimizedPartitioning',
    summary: 'One partitioning that was found out',
    replies: { 200: OptimizedPartitioning },
    handle: (ctx, { params }) => getOptimized(ctx, params.projectId, params.datetimePartitioningId),
  }),
  route({
    ...optimized,
    access: 'account',
    method: 'GET',
    path: `${ONE}datetimePartitioningInput/`,
    operation: 'getOptimizedPartitioningInput',
    summary: 'What a partitioning was asked with',
    replies: { 200: PartitioningInput },
    handle: (ctx, { params }) => getOptimizedInput(ctx, params.projectId, params.datetimePartitioningId),
  }),
  route({
    ...optimized,
    access: 'account',
    method: 'GET',
    path: `${ONE}datetimePartitioningLog/`,
    operation: 'getOptimizedPartitioningLog',
    summary: 'What was decided, line by line',
    query: LogQuery,
    replies: { 200: PartitioningLog },
    handle: (ctx, { params, url, query }) =>
      getOptimizedLog(ctx, params.projectId, params.datetimePartitioningId, url, query),
  }),
  route({
    ...optimized,
    access: 'account',
    method: 'GET',
    path: `${ONE}datetimePartitioningLog/file/`,
    operation: 'downloadOptimizedPartitioningLog',
    summary: 'What was decided, as a file',
    replies: { 200: null },
    handle: (ctx, { params }) => getOptimizedLogFile(ctx, params.projectId, params.datetimePartitioningId),
  }),
];

const PATH = '/api/v2/projects/{projectId}/datetimePartitioning/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const partitioningRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: PATH,
    operation: 'previewDatetimePartitioning',
    summary: 'How the past would be shared out into backtests and a holdout',
    body: PartitioningBody,
    replies: { 200: Partitioning },
    handle: (ctx, { params, body }) => previewPartitioning(ctx, params.projectId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: PATH,
    operation: 'getDatetimePartitioning',
    summary: 'How the past was shared out, with the rows of every part',
    replies: { 200: Partitioning },
    handle: (ctx, { params }) => getPartitioning(ctx, params.projectId),
  }),
];
