import { sharedRolesRoutes } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PREDICTION_ENVIRONMENT } from './environment.kind.ts';
import * as schema from './environment.schema.ts';
import * as environments from './environments.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.22' });
const ALL = '/api/v2/predictionEnvironments/';
const ONE = '/api/v2/predictionEnvironments/{predictionEnvironmentId}/';

export const environmentRoutes: readonly RouteRecord[] = [
  route.get(ALL, 'listPredictionEnvironments', {
    summary: 'The prediction environments you may see, including this installation',
    query: schema.EnvironmentQuery,
    replies: { 200: pageOf(schema.PredictionEnvironment) },
    handle: (ctx, { url, query }) => environments.listEnvironments(ctx, url, query),
  }),
  route.post(ALL, 'createPredictionEnvironment', {
    summary: 'Create a prediction environment',
    body: schema.EnvironmentCreate,
    replies: { 201: schema.PredictionEnvironment },
    refusals: { 404: ['data.no_such_credential', 'sharing.no_such_thing'] },
    handle: (ctx, { body }) => environments.createEnvironment(ctx, body),
  }),
  route.get(ONE, 'getPredictionEnvironment', {
    access: needs(PREDICTION_ENVIRONMENT, 'read', null),
    summary: 'One prediction environment',
    replies: { 200: schema.PredictionEnvironment },
    refusals: { 404: ['sharing.no_such_thing'] },
    handle: (ctx, { params }) => environments.getEnvironment(ctx, params.predictionEnvironmentId),
  }),
  route.patch(ONE, 'changePredictionEnvironment', {
    access: needs(PREDICTION_ENVIRONMENT, 'write', null),
    summary: 'Change a prediction environment',
    body: schema.EnvironmentChange,
    replies: { 200: schema.PredictionEnvironment },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['data.no_such_credential', 'sharing.no_such_thing'],
      422: ['environments.is_native'],
    },
    handle: (ctx, { params, body }) => environments.changeEnvironment(ctx, params.predictionEnvironmentId, body),
  }),
  route.delete(ONE, 'deletePredictionEnvironment', {
    access: needs(PREDICTION_ENVIRONMENT, 'own', null),
    summary: 'Delete a prediction environment that no deployment uses',
    replies: { 204: null },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['sharing.no_such_thing'],
      422: ['environments.in_use', 'environments.is_native'],
    },
    handle: (ctx, { params }) => environments.deleteEnvironment(ctx, params.predictionEnvironmentId),
  }),
  ...sharedRolesRoutes({
    kind: PREDICTION_ENVIRONMENT,
    path: ONE,
    name: 'PredictionEnvironment',
    part: 'deployments',
    added: 'v2.22',
  }),
  route.get('/api/v2/predictionServers/', 'listPredictionServers', {
    summary: 'The prediction servers: this installation',
    added: 'v2.17',
    query: schema.ServerQuery,
    replies: { 200: pageOf(schema.PredictionServer) },
    handle: (ctx, { url, query }) => environments.listServers(ctx, url, query),
  }),
];
