import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PartitioningBody } from '../../core/project/aim.schema.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import * as optimizedPartitionings from './optimized-partitionings.ts';
import * as schema from './partitioning.schema.ts';
import { getPartitioning, previewPartitioning } from './partitioning-preview.ts';

const OPTIMIZED = '/api/v2/projects/{projectId}/optimizedDatetimePartitionings/';
const ONE = `${OPTIMIZED}{datetimePartitioningId}/` as const;
const optimizedRoute = routeGroup({ part: 'projects', added: 'v2.22' });

export const optimizedRoutes = [
  optimizedRoute.post(OPTIMIZED, 'createOptimizedPartitioning', {
    access: needs(PROJECT, 'write'),
    summary: 'Compute a datetime partitioning from the data',
    body: PartitioningBody,
    replies: { 202: schema.Started },
    refusals: { 422: ['projects.target_chosen'] },
    handle: (ctx, { params, body }) => optimizedPartitionings.createOptimized(ctx, params.projectId, body),
  }),
  optimizedRoute.get(OPTIMIZED, 'listOptimizedPartitionings', {
    access: needs(PROJECT, 'read'),
    summary: 'List computed partitionings',
    query: pageQuery(),
    replies: { 200: pageOf(schema.OptimizedPartitioning) },
    handle: (ctx, { params, url, query }) => optimizedPartitionings.listOptimized(ctx, params.projectId, url, query),
  }),
  optimizedRoute.get(ONE, 'getOptimizedPartitioning', {
    access: needs(PROJECT, 'read'),
    summary: 'Get a computed partitioning',
    replies: { 200: schema.OptimizedPartitioning },
    refusals: { 404: ['projects.no_such_partitioning'] },
    handle: (ctx, { params }) =>
      optimizedPartitionings.getOptimized(ctx, params.projectId, params.datetimePartitioningId),
  }),
  optimizedRoute.get(`${ONE}datetimePartitioningInput/`, 'getOptimizedPartitioningInput', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the request of a computed partitioning',
    replies: { 200: schema.PartitioningInput },
    refusals: { 404: ['projects.no_such_partitioning'] },
    handle: (ctx, { params }) =>
      optimizedPartitionings.getOptimizedInput(ctx, params.projectId, params.datetimePartitioningId),
  }),
  optimizedRoute.get(`${ONE}datetimePartitioningLog/`, 'getOptimizedPartitioningLog', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the log of a computed partitioning',
    query: schema.LogQuery,
    replies: { 200: schema.PartitioningLog },
    refusals: { 404: ['projects.no_such_partitioning'] },
    handle: (ctx, { params, url, query }) =>
      optimizedPartitionings.getOptimizedLog(ctx, params.projectId, params.datetimePartitioningId, url, query),
  }),
  optimizedRoute.get(`${ONE}datetimePartitioningLog/file/`, 'downloadOptimizedPartitioningLog', {
    access: needs(PROJECT, 'read'),
    summary: 'Download the log of a computed partitioning',
    replies: { 200: null },
    refusals: { 404: ['projects.no_such_partitioning'] },
    handle: (ctx, { params }) =>
      optimizedPartitionings.getOptimizedLogFile(ctx, params.projectId, params.datetimePartitioningId),
  }),
];

const PATH = '/api/v2/projects/{projectId}/datetimePartitioning/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const partitioningRoutes = [
  route.post(PATH, 'previewDatetimePartitioning', {
    access: needs(PROJECT, 'read'),
    summary: 'Preview the backtests and holdout of a datetime partitioning',
    body: PartitioningBody,
    replies: { 200: schema.Partitioning },
    handle: (ctx, { params, body }) => previewPartitioning(ctx, params.projectId, body),
  }),
  route.get(PATH, 'getDatetimePartitioning', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the datetime partitioning of a project with row counts',
    replies: { 200: schema.Partitioning },
    refusals: { 422: ['projects.not_partitioned_by_date'] },
    handle: (ctx, { params }) => getPartitioning(ctx, params.projectId),
  }),
];
