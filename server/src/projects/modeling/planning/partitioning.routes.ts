import { route } from '#platform/http/route.ts';
import { PartitioningBody } from '../../core/project/aim.schema.ts';
import { Partitioning } from './partitioning.schema.ts';
import { getPartitioning, previewPartitioning } from './read-partitioning.ts';

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
