import { DEPLOYMENT } from '#deployments';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { BUCKET_CODES, PERIOD_CODES } from '../scope/period.rules.ts';
import { FairnessOverTime, FairnessQuery } from './fairness.schema.ts';
import { fairnessOverTime } from './fairness.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.30' });

export const fairnessRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/fairnessScoresOverTime/', 'getFairnessScoresOverTime', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Fairness scores of the values of a protected feature over time',
    query: FairnessQuery,
    replies: { 200: FairnessOverTime },
    refusals: { 400: [...PERIOD_CODES, ...BUCKET_CODES] },
    handle: (ctx, { params, query }) => fairnessOverTime(ctx, params.deploymentId, query),
  }),
];
