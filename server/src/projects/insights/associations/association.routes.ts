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
    summary: 'Find out which features of a list go together',
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
    summary: 'Which features go together, pair by pair',
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
    summary: 'How often the values of two features meet',
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
    summary: 'Which feature lists have an association matrix',
    replies: { 200: AssociationLists },
    handle: (ctx, { params }) => listWithMatrix(ctx, params.projectId),
  }),
];
