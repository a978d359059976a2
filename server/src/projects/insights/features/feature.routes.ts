import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { listClassEffects, requestClassEffects } from './class-effects.ts';
import * as schema from './feature.schema.ts';
import { readEffects, readEffectsMetadata, requestEffects } from './feature-effects.ts';
import { readImpact, requestImpact } from './feature-impact.ts';

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
    handle: (ctx, { params, body }) => requestImpact(ctx, params.projectId, params.modelId, body ?? {}),
  }),
  route.get(`${MODEL}featureImpact/`, 'getFeatureImpact', {
    access: needs(PROJECT, 'read'),
    summary: 'Feature impact of a model, most important first',
    query: schema.ImpactQuery,
    replies: { 200: schema.FeatureImpacts },
    handle: (ctx, { params, query }) => readImpact(ctx, params.projectId, params.modelId, query.backtest),
  }),
  route.post(`${MODEL}featureEffects/`, 'requestFeatureEffects', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute feature effects',
    body: schema.EffectsRequest,
    bodyOptional: true,
    replies: { 202: schema.JobStarted },
    handle: (ctx, { params, body }) =>
      requestEffects(ctx, params.projectId, params.modelId, { rowCount: body?.rowCount }),
  }),
  route.get(`${MODEL}featureEffects/`, 'getFeatureEffects', {
    access: needs(PROJECT, 'read'),
    summary: 'Get feature effects',
    query: schema.EffectsQuery,
    replies: { 200: schema.FeatureEffects },
    handle: (ctx, { params, query }) => readEffects(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}featureEffectsMetadata/`, 'getFeatureEffectsMetadata', {
    access: needs(PROJECT, 'read'),
    summary: 'List the sources of feature effects',
    replies: { 200: schema.EffectsMetadata.or(schema.DatedEffectsMetadata) },
    handle: (ctx, { params }) => readEffectsMetadata(ctx, params.projectId, params.modelId),
  }),
  route.post(`${DATED}featureEffects/`, 'requestDatetimeFeatureEffects', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute feature effects for one backtest',
    body: schema.DatedEffectsRequest,
    replies: { 202: schema.JobStarted },
    handle: (ctx, { params, body }) => requestEffects(ctx, params.projectId, params.modelId, body),
  }),
  route.get(`${DATED}featureEffects/`, 'getDatetimeFeatureEffects', {
    access: needs(PROJECT, 'read'),
    summary: 'Get feature effects for one backtest',
    query: schema.DatedEffectsQuery,
    replies: { 200: schema.FeatureEffects },
    handle: (ctx, { params, query }) => readEffects(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${DATED}featureEffectsMetadata/`, 'getDatetimeFeatureEffectsMetadata', {
    access: needs(PROJECT, 'read'),
    summary: 'List the backtests and sources of feature effects',
    replies: { 200: schema.EffectsMetadata.or(schema.DatedEffectsMetadata) },
    handle: (ctx, { params }) => readEffectsMetadata(ctx, params.projectId, params.modelId),
  }),
];
