import { route } from '#platform/http/route.ts';
import {
  AssociationDetails,
  AssociationLists,
  AssociationMatrix,
  AssociationStarted,
  DetailsQuery,
  MatrixQuery,
  MatrixRequest,
} from './association.schema.ts';
import { listWithMatrix, readDetails, readMatrix, requestAssociations } from './associations.ts';

const PROJECT = '/api/v2/projects/{projectId}/';
const shared = { part: 'projects', history: { added: 'v2.17' } } as const;

export const associationRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${PROJECT}featureAssociationMatrix/`,
    operation: 'requestFeatureAssociation',
    summary: 'Compute the feature association matrix of a feature list',
    body: MatrixRequest,
    replies: { 202: AssociationStarted },
    handle: (ctx, { params, body }) => requestAssociations(ctx, params.projectId, body.featurelistId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PROJECT}featureAssociationMatrix/`,
    operation: 'getFeatureAssociation',
    summary: 'Get the feature association matrix',
    query: MatrixQuery,
    replies: { 200: AssociationMatrix },
    handle: (ctx, { params, query }) => readMatrix(ctx, params.projectId, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PROJECT}featureAssociationMatrixDetails/`,
    operation: 'getFeatureAssociationDetails',
    summary: 'Get the association details of two features',
    query: DetailsQuery,
    replies: { 200: AssociationDetails },
    handle: (ctx, { params, query }) => readDetails(ctx, params.projectId, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PROJECT}featureAssociationFeaturelists/`,
    operation: 'listFeatureAssociations',
    summary: 'List feature lists with an association matrix',
    replies: { 200: AssociationLists },
    handle: (ctx, { params }) => listWithMatrix(ctx, params.projectId),
  }),
];
