import { pageOf } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '#projects';
import { fromCustomModelVersion } from './custom-model-versions.ts';
import { ModelPackage, PackageFeature } from './package.schema.ts';
import { archivePackage, getPackage, listFeatures, listPackages } from './packages.ts';
import { fromJson, fromLeaderboard, fromLearningModel } from './register-model.ts';
import { REGISTERED_MODEL } from './registry.kind.ts';
import * as schema from './registry.schema.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.23' });
const ALL = '/api/v2/modelPackages/';
const ONE = '/api/v2/modelPackages/{modelPackageId}/';

export const packageRoutes: readonly RouteRecord[] = [
  route.get(ALL, 'listModelPackages', {
    summary: 'The model packages (versions of registered models) you may see, newest first',
    query: schema.PackageQuery,
    replies: { 200: pageOf(ModelPackage) },
    refusals: { 404: ['registry.no_such_package', 'sharing.no_such_thing'] },
    handle: (ctx, { url, query }) => listPackages(ctx, url, query),
  }),
  route.get(ONE, 'getModelPackage', {
    access: needs(REGISTERED_MODEL, 'read', null),
    summary: 'One model package',
    replies: { 200: ModelPackage },
    refusals: { 404: ['registry.no_such_package'] },
    handle: (ctx, { params }) => getPackage(ctx, params.modelPackageId),
  }),
  route.post(`${ALL}fromLeaderboard/`, 'createModelPackageFromLeaderboard', {
    access: needs(PROJECT, 'use', null),
    summary: 'Register a leaderboard model; it is built in the background, and buildStatus shows when it is complete',
    added: 'v2.30',
    body: schema.FromLeaderboard,
    replies: { 201: ModelPackage },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['projects.no_such_model', 'sharing.no_such_thing'],
      409: ['registry.name_taken'],
      422: ['projects.model_still_training'],
    },
    handle: (ctx, { body }) => fromLeaderboard(ctx, body),
  }),
  route.post(`${ALL}fromLearningModel/`, 'createModelPackageFromLearningModel', {
    access: needs(PROJECT, 'use', null),
    summary: 'Register a model of a leaderboard: the older form of fromLeaderboard/',
    body: schema.FromLearningModel,
    replies: { 201: ModelPackage },
    refusals: { 403: ['sharing.role_too_small'], 404: ['projects.no_such_model'] },
    handle: (ctx, { body }) => fromLearningModel(ctx, body),
  }),
  route.post(`${ALL}fromCustomModelVersion/`, 'createModelPackageFromCustomModelVersion', {
    summary: 'Register a custom model version: a language model from a playground',
    body: schema.FromCustomModelVersion,
    replies: { 201: ModelPackage },
    refusals: { 404: ['sharing.no_such_thing'] },
    handle: (ctx, { body }) => fromCustomModelVersion(ctx, body),
  }),
  route.post(`${ALL}fromJSON/`, 'createExternalModelPackage', {
    summary: 'Register an external model, which runs elsewhere and reports its predictions',
    body: schema.FromJson,
    replies: { 201: ModelPackage },
    refusals: {
      404: ['sharing.no_such_thing'],
      409: ['registry.name_taken'],
      422: ['registry.model_archived', 'registry.other_target'],
    },
    handle: (ctx, { body }) => fromJson(ctx, body),
  }),
  route.get(`${ONE}features/`, 'listModelPackageFeatures', {
    access: needs(REGISTERED_MODEL, 'read', null),
    summary: 'The columns a request to the model sends',
    query: schema.FeatureQuery,
    replies: { 200: pageOf(PackageFeature) },
    refusals: { 404: ['registry.no_such_package'], 422: ['registry.build_failed', 'registry.is_external'] },
    handle: (ctx, { params, url, query }) => listFeatures(ctx, params.modelPackageId, url, query),
  }),
  route.post(`${ONE}archive/`, 'archiveModelPackage', {
    access: needs(REGISTERED_MODEL, 'write', null),
    summary: 'Archive a model package: it is not listed any more and cannot be deployed',
    replies: { 204: null },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['registry.no_such_package'],
      410: ['registry.archived_already'],
      422: ['registry.in_use'],
    },
    handle: (ctx, { params }) => archivePackage(ctx, params.modelPackageId),
  }),
];
