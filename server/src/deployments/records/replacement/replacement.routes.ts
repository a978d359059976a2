import { type RouteRecord, route } from '#platform/http/route.ts';
import { replaceModel } from './replace-model.ts';
import { ReplacementWish, Validation, ValidationWish } from './replacement.schema.ts';
import { validateReplacement } from './validate-replacement.ts';

const ONE = '/api/v2/deployments/{deploymentId}/';
const shared = { part: 'deployments', history: { added: 'v2.17' } } as const;

export const replacementRoutes: readonly RouteRecord[] = [
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: `${ONE}model/`,
    operation: 'replaceModel',
    summary: 'Let another model answer, without refusing a request meanwhile',
    body: ReplacementWish,
    replies: { 202: null },
    handle: (ctx, { params, body }) => replaceModel(ctx, params.deploymentId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${ONE}model/validation/`,
    operation: 'validateReplacement',
    summary: 'Whether a model can take the place of the current one, check by check',
    body: ValidationWish,
    replies: { 200: Validation },
    handle: (ctx, { params, body }) => validateReplacement(ctx, params.deploymentId, body),
  }),
];
