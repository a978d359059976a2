import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { listClassEffects, requestClassEffects } from './class-effects.ts';
import * as schema from './feature.schema.ts';
import { readEffects, readEffectsMetadata, requestEffects } from './feature-effects.ts';
import { readClassImpact, readImpact, requestImpact } from './feature-impact.ts';

const classEffectsRoute = routeGroup({ part: 'projects', added: 'v2.29' });
const FOLDERS = [
  ['models', ''],
  ['datetimeModels', 'Datetime'],
] as const;

export const classEffectRoutes = FOLDERS.flatMap(([folder, word]) => [
  classEffectsRoute.post(
    `/api/v2/projects/{projectId}/${folder}/{modelId}/multiclassFeatureEffects/`,
    `request${word}ClassEffects`,
    {
      access: needs(PROJECT, 'use'),
      summary: 'Compute feature effects by class',
      body: schema.ClassEffectsRequest,
      replies: { 202: schema.JobStarted },
      refusals: {
        403: ['insights.holdout_locked'],
        404: ['projects.no_such_model', 'projects.not_dated'],
        422: ['insights.not_for_task', 'projects.job_already_added', 'projects.no_target_yet'],
      },
      handle: (ctx, { params, body }) => requestClassEffects(ctx, params.projectId, params.modelId, body),
    },
  ),
  classEffectsRoute.get(
    `/api/v2/projects/{projectId}/${folder}/{modelId}/multiclassFeatureEffects/`,
    `list${word}ClassEffects`,
    {
      access: needs(PROJECT, 'read'),
      summary: 'Get feature effects by class',
      query: schema.ClassEffectsQuery,
      replies: { 200: pageOf(schema.ClassEffect) },
      refusals: {
        403: ['insights.holdout_locked'],
        404: ['insights.no_class_effects', 'projects.no_such_model', 'projects.not_dated'],
        422: ['insights.not_for_task'],
      },
      handle: (ctx, { params, url, query }) => listClassEffects(ctx, params.projectId, params.modelId, url, query),
    },
  ),
]);

const MODEL = '/api/v2/projects/{projectId}/models/{modelId}/';
const DATED = '/api/v2/projects/{projectId}/datetimeModels/{modelId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const featureInsightRoutes = [
  route.post(`${MODEL}featureImpact/`, 'requestFeatureImpact', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute feature impact',
    body: schema.ImpactRequest,
    bodyOptional: true,
    replies: { 202: schema.JobStarted },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['projects.no_such_model'],
      422: ['insights.already_computed', 'projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => requestImpact(ctx, params.projectId, params.modelId, body ?? {}),
  }),
  route.get(`${MODEL}featureImpact/`, 'getFeatureImpact', {
    access: needs(PROJECT, 'read'),
    summary: 'Feature impact of a model, most important first',
    query: schema.ImpactQuery,
    replies: { 200: schema.FeatureImpacts },
    refusals: { 404: ['insights.not_computed', 'projects.no_such_model'] },
    handle: (ctx, { params, query }) => readImpact(ctx, params.projectId, params.modelId, query.backtest),
  }),
  route.get(`${MODEL}multiclassFeatureImpact/`, 'getClassImpact', {
    access: needs(PROJECT, 'read'),
    summary: 'Feature impact by class, each class against all others',
    added: 'v2.15',
    replies: { 200: schema.ClassImpacts },
    refusals: { 404: ['insights.not_computed', 'projects.no_such_model'], 422: ['insights.not_for_task'] },
    handle: (ctx, { params }) => readClassImpact(ctx, params.projectId, params.modelId),
  }),
  route.post(`${MODEL}featureEffects/`, 'requestFeatureEffects', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute feature effects',
    body: schema.EffectsRequest,
    bodyOptional: true,
    replies: { 202: schema.JobStarted },
    refusals: {
      404: ['projects.no_such_model'],
      422: ['insights.not_for_task', 'projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) =>
      requestEffects(ctx, params.projectId, params.modelId, { rowCount: body?.rowCount }),
  }),
  route.get(`${MODEL}featureEffects/`, 'getFeatureEffects', {
    access: needs(PROJECT, 'read'),
    summary: 'Get feature effects',
    query: schema.EffectsQuery,
    replies: { 200: schema.FeatureEffects },
    refusals: { 403: ['insights.holdout_locked'], 404: ['insights.not_computed', 'projects.no_such_model'] },
    handle: (ctx, { params, query }) => readEffects(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}featureEffectsMetadata/`, 'getFeatureEffectsMetadata', {
    access: needs(PROJECT, 'read'),
    summary: 'List the sources of feature effects',
    replies: { 200: schema.EffectsMetadata.or(schema.DatedEffectsMetadata) },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params }) => readEffectsMetadata(ctx, params.projectId, params.modelId),
  }),
  route.post(`${DATED}featureEffects/`, 'requestDatetimeFeatureEffects', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute feature effects for one backtest',
    body: schema.DatedEffectsRequest,
    replies: { 202: schema.JobStarted },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['projects.no_such_model', 'projects.not_dated'],
      422: ['insights.not_for_task', 'projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => requestEffects(ctx, params.projectId, params.modelId, body),
  }),
  route.get(`${DATED}featureEffects/`, 'getDatetimeFeatureEffects', {
    access: needs(PROJECT, 'read'),
    summary: 'Get feature effects for one backtest',
    query: schema.DatedEffectsQuery,
    replies: { 200: schema.FeatureEffects },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_computed', 'projects.no_such_model', 'projects.not_dated'],
    },
    handle: (ctx, { params, query }) => readEffects(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${DATED}featureEffectsMetadata/`, 'getDatetimeFeatureEffectsMetadata', {
    access: needs(PROJECT, 'read'),
    summary: 'List the backtests and sources of feature effects',
    replies: { 200: schema.EffectsMetadata.or(schema.DatedEffectsMetadata) },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params }) => readEffectsMetadata(ctx, params.projectId, params.modelId),
  }),
];
