import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import * as schema from './feature-list.schema.ts';
import * as featureLists from './feature-lists.ts';

const PATH = '/api/v2/projects/{projectId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

/** The same four routes for both kinds of list; only how they are listed differs. */
function oneListRoutes(folder: 'featurelists' | 'modelingFeaturelists', name: string): RouteRecord[] {
  const kind = folder === 'featurelists' ? 'input' : 'modeling';
  const one = `${PATH}${folder}/{featurelistId}/` as const;
  return [
    route.post(`${PATH}${folder}/`, `create${name}`, {
      access: needs(PROJECT, 'write'),
      summary: 'Create a feature list',
      body: schema.NewFeatureList,
      replies: { 201: schema.FeatureList },
      refusals: { 422: ['projects.featurelist_name_taken'] },
      handle: (ctx, { params, body }) => featureLists.createFeatureList(ctx, params.projectId, kind, body),
    }),
    route.get(one, `get${name}`, {
      access: needs(PROJECT, 'read'),
      summary: 'One feature list',
      replies: { 200: schema.FeatureList },
      refusals: { 404: ['projects.no_such_featurelist'] },
      handle: (ctx, { params }) => featureLists.getFeatureList(ctx, params.projectId, params.featurelistId),
    }),
    route.patch(one, `change${name}`, {
      access: needs(PROJECT, 'write'),
      summary: 'Rename or describe a feature list',
      body: schema.FeatureListChange,
      replies: { 204: null },
      refusals: { 404: ['projects.no_such_featurelist'] },
      handle: (ctx, { params, body }) =>
        featureLists.changeFeatureList(ctx, params.projectId, params.featurelistId, body),
    }),
    route.delete(one, `delete${name}`, {
      access: needs(PROJECT, 'write'),
      summary: 'Delete a feature list, or preview the effects (dry run)',
      query: schema.DeleteQuery,
      replies: { 200: schema.Deletion },
      refusals: { 404: ['projects.no_such_featurelist', 'projects.no_such_project'] },
      handle: (ctx, { params, query }) =>
        featureLists.deleteFeatureList(ctx, params.projectId, params.featurelistId, query),
    }),
  ];
}

export const featureListRoutes = [
  route.get(`${PATH}featurelists/`, 'listFeaturelists', {
    access: needs(PROJECT, 'read'),
    summary: 'The feature lists of a project',
    query: schema.FeatureListQuery,
    replies: { 200: z.array(schema.FeatureList) },
    handle: (ctx, { params, query }) => featureLists.listFeatureLists(ctx, params.projectId, query),
  }),
  ...oneListRoutes('featurelists', 'Featurelist'),
  route.get(`${PATH}modelingFeaturelists/`, 'listModelingFeaturelists', {
    access: needs(PROJECT, 'read'),
    summary: 'List modeling feature lists',
    query: schema.ModelingListQuery,
    replies: { 200: pageOf(schema.FeatureList) },
    handle: (ctx, { params, url, query }) => featureLists.listModelingLists(ctx, params.projectId, url, query),
  }),
  ...oneListRoutes('modelingFeaturelists', 'ModelingFeaturelist'),
];
