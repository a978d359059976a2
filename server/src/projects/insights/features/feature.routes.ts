import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
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

const classEffects = { part: 'projects', history: { added: 'v2.29' } } as const;
const FOLDERS = [
  ['models', ''],
  ['datetimeModels', 'Datetime'],
] as const;

export const classEffectRoutes = FOLDERS.flatMap(([folder, word]) => [
  route({
    ...classEffects,
    access: 'account',
    method: 'POST',
    path: `/api/v2/projects/{projectId}/${folder}/{modelId}/multiclassFeatureEffects/`,
    operation: `request${word}ClassEffects`,
    summary: 'Find out how the probability of each class changes with features',
    body: ClassEffectsRequest,
    replies: { 202: JobStarted },
    handle: (ctx, { params, body }) => requestClassEffects(ctx, params.projectId, params.modelId, body),
  }),
  route({
    ...classEffects,
    access: 'account',
    method: 'GET',
    path: `/api/v2/projects/{projectId}/${folder}/{modelId}/multiclassFeatureEffects/`,
    operation: `list${word}ClassEffects`,
    summary: 'How the probability of each class changes with features',
    query: ClassEffectsQuery,
    replies: { 200: pageOf(ClassEffect) },
    handle: (ctx, { params, url, query }) => listClassEffects(ctx, params.projectId, params.modelId, url, query),
  }),
]);

const MODEL = '/api/v2/projects/{projectId}/models/{modelId}/';
const DATED = '/api/v2/projects/{projectId}/datetimeModels/{modelId}/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const featureInsightRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${MODEL}featureImpact/`,
    operation: 'requestFeatureImpact',
    summary: 'Find out what a model owes to each feature',
    body: ImpactRequest,
    bodyOptional: true,
    replies: { 202: JobStarted },
    handle: (ctx, { params, body }) => requestImpact(ctx, params.projectId, params.modelId, body ?? {}),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${MODEL}featureImpact/`,
    operation: 'getFeatureImpact',
    summary: 'What a model owes to each feature, most important first',
    query: ImpactQuery,
    replies: { 200: FeatureImpacts },
    handle: (ctx, { params, query }) => readImpact(ctx, params.projectId, params.modelId, query.backtest),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${MODEL}featureEffects/`,
    operation: 'requestFeatureEffects',
    summary: 'Find out how answers change with each feature',
    body: EffectsRequest,
    bodyOptional: true,
    replies: { 202: JobStarted },
    handle: (ctx, { params, body }) =>
      requestEffects(ctx, params.projectId, params.modelId, { rowCount: body?.rowCount }),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${MODEL}featureEffects/`,
    operation: 'getFeatureEffects',
    summary: 'How answers change with each feature',
    query: EffectsQuery,
    replies: { 200: FeatureEffects },
    handle: (ctx, { params, query }) => readEffects(ctx, params.projectId, params.modelId, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${MODEL}featureEffectsMetadata/`,
    operation: 'getFeatureEffectsMetadata',
    summary: 'Which data feature effects are there for',
    replies: { 200: EffectsMetadata.or(DatedEffectsMetadata) },
    handle: (ctx, { params }) => readEffectsMetadata(ctx, params.projectId, params.modelId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${DATED}featureEffects/`,
    operation: 'requestDatetimeFeatureEffects',
    summary: 'Find out how answers change with each feature in one backtest',
    body: DatedEffectsRequest,
    replies: { 202: JobStarted },
    handle: (ctx, { params, body }) => requestEffects(ctx, params.projectId, params.modelId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${DATED}featureEffects/`,
    operation: 'getDatetimeFeatureEffects',
    summary: 'How answers change with each feature in one backtest',
    query: DatedEffectsQuery,
    replies: { 200: FeatureEffects },
    handle: (ctx, { params, query }) => readEffects(ctx, params.projectId, params.modelId, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${DATED}featureEffectsMetadata/`,
    operation: 'getDatetimeFeatureEffectsMetadata',
    summary: 'Which backtests feature effects are there for',
    replies: { 200: EffectsMetadata.or(DatedEffectsMetadata) },
    handle: (ctx, { params }) => readEffectsMetadata(ctx, params.projectId, params.modelId),
  }),
];
