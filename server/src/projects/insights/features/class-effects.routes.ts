import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { listClassEffects, requestClassEffects } from './class-effects.ts';
import { ClassEffect, ClassEffectsQuery, ClassEffectsRequest, JobStarted } from './feature-insight.schema.ts';

const shared = { part: 'projects', history: { added: 'v2.29' } } as const;
const FOLDERS = [
  ['models', ''],
  ['datetimeModels', 'Datetime'],
] as const;

export const classEffectRoutes = FOLDERS.flatMap(([folder, word]) => [
  route({
    ...shared,
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
    ...shared,
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
