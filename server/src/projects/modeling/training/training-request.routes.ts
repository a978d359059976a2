import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import * as requestTraining from './request-training.ts';
import * as schema from './training-request.schema.ts';

const PATH = '/api/v2/projects/{projectId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });
const replies = { 202: schema.JobStarted } as const;

export const trainingRequestRoutes = [
  route.post(`${PATH}models/`, 'trainModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Train a model of a blueprint',
    body: schema.TrainModel,
    replies,
    refusals: {
      404: ['projects.no_such_blueprint', 'projects.no_such_featurelist'],
      422: ['projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => requestTraining.requestModel(ctx, params.projectId, body),
  }),
  route.post(`${PATH}models/fromModel/`, 'retrainModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Train the blueprint of a model on another feature list or other rows',
    body: schema.RetrainModel,
    replies,
    refusals: {
      404: ['projects.no_such_featurelist', 'projects.no_such_model'],
      422: ['projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => requestTraining.requestFromModel(ctx, params.projectId, body),
  }),
  route.post(`${PATH}datetimeModels/`, 'trainDatetimeModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Train a model of a blueprint in a project with dates',
    body: schema.TrainDatetimeModel,
    replies,
    refusals: {
      404: ['projects.no_such_blueprint', 'projects.no_such_featurelist'],
      422: ['projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => requestTraining.requestModel(ctx, params.projectId, body),
  }),
  route.post(`${PATH}datetimeModels/fromModel/`, 'retrainDatetimeModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Train the blueprint of a model on another feature list or time range',
    body: schema.RetrainDatetimeModel,
    replies,
    refusals: {
      404: ['projects.no_such_featurelist', 'projects.no_such_model'],
      422: ['projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => requestTraining.requestFromModel(ctx, params.projectId, body),
  }),
  route.post(`${PATH}frozenModels/`, 'freezeModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Train a model with the parameters of another on more or fewer rows',
    body: schema.FreezeModel,
    replies,
    refusals: { 404: ['projects.no_such_model'], 422: ['projects.job_already_added', 'projects.no_target_yet'] },
    handle: (ctx, { params, body }) => requestTraining.requestFrozen(ctx, params.projectId, body),
  }),
  route.post(`${PATH}frozenDatetimeModels/`, 'freezeDatetimeModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Train a model with the parameters of another on another time range',
    body: schema.FreezeDatetimeModel,
    replies,
    refusals: { 404: ['projects.no_such_model'], 422: ['projects.job_already_added', 'projects.no_target_yet'] },
    handle: (ctx, { params, body }) => requestTraining.requestFrozen(ctx, params.projectId, body),
  }),
  route.post(`${PATH}datetimeModels/{modelId}/backtests/`, 'backtestModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Evaluate a model on all backtests',
    replies,
    refusals: {
      404: ['projects.no_such_model'],
      422: ['projects.job_already_added', 'projects.judged_already', 'projects.no_target_yet'],
    },
    handle: (ctx, { params }) => requestTraining.requestEvaluation(ctx, params.projectId, params.modelId),
  }),
  route.post(`${PATH}models/{modelId}/crossValidation/`, 'crossValidateModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Cross-validate a model',
    replies,
    refusals: {
      404: ['projects.no_such_model'],
      422: ['projects.job_already_added', 'projects.judged_already', 'projects.no_target_yet'],
    },
    handle: (ctx, { params }) => requestTraining.requestEvaluation(ctx, params.projectId, params.modelId),
  }),
  route.post(`${PATH}blenderModels/`, 'blendModels', {
    access: needs(PROJECT, 'write'),
    summary: 'Train a blender',
    body: schema.BlendModels,
    replies,
    refusals: { 422: ['projects.job_already_added', 'projects.no_target_yet'] },
    handle: (ctx, { params, body }) => requestTraining.requestBlend(ctx, params.projectId, body),
  }),
  route.post(`${PATH}blenderModels/blendCheck/`, 'checkBlend', {
    access: needs(PROJECT, 'read'),
    summary: 'Check whether models can be blended',
    body: schema.BlendModels,
    replies: { 200: schema.BlendCheck },
    refusals: { 422: ['projects.no_target_yet'] },
    handle: (ctx, { params, body }) => requestTraining.checkBlend(ctx, params.projectId, body),
  }),
];
