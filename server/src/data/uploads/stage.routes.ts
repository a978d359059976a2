import { route } from '#platform/http/route.ts';
import { createStage } from './create-stage.ts';
import { finalizeStage } from './finalize-stage.ts';
import { putPart } from './put-part.ts';
import { Part, Parts, Stage, StageCreate } from './stage.schema.ts';

const history = { added: 'v2.23' };

export const stageRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/dataStages/',
    operation: 'createDataStage',
    part: 'data',
    summary: 'Begin a file that is sent in parts',
    history,
    access: 'account',
    body: StageCreate,
    replies: { 201: Stage },
    handle: (ctx, { body }) => createStage(ctx, body),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/dataStages/{dataStageId}/parts/{partNumber}/',
    operation: 'putDataStagePart',
    part: 'data',
    summary: 'Send one part; parts are numbered from 1 and may be sent again',
    history,
    access: 'account',
    takes: 'form',
    replies: { 200: Part },
    handle: (ctx, { params, form }) => putPart(ctx, params.dataStageId, params.partNumber, form),
  }),
  route({
    method: 'POST',
    path: '/api/v2/dataStages/{dataStageId}/finalize/',
    operation: 'finalizeDataStage',
    part: 'data',
    summary: 'Say that all parts are there; the stage can then become a dataset',
    history,
    access: 'account',
    replies: { 200: Parts },
    handle: (ctx, { params }) => finalizeStage(ctx, params.dataStageId),
  }),
];
