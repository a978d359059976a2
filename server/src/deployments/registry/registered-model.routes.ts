import { sharedRolesRoutes } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { ModelPackage } from './package.schema.ts';
import { changeVersionOf, getVersion, listVersions } from './packages.ts';
import * as registeredModels from './registered-models.ts';
import { REGISTERED_MODEL } from './registry.kind.ts';
import * as schema from './registry.schema.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.30' });
const ALL = '/api/v2/registeredModels/';
const ONE = '/api/v2/registeredModels/{registeredModelId}/';
const VERSION = '/api/v2/registeredModels/{registeredModelId}/versions/{versionId}/';

export const registeredModelRoutes: readonly RouteRecord[] = [
  route.get(ALL, 'listRegisteredModels', {
    summary: 'The registered models you may see, newest first',
    query: schema.RegisteredModelQuery,
    replies: { 200: pageOf(schema.RegisteredModel) },
    refusals: { 404: ['registry.no_such_package', 'sharing.no_such_thing'] },
    handle: (ctx, { url, query }) => registeredModels.listRegisteredModels(ctx, url, query),
  }),
  route.get(ONE, 'getRegisteredModel', {
    access: needs(REGISTERED_MODEL, 'read', null),
    summary: 'One registered model',
    replies: { 200: schema.RegisteredModel },
    refusals: { 404: ['sharing.no_such_thing'] },
    handle: (ctx, { params }) => registeredModels.getRegisteredModel(ctx, params.registeredModelId),
  }),
  route.patch(ONE, 'changeRegisteredModel', {
    access: needs(REGISTERED_MODEL, 'write'),
    summary: 'Rename or describe a registered model, or share it with the whole organization',
    body: schema.RegisteredModelChange,
    replies: { 200: schema.RegisteredModel },
    refusals: { 409: ['registry.name_taken'] },
    handle: (ctx, { params, body }) => registeredModels.changeRegisteredModel(ctx, params.registeredModelId, body),
  }),
  route.delete(ONE, 'archiveRegisteredModel', {
    access: needs(REGISTERED_MODEL, 'own'),
    summary: 'Archive a registered model with all its versions',
    replies: { 204: null },
    refusals: { 422: ['registry.in_use'] },
    handle: (ctx, { params }) => registeredModels.archiveRegisteredModel(ctx, params.registeredModelId),
  }),
  ...sharedRolesRoutes({
    kind: REGISTERED_MODEL,
    path: ONE,
    name: 'RegisteredModel',
    part: 'deployments',
    added: 'v2.30',
  }),
  route.get(`${ONE}deployments/`, 'listRegisteredModelDeployments', {
    access: needs(REGISTERED_MODEL, 'read', null),
    summary: 'The deployments that use or used versions of a registered model, also as challengers',
    query: schema.AssociatedQuery,
    replies: { 200: pageOf(schema.AssociatedDeployment) },
    refusals: { 404: ['sharing.no_such_thing'] },
    handle: (ctx, { params, url, query }) =>
      registeredModels.listAssociated(ctx, { modelId: params.registeredModelId }, url, query),
  }),
  route.get(`${ONE}versions/`, 'listRegisteredModelVersions', {
    access: needs(REGISTERED_MODEL, 'read', null),
    summary: 'The versions of a registered model, newest first',
    query: schema.PackageQuery,
    replies: { 200: pageOf(ModelPackage) },
    refusals: { 404: ['registry.no_such_package', 'sharing.no_such_thing'] },
    handle: (ctx, { params, url, query }) => listVersions(ctx, params.registeredModelId, url, query),
  }),
  route.get(VERSION, 'getRegisteredModelVersion', {
    access: needs(REGISTERED_MODEL, 'read', null),
    summary: 'One version of a registered model',
    replies: { 200: ModelPackage },
    refusals: { 404: ['registry.no_such_package', 'registry.no_such_version'] },
    handle: (ctx, { params }) => getVersion(ctx, params.registeredModelId, params.versionId),
  }),
  route.patch(VERSION, 'changeRegisteredModelVersion', {
    access: needs(REGISTERED_MODEL, 'write'),
    summary: 'Rename, describe, tag or stage a version',
    body: schema.VersionChange,
    replies: { 200: ModelPackage },
    refusals: { 404: ['registry.no_such_package'], 422: ['registry.in_use'] },
    handle: (ctx, { params, body }) => changeVersionOf(ctx, params.registeredModelId, params.versionId, body),
  }),
  route.get(`${VERSION}deployments/`, 'listRegisteredModelVersionDeployments', {
    access: needs(REGISTERED_MODEL, 'read', null),
    summary: 'The deployments that use or used a version, also as a challenger',
    query: schema.AssociatedQuery,
    replies: { 200: pageOf(schema.AssociatedDeployment) },
    refusals: { 404: ['registry.no_such_package', 'sharing.no_such_thing'] },
    handle: (ctx, { params, url, query }) =>
      registeredModels.listAssociated(
        ctx,
        { modelId: params.registeredModelId, versionId: params.versionId },
        url,
        query,
      ),
  }),
];
