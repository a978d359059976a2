import { route } from '#platform/http/route.ts';
import { Discarded, DiscardedQuery, FeatureLog, LogQuery } from '../feature.schema.ts';
import { getFeatureLog, getFeatureLogFile, listDiscarded } from '../read-features.ts';

const PATH = '/api/v2/projects/{projectId}/';
const shared = { part: 'projects', history: { added: 'v2.11' } } as const;

export const derivationRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}timeSeriesFeatureLog/`,
    operation: 'getTimeSeriesFeatureLog',
    summary: 'How features were derived from the past, line by line',
    query: LogQuery,
    replies: { 200: FeatureLog },
    handle: (ctx, { params, url, query }) => getFeatureLog(ctx, params.projectId, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}timeSeriesFeatureLog/file/`,
    operation: 'downloadTimeSeriesFeatureLog',
    summary: 'How features were derived from the past, as a file',
    replies: { 200: null },
    handle: (ctx, { params }) => getFeatureLogFile(ctx, params.projectId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}discardedFeatures/`,
    operation: 'listDiscardedFeatures',
    summary: 'Derived features that were left out',
    query: DiscardedQuery,
    replies: { 200: Discarded },
    handle: (ctx, { params }) => listDiscarded(ctx, params.projectId),
  }),
];
