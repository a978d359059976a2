import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { JobStarted } from './training-request.schema.ts';
import { TuneModel, TuningParameters } from './tuning.schema.ts';
import { readTuningParameters, tuneModel } from './tuning.ts';

const PATH = '/api/v2/projects/{projectId}/models/{modelId}/advancedTuning/';
const route = routeGroup({ part: 'projects', added: 'v2.9' });

export const tuningRoutes = [
  route.get(`${PATH}parameters/`, 'getTuningParameters', {
    access: needs(PROJECT, 'read'),
    summary: 'List the parameters of a model that can be tuned, with the values they may have',
    replies: { 200: TuningParameters },
    refusals: { 404: ['projects.no_such_model'], 422: ['projects.no_tuning'] },
    handle: (ctx, { params }) => readTuningParameters(ctx, params.projectId, params.modelId),
  }),
  route.post(PATH, 'tuneModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Train a model with other parameters; a list of values is searched by each fit',
    body: TuneModel,
    replies: { 202: JobStarted },
    refusals: { 404: ['projects.no_such_model'], 422: ['projects.job_already_added', 'projects.no_tuning'] },
    handle: (ctx, { params, body }) => tuneModel(ctx, params.projectId, params.modelId, body),
  }),
];
