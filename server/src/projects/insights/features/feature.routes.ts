import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { listClassEffects, requestClassEffects } from './class-effects.ts';
import {
  ClassEffect,
  ClassEffectsQuery,
  ClassEffectsRequest,
  DatedEffectsMetadata,
  DatedEffectsQuery,
  DatedEffectsRequest,
  EffectsMetadata,
  EffectsQuery,
  EffectsRequest,
  FeatureEffects,
  FeatureImpacts,
  ImpactQuery,
  ImpactRequest,
  JobStarted,
} from './feature.schema.ts';
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
      summary: 'Compute feature effects by class',
      body: ClassEffectsRequest,
      replies: { 202: JobStarted },
      handle: (ctx, { params, body }) => requestClassEffects(ctx, params.projectId, params.modelId, body),
    },
  ),
  classEffectsRoute.get(
    `/api/v2/projects/{projectId}/${folder}/{modelId}/multiclassFeatureEffects/`,
    `list${word}ClassEffects`,
    {
      summary: 'Get feature effects by class',
      query: ClassEffectsQuery,
      replies: { 200: pageOf(ClassEffect) },
      handle: (ctx, { params, url, query }) => listClassEffects(ctx, params.projectId, params.modelId, url, query),
    },
  ),
]);

const MODEL = '/api/v2/projects/{projectId}/models/{modelId}/';
const DATED = '/api/v2/projects/{projectId}/datetimeModels/{modelId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const featureInsightRoutes = [
  route.post(`${MODEL}featureImpact/`, 'requestFeatureImpact', {
    summary: 'Compute feature impact',
    body: ImpactRequest,
    bodyOptional: true,
    replies: { 202: JobStarted },
    handle: (ctx, { params, body }) => requestImpact(ctx, params.projectId, params.modelId, body ?? {}),
  }),
  route.get(`${MODEL}featureImpact/`, 'getFeatureImpact', {
    summary: 'Feature impact of a model, most important first',
    query: ImpactQuery,
    replies: { 200: FeatureImpacts },
    handle: (ctx, { params, query }) => readImpact(ctx, params.projectId, params.modelId, query.backtest),
  }),
  route.post(`${MODEL}featureEffects/`, 'requestFeatureEffects', {
    summary: 'Compute feature effects',
    body: EffectsRequest,
    bodyOptional: true,
    replies: { 202: JobStarted },
    handle: (ctx, { params, body }) =>
      requestEffects(ctx, params.projectId, params.modelId, { rowCount: body?.rowCount }),
  }),
  route.get(`${MODEL}featureEffects/`, 'getFeatureEffects', {
    summary: 'Get feature effects',
    query: EffectsQuery,
    replies: { 200: FeatureEffects },
    handle: (ctx, { params, query }) => readEffects(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}featureEffectsMetadata/`, 'getFeatureEffectsMetadata', {
    summary: 'List the sources of feature effects',
    replies: { 200: EffectsMetadata.or(DatedEffectsMetadata) },
    handle: (ctx, { params }) => readEffectsMetadata(ctx, params.projectId, params.modelId),
  }),
  route.post(`${DATED}featureEffects/`, 'requestDatetimeFeatureEffects', {
    summary: 'Compute feature effects for one backtest',
    body: DatedEffectsRequest,
    replies: { 202: JobStarted },
    handle: (ctx, { params, body }) => requestEffects(ctx, params.projectId, params.modelId, body),
  }),
  route.get(`${DATED}featureEffects/`, 'getDatetimeFeatureEffects', {
    summary: 'Get feature effects for one backtest',
    query: DatedEffectsQuery,
    replies: { 200: FeatureEffects },
    handle: (ctx, { params, query }) => readEffects(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${DATED}featureEffectsMetadata/`, 'getDatetimeFeatureEffectsMetadata', {
    summary: 'List the backtests and sources of feature effects',
    replies: { 200: EffectsMetadata.or(DatedEffectsMetadata) },
    handle: (ctx, { params }) => readEffectsMetadata(ctx, params.projectId, params.modelId),
  }),
];
