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
    refusals: { 404: ['deployments.not_deleted'] },
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
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['registry.no_such_package', 'sharing.no_such_thing'],
      422: ['registry.package_archived'],
    },
    handle: (ctx, { body }) => fromPackage(ctx, body),
  }),
  route.post(`${ALL}fromLearningModel/`, 'deployLearningModel', {
    access: needs(PROJECT, 'use', null),
    summary: 'Register and deploy a leaderboard model; JSON or form fields',
    body: schema.FromModel,
    replies: { 202: schema.Begun },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['projects.no_such_model', 'sharing.no_such_thing'],
      409: ['registry.name_taken'],
    },
    handle: (ctx, { body }) => fromModel(ctx, body),
  }),
  route.post(`${ALL}fromLeaderboard/`, 'deployLeaderboardModel', {
    access: needs(PROJECT, 'use', null),
    summary: 'Register and deploy a leaderboard model',
    body: schema.FromModel,
    replies: { 202: schema.Begun },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['projects.no_such_model', 'sharing.no_such_thing'],
      409: ['registry.name_taken'],
    },
    handle: (ctx, { body }) => fromModel(ctx, body),
  }),
  route.post(`${ALL}fromProjectRecommendedModel/`, 'deployRecommendedModel', {
    access: needs(PROJECT, 'read', null),
    summary: 'Deploy the recommended model of a project',
    body: schema.FromProject,
    replies: { 202: schema.Begun },
    refusals: { 404: ['projects.nothing_recommended', 'sharing.no_such_thing'] },
    handle: (ctx, { body }) => fromProject(ctx, body),
  }),
  route.get(ONE, 'getDeployment', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One deployment: its model, health, usage and your permissions',
    replies: { 200: schema.Deployment },
    refusals: { 404: ['deployments.no_such_deployment'] },
    handle: (ctx, { params }) => getDeployment(ctx, ports, params.deploymentId),
  }),
  route.patch(ONE, 'changeDeployment', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Change label, description or importance',
    body: schema.DeploymentChange,
    replies: { 204: null },
    refusals: { 422: ['deployments.no_change'] },
    handle: (ctx, { params, body }) => changeDeployment(ctx, params.deploymentId, body),
  }),
  route.delete(ONE, 'deleteDeployment', {
    access: needs(DEPLOYMENT, 'own'),
    summary: 'Delete a deployment; it stops serving predictions',
    query: schema.DeletionQuery,
    replies: { 204: null },
    refusals: { 404: ['deployments.no_such_deployment'] },
    handle: (ctx, { params }) => deleteDeployment(ctx, ports, params.deploymentId),
  }),
  route.patch(`${ONE}status/`, 'changeDeploymentStatus', {
    access: needs(DEPLOYMENT, 'own'),
    summary: 'Activate or deactivate a deployment',
    body: schema.StatusChange,
    replies: { 202: null },
    refusals: { 409: ['deployments.same_status'] },
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
    refusals: {
      404: ['projects.no_such_model', 'registry.no_such_package'],
      409: ['deployments.busy', 'deployments.cannot_replace'],
    },
    handle: (ctx, { params, body }) => replaceModel(ctx, params.deploymentId, body),
  }),
  replacementRoute.post(`${ONE}model/validation/`, 'validateReplacement', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Validate a replacement model, check by check',
    body: schema.ValidationBody,
    replies: { 200: schema.Validation },
    refusals: { 404: ['projects.no_such_model', 'registry.no_such_package'] },
    handle: (ctx, { params, body }) => validateReplacement(ctx, params.deploymentId, body),
  }),
];
