import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { JobStarted } from '../features/feature.schema.ts';
import * as schema from './interval.schema.ts';
import { listIntervals, requestIntervals } from './intervals.ts';

const INTERVALS = '/api/v2/projects/{projectId}/models/{modelId}/predictionIntervals/';
const route = routeGroup({ part: 'projects', added: 'v2.19' });

export const intervalRoutes = [
  route.post(INTERVALS, 'requestPredictionIntervals', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute prediction intervals of a time series model for some sizes',
    body: schema.IntervalsRequest,
    replies: { 202: JobStarted },
    refusals: { 404: ['projects.no_such_model'], 422: ['insights.not_for_task'] },
    handle: (ctx, { params, body }) => requestIntervals(ctx, params.projectId, params.modelId, body),
  }),
  route.get(INTERVALS, 'listPredictionIntervals', {
    access: needs(PROJECT, 'read'),
    summary: 'List the sizes of prediction intervals that were computed, widest first',
    query: schema.IntervalsQuery,
    replies: { 200: schema.IntervalSizes },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params, query, url }) => listIntervals(ctx, params.projectId, params.modelId, url, query),
  }),
];
