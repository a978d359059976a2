import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import * as schema from './association.schema.ts';
import { listWithMatrix, readDetails, readMatrix, requestAssociations } from './associations.ts';

const PATH = '/api/v2/projects/{projectId}/';
const route = routeGroup({ part: 'projects', added: 'v2.17' });

export const associationRoutes = [
  route.post(`${PATH}featureAssociationMatrix/`, 'requestFeatureAssociation', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute the feature association matrix of a feature list',
    body: schema.MatrixRequest,
    replies: { 202: schema.AssociationStarted },
    refusals: { 404: ['projects.no_such_featurelist'] },
    handle: (ctx, { params, body }) => requestAssociations(ctx, params.projectId, body.featurelistId),
  }),
  route.get(`${PATH}featureAssociationMatrix/`, 'getFeatureAssociation', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the feature association matrix',
    query: schema.MatrixQuery,
    replies: { 200: schema.AssociationMatrix },
    refusals: { 404: ['insights.not_computed', 'projects.no_such_featurelist'] },
    handle: (ctx, { params, query }) => readMatrix(ctx, params.projectId, query),
  }),
  route.get(`${PATH}featureAssociationMatrixDetails/`, 'getFeatureAssociationDetails', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the association details of two features',
    query: schema.DetailsQuery,
    replies: { 200: schema.AssociationDetails },
    refusals: { 404: ['insights.not_computed', 'projects.no_such_featurelist'] },
    handle: (ctx, { params, query }) => readDetails(ctx, params.projectId, query),
  }),
  route.get(`${PATH}featureAssociationFeaturelists/`, 'listFeatureAssociations', {
    access: needs(PROJECT, 'read'),
    summary: 'List feature lists with an association matrix',
    replies: { 200: schema.AssociationLists },
    handle: (ctx, { params }) => listWithMatrix(ctx, params.projectId),
  }),
];
