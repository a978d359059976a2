import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { Part, Parts, Stage, StageCreate } from './stage.schema.ts';
import { createStage, DATA_STAGE, finalizeStage, putPart } from './stages.ts';

const route = routeGroup({ part: 'data', added: 'v2.23' });

export const stageRoutes = [
  route.post('/api/v2/dataStages/', 'createDataStage', {
    summary: 'Create a stage for a file that is uploaded in parts',
    body: StageCreate,
    replies: { 201: Stage },
    handle: (ctx, { body }) => createStage(ctx, body),
  }),
  route.put('/api/v2/dataStages/{dataStageId}/parts/{partNumber}/', 'putDataStagePart', {
    access: needs(DATA_STAGE, 'own', null),
    summary: 'Upload one part; parts are numbered from 1 and may be sent again',
    takes: 'form',
    replies: { 200: Part },
    refusals: {
      404: ['data.no_such_part', 'data.no_such_stage'],
      409: ['data.stage_finalized'],
      413: ['data.stage_too_large'],
      422: ['data.part_without_file'],
    },
    handle: (ctx, { params, form }) => putPart(ctx, params.dataStageId, params.partNumber, form),
  }),
  route.post('/api/v2/dataStages/{dataStageId}/finalize/', 'finalizeDataStage', {
    access: needs(DATA_STAGE, 'own', null),
    summary: 'Finalize a stage; it can then become a dataset',
    replies: { 200: Parts },
    refusals: { 404: ['data.no_such_stage'], 422: ['data.parts_missing', 'data.stage_empty'] },
    handle: (ctx, { params }) => finalizeStage(ctx, params.dataStageId),
  }),
];
