import { sharedRolesRoutes } from '#accounts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '#projects';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { packageFileRoutesOf } from '../registry/files/package-file.routes.ts';
import { REGISTERED_MODEL } from '../registry/registry.kind.ts';
import { changeDeployment, changeStatus, deleteDeployment, eraseDeleted, listDeleted } from './change-deployment.ts';
import { fromModel, fromPackage, fromProject } from './create-deployment.ts';
import * as schema from './deployment.schema.ts';
import { getDeploymentOrThrow } from './get-deployment.ts';
import { getDeployment, listDeployments } from './list-deployments.ts';
import type { DeploymentPorts } from './ports.ts';
import { replaceModel, validateReplacement } from './replace-model.ts';

const DELETED = '/api/v2/deletedDeployments/';
const deletionRoute = routeGroup({ part: 'deployments', added: 'v2.27' });

export const deletedDeploymentRoutes: readonly RouteRecord[] = [
  deletionRoute.get(DELETED, 'listDeletedDeployments', {
    summary: 'Deployments that were deleted and not erased yet',
    query: schema.DeletedQuery,
    replies: { 200: schema.DeletedPage },
    handle: (ctx, { url, query }) => listDeleted(ctx, url, query),
  }),
  deletionRoute.patch(DELETED, 'eraseDeletedDeployments', {
    summary: 'Erase deleted deployments for good',
    body: schema.Erasure,
    replies: { 202: schema.DeletionBegun },
    handle: (ctx, { body }) => eraseDeleted(ctx, body),
  }),
];

const ALL = '/api/v2/deployments/';
const ONE = '/api/v2/deployments/{deploymentId}/';
const route = routeGroup({ part: 'deployments', added: 'v2.16' });

export const deploymentRoutes = (ports: DeploymentPorts): RouteRecord[] => [
  route.get(ALL, 'listDeployments', {
    summary: 'Your deployments, newest first; filters and orders include health and usage',
    query: schema.DeploymentQuery,
    replies: { 200: schema.DeploymentPage },
    handle: (ctx, { url, query }) => listDeployments(ctx, ports, url, query),
  }),
  route.post(`${ALL}fromModelPackage/`, 'deployModelPackage', {
    access: needs(REGISTERED_MODEL, 'use', null),
    summary: 'Deploy a registered model version',
    body: schema.FromPackage,
    replies: { 202: schema.Begun },
    handle: (ctx, { body }) => fromPackage(ctx, body),
  }),
  route.post(`${ALL}fromLearningModel/`, 'deployLearningModel', {
    access: needs(PROJECT, 'use', null),
    summary: 'Register and deploy a leaderboard model; JSON or form fields',
    body: schema.FromModel,
    replies: { 202: schema.Begun },
    handle: (ctx, { body }) => fromModel(ctx, body),
  }),
  route.post(`${ALL}fromLeaderboard/`, 'deployLeaderboardModel', {
    access: needs(PROJECT, 'use', null),
    summary: 'Register and deploy a leaderboard model',
    body: schema.FromModel,
    replies: { 202: schema.Begun },
    handle: (ctx, { body }) => fromModel(ctx, body),
  }),
  route.post(`${ALL}fromProjectRecommendedModel/`, 'deployRecommendedModel', {
    access: needs(PROJECT, 'read', null),
    summary: 'Deploy the recommended model of a project',
    body: schema.FromProject,
    replies: { 202: schema.Begun },
    handle: (ctx, { body }) => fromProject(ctx, body),
  }),
  route.get(ONE, 'getDeployment', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One deployment: its model, health, usage and your permissions',
    replies: { 200: schema.Deployment },
    handle: (ctx, { params }) => getDeployment(ctx, ports, params.deploymentId),
  }),
  route.patch(ONE, 'changeDeployment', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Change label, description or importance',
    body: schema.DeploymentChange,
    replies: { 204: null },
    handle: (ctx, { params, body }) => changeDeployment(ctx, params.deploymentId, body),
  }),
  route.delete(ONE, 'deleteDeployment', {
    access: needs(DEPLOYMENT, 'own'),
    summary: 'Delete a deployment; it stops serving predictions',
    query: schema.DeletionQuery,
    replies: { 204: null },
    handle: (ctx, { params }) => deleteDeployment(ctx, ports, params.deploymentId),
  }),
  route.patch(`${ONE}status/`, 'changeDeploymentStatus', {
    access: needs(DEPLOYMENT, 'own'),
    summary: 'Activate or deactivate a deployment',
    body: schema.StatusChange,
    replies: { 202: null },
    handle: (ctx, { params, body }) => changeStatus(ctx, params.deploymentId, body),
  }),
  ...packageFileRoutesOf({
    path: ONE,
    param: 'deploymentId',
    name: 'Deployment',
    title: 'the model of a deployment',
    access: needs(DEPLOYMENT, 'use'),
    packageOf: async (ctx, id) => (await getDeploymentOrThrow(ctx, id, 'use')).package_id,
  }),
  ...sharedRolesRoutes({ kind: DEPLOYMENT, path: ONE, name: 'Deployment', part: 'deployments', added: 'v2.20' }),
];

const replacementRoute = routeGroup({ part: 'deployments', added: 'v2.17' });

export const replacementRoutes: readonly RouteRecord[] = [
  replacementRoute.patch(`${ONE}model/`, 'replaceModel', {
    access: needs(DEPLOYMENT, 'own'),
    summary: 'Replace the model without interrupting predictions',
    body: schema.ReplacementBody,
    replies: { 202: null },
    handle: (ctx, { params, body }) => replaceModel(ctx, params.deploymentId, body),
  }),
  replacementRoute.post(`${ONE}model/validation/`, 'validateReplacement', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Validate a replacement model, check by check',
    body: schema.ValidationBody,
    replies: { 200: schema.Validation },
    handle: (ctx, { params, body }) => validateReplacement(ctx, params.deploymentId, body),
  }),
];
