import { sharedRolesRoutes } from '#accounts';
import { type RouteRecord, route } from '#platform/http/route.ts';
import { changeDeployment, changeStatus, deleteDeployment } from './change-deployment.ts';
import { fromModel, fromPackage, fromProject } from './create-from.ts';
import { DEPLOYMENT } from './deployment.kind.ts';
import {
  Begun,
  DeletionQuery,
  Deployment,
  DeploymentChange,
  DeploymentPage,
  FromModel,
  FromPackage,
  FromProject,
  StatusChange,
} from './deployment.schema.ts';
import { DeploymentQuery } from './deployment-query.schema.ts';
import type { Watch } from './ports.ts';
import { getDeployment, listDeployments } from './read-deployments.ts';

const ALL = '/api/v2/deployments/';
export const ONE = '/api/v2/deployments/{deploymentId}/';
const shared = { part: 'deployments', history: { added: 'v2.16' } } as const;

export const deploymentRoutes = (watch: Watch): RouteRecord[] => [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: ALL,
    operation: 'listDeployments',
    summary: 'Your deployments, newest first; filtered and ordered also by their health and use',
    query: DeploymentQuery,
    replies: { 200: DeploymentPage },
    handle: (ctx, { url, query }) => listDeployments(ctx, watch, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${ALL}fromModelPackage/`,
    operation: 'deployModelPackage',
    summary: 'Put a registered version behind an address',
    body: FromPackage,
    replies: { 202: Begun },
    handle: (ctx, { body }) => fromPackage(ctx, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${ALL}fromLearningModel/`,
    operation: 'deployLearningModel',
    summary: 'Register a model of a leaderboard and put it behind an address; JSON or form fields',
    body: FromModel,
    replies: { 202: Begun },
    handle: (ctx, { body }) => fromModel(ctx, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${ALL}fromLeaderboard/`,
    operation: 'deployLeaderboardModel',
    summary: 'Register a model of a leaderboard and put it behind an address',
    body: FromModel,
    replies: { 202: Begun },
    handle: (ctx, { body }) => fromModel(ctx, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${ALL}fromProjectRecommendedModel/`,
    operation: 'deployRecommendedModel',
    summary: 'Put the model that a project recommends behind an address',
    body: FromProject,
    replies: { 202: Begun },
    handle: (ctx, { body }) => fromProject(ctx, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: ONE,
    operation: 'getDeployment',
    summary: 'One deployment: its model, its health, its use, what you may do with it',
    replies: { 200: Deployment },
    handle: (ctx, { params }) => getDeployment(ctx, watch, params.deploymentId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: ONE,
    operation: 'changeDeployment',
    summary: 'Change label, description or importance',
    body: DeploymentChange,
    replies: { 204: null },
    handle: (ctx, { params, body }) => changeDeployment(ctx, params.deploymentId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'DELETE',
    path: ONE,
    operation: 'deleteDeployment',
    summary: 'Delete a deployment; it answers no more',
    query: DeletionQuery,
    replies: { 204: null },
    handle: (ctx, { params }) => deleteDeployment(ctx, params.deploymentId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: `${ONE}status/`,
    operation: 'changeDeploymentStatus',
    summary: 'Activate or deactivate a deployment',
    body: StatusChange,
    replies: { 202: null },
    handle: (ctx, { params, body }) => changeStatus(ctx, params.deploymentId, body),
  }),
  ...sharedRolesRoutes({ kind: DEPLOYMENT, path: ONE, name: 'Deployment', part: 'deployments', added: 'v2.20' }),
];
