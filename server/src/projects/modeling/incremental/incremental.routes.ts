import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { JobStarted } from '../training/training-request.schema.ts';
import {
  continueFromIncremental,
  continueFromSample,
  continueFromStage,
  INCREMENTAL_LEARNING,
} from './continue-requests.ts';
import { FromIncrementalModel, FromModel, FromSampleModel } from './incremental.schema.ts';

const PATH = '/api/v2/projects/{projectId}/incrementalLearningModels/';
const route = routeGroup({
  part: 'projects',
  added: 'v2.33',
  access: needs(PROJECT, 'write'),
  permission: INCREMENTAL_LEARNING,
});
const replies = { 202: JobStarted } as const;

export const incrementalRoutes = [
  route.post(`${PATH}fromModel/`, 'continueModel', {
    summary: 'Continue training a model on the rows of a data stage',
    body: FromModel,
    replies,
    refusals: {
      404: ['data.no_such_stage', 'projects.no_such_model'],
      422: ['data.stage_not_finalized', 'projects.cannot_continue', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => continueFromStage(ctx, params.projectId, body),
  }),
  route.post(`${PATH}fromSampleModel/`, 'continueSampleModel', {
    summary: 'Continue training a model chunk by chunk, from the first chunk',
    body: FromSampleModel,
    replies,
    refusals: {
      404: ['data.no_such_chunk_definition', 'projects.no_such_model'],
      422: [
        'data.chunks_not_analyzed',
        'projects.cannot_continue',
        'projects.no_chunks',
        'projects.no_target_yet',
        'projects.wrong_chunk_order',
      ],
    },
    handle: (ctx, { params, body }) => continueFromSample(ctx, params.projectId, body),
  }),
  route.post(`${PATH}fromIncrementalModel/`, 'continueIncrementalModel', {
    summary: 'Continue training an incremental model on the next chunks',
    body: FromIncrementalModel,
    replies,
    refusals: {
      404: ['data.no_such_chunk_definition', 'projects.no_such_model'],
      422: [
        'data.chunks_not_analyzed',
        'projects.cannot_continue',
        'projects.no_chunks_left',
        'projects.no_target_yet',
        'projects.not_incremental',
        'projects.wrong_chunk_order',
      ],
    },
    handle: (ctx, { params, body }) => continueFromIncremental(ctx, params.projectId, body),
  }),
];
