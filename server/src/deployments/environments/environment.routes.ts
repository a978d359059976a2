import { sharedRolesRoutes } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import { type RouteRecord, route } from '#platform/http/route.ts';
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

const shared = { part: 'deployments', history: { added: 'v2.22' } } as const;
const ALL = '/api/v2/predictionEnvironments/';
const ONE = '/api/v2/predictionEnvironments/{predictionEnvironmentId}/';

export const environmentRoutes: readonly RouteRecord[] = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: ALL,
    operation: 'listPredictionEnvironments',
    summary: 'The prediction environments you may see, including this installation',
    query: EnvironmentQuery,
    replies: { 200: pageOf(PredictionEnvironment) },
    handle: (ctx, { url, query }) => listEnvironments(ctx, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: ALL,
    operation: 'createPredictionEnvironment',
    summary: 'Create a prediction environment',
    body: EnvironmentCreate,
    replies: { 201: PredictionEnvironment },
    handle: (ctx, { body }) => createEnvironment(ctx, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: ONE,
    operation: 'getPredictionEnvironment',
    summary: 'One prediction environment',
    replies: { 200: PredictionEnvironment },
    handle: (ctx, { params }) => getEnvironment(ctx, params.predictionEnvironmentId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: ONE,
    operation: 'changePredictionEnvironment',
    summary: 'Change a prediction environment',
    body: EnvironmentChange,
    replies: { 200: PredictionEnvironment },
    handle: (ctx, { params, body }) => changeEnvironment(ctx, params.predictionEnvironmentId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'DELETE',
    path: ONE,
    operation: 'deletePredictionEnvironment',
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
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: '/api/v2/predictionServers/',
    operation: 'listPredictionServers',
    summary: 'The prediction servers: this installation',
    history: { added: 'v2.17' },
    query: ServerQuery,
    replies: { 200: pageOf(PredictionServer) },
    handle: (ctx, { url, query }) => listServers(ctx, url, query),
  }),
];
