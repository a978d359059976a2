import { sharedRolesRoutes } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { PREDICTION_ENVIRONMENT } from './environment.kind.ts';
import {
  EnvironmentChange,
  EnvironmentCreate,
  EnvironmentQuery,
  PredictionEnvironment,
  PredictionServer,
  ServerQuery,
} from './environment.schema.ts';
import {
  changeEnvironment,
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  listServers,
} from './environments.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.22' });
const ALL = '/api/v2/predictionEnvironments/';
const ONE = '/api/v2/predictionEnvironments/{predictionEnvironmentId}/';

export const environmentRoutes: readonly RouteRecord[] = [
  route.get(ALL, 'listPredictionEnvironments', {
    summary: 'The prediction environments you may see, including this installation',
    query: EnvironmentQuery,
    replies: { 200: pageOf(PredictionEnvironment) },
    handle: (ctx, { url, query }) => listEnvironments(ctx, url, query),
  }),
  route.post(ALL, 'createPredictionEnvironment', {
    summary: 'Create a prediction environment',
    body: EnvironmentCreate,
    replies: { 201: PredictionEnvironment },
    handle: (ctx, { body }) => createEnvironment(ctx, body),
  }),
  route.get(ONE, 'getPredictionEnvironment', {
    summary: 'One prediction environment',
    replies: { 200: PredictionEnvironment },
    handle: (ctx, { params }) => getEnvironment(ctx, params.predictionEnvironmentId),
  }),
  route.patch(ONE, 'changePredictionEnvironment', {
    summary: 'Change a prediction environment',
    body: EnvironmentChange,
    replies: { 200: PredictionEnvironment },
    handle: (ctx, { params, body }) => changeEnvironment(ctx, params.predictionEnvironmentId, body),
  }),
  route.delete(ONE, 'deletePredictionEnvironment', {
    summary: 'Delete a prediction environment that no deployment uses',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteEnvironment(ctx, params.predictionEnvironmentId),
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
    query: ServerQuery,
    replies: { 200: pageOf(PredictionServer) },
    handle: (ctx, { url, query }) => listServers(ctx, url, query),
  }),
];
