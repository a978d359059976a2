import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { Event, EventQuery, EventReport } from './event.schema.ts';
import { listEvents, reportEvent } from './events.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.33' });

export const eventRoutes = [
  route.post('/api/v2/remoteEvents/', 'reportRemoteEvent', {
    access: needs(DEPLOYMENT, 'write', null),
    summary: 'Report what failed in a program around a deployment, such as a guard of its prompts',
    body: EventReport,
    replies: { 201: Event },
    refusals: { 403: ['sharing.role_too_small'], 404: ['sharing.no_such_thing'] },
    handle: (ctx, { body }) => reportEvent(ctx, body),
  }),
  route.get('/api/v2/deployments/{deploymentId}/events/', 'listDeploymentEvents', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Events that were reported about a deployment, newest first',
    query: EventQuery,
    replies: { 200: pageOf(Event) },
    handle: (ctx, { params, url, query }) => listEvents(ctx, params.deploymentId, url, query),
  }),
];
