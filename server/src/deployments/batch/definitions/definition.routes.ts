import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { TARGET_CODES } from '../batch.problems.ts';
import { Definition, DefinitionChange, DefinitionCreate, DefinitionQuery } from './definition.schema.ts';
import * as definitions from './definitions.ts';
import { BATCH_JOB_DEFINITION } from './run-definition.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.24' });
const ALL = '/api/v2/batchPredictionJobDefinitions/';
const ONE = '/api/v2/batchPredictionJobDefinitions/{jobDefinitionId}/';

export const definitionRoutes = [
  route.post(ALL, 'createBatchPredictionJobDefinition', {
    summary: 'Create a job definition: settings of a batch prediction job, run on request or on a schedule (UTC)',
    body: DefinitionCreate,
    replies: { 202: Definition },
    refusals: {
      409: ['batch.definition_name_taken'],
      422: TARGET_CODES,
    },
    handle: (ctx, { body }) => definitions.createDefinition(ctx, body),
  }),
  route.get(ALL, 'listBatchPredictionJobDefinitions', {
    summary: 'Job definitions of your organization, the newest first',
    query: DefinitionQuery,
    replies: { 200: pageOf(Definition) },
    handle: (ctx, { url, query }) => definitions.listDefinitions(ctx, url, query),
  }),
  route.get(ONE, 'getBatchPredictionJobDefinition', {
    access: needs(BATCH_JOB_DEFINITION, 'own', null),
    summary: 'One job definition, with its last and next runs',
    replies: { 200: Definition },
    refusals: { 404: ['batch.no_such_definition'] },
    handle: (ctx, { params }) => definitions.getDefinition(ctx, params.jobDefinitionId),
  }),
  route.patch(ONE, 'changeBatchPredictionJobDefinition', {
    access: needs(BATCH_JOB_DEFINITION, 'own', null),
    summary: 'Change a job definition; what is not sent stays as it was',
    body: DefinitionChange,
    replies: { 200: Definition },
    refusals: {
      404: ['batch.no_such_definition'],
      422: TARGET_CODES,
    },
    handle: (ctx, { params, body }) => definitions.changeDefinition(ctx, params.jobDefinitionId, body),
  }),
  route.delete(ONE, 'deleteBatchPredictionJobDefinition', {
    access: needs(BATCH_JOB_DEFINITION, 'own', null),
    summary: 'Delete a job definition; its jobs stay',
    replies: { 204: null },
    refusals: { 404: ['batch.no_such_definition'] },
    handle: (ctx, { params }) => definitions.deleteDefinition(ctx, params.jobDefinitionId),
  }),
  route.get(`${ONE}portable/` as const, 'exportBatchPredictionJobDefinition', {
    access: needs(BATCH_JOB_DEFINITION, 'own', null),
    summary: 'The settings of a job definition as text',
    replies: { 200: null },
    refusals: { 404: ['batch.no_such_definition'] },
    handle: (ctx, { params }) => definitions.portableDefinition(ctx, params.jobDefinitionId),
  }),
];
