import { routeGroup } from '#platform/http/route.ts';
import * as schema from './association.schema.ts';
import { listWithMatrix, readDetails, readMatrix, requestAssociations } from './associations.ts';

const PROJECT = '/api/v2/projects/{projectId}/';
const route = routeGroup({ part: 'projects', added: 'v2.17' });

export const associationRoutes = [
  route.post(`${PROJECT}featureAssociationMatrix/`, 'requestFeatureAssociation', {
    summary: 'Compute the feature association matrix of a feature list',
    body: schema.MatrixRequest,
    replies: { 202: schema.AssociationStarted },
    handle: (ctx, { params, body }) => requestAssociations(ctx, params.projectId, body.featurelistId),
  }),
  route.get(`${PROJECT}featureAssociationMatrix/`, 'getFeatureAssociation', {
    summary: 'Get the feature association matrix',
    query: schema.MatrixQuery,
    replies: { 200: schema.AssociationMatrix },
    handle: (ctx, { params, query }) => readMatrix(ctx, params.projectId, query),
  }),
  route.get(`${PROJECT}featureAssociationMatrixDetails/`, 'getFeatureAssociationDetails', {
    summary: 'Get the association details of two features',
    query: schema.DetailsQuery,
    replies: { 200: schema.AssociationDetails },
    handle: (ctx, { params, query }) => readDetails(ctx, params.projectId, query),
  }),
  route.get(`${PROJECT}featureAssociationFeaturelists/`, 'listFeatureAssociations', {
    summary: 'List feature lists with an association matrix',
    replies: { 200: schema.AssociationLists },
    handle: (ctx, { params }) => listWithMatrix(ctx, params.projectId),
  }),
];
