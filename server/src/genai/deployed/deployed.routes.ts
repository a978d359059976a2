import { DEPLOYMENT } from '#deployments';
import { collect } from '#platform/http/request-body.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { ChatCompletion, chatRoute, LARGEST_REQUEST } from '../gateway/gateway.routes.ts';
import { genaiRoute } from '../genai-route.ts';
import { PLAYGROUND } from '../playgrounds/playgrounds.ts';
import { deployedChat } from './deployed-chat.ts';
import { CustomModelVersionCreate, registerBlueprint, Started } from './register-blueprint.ts';

export const deployedRoutes: readonly RouteRecord[] = [
  genaiRoute.post('/api/v2/genai/customModelVersions/', 'createCustomModelVersion', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Freeze what an LLM blueprint does, so that it can be registered and deployed',
    body: CustomModelVersionCreate,
    replies: { 202: Started },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'], 422: ['genai.blueprint_without_model'] },
    handle: (ctx, { body }) => registerBlueprint(ctx, body),
  }),
  chatRoute.post('/api/v2/deployments/{deploymentId}/chat/completions/', 'createDeploymentChatCompletion', {
    access: needs(DEPLOYMENT, 'use', null),
    summary: 'An OpenAI chat completion by the model of a deployment, streamed when asked for',
    added: 'v2.36',
    replies: { 200: ChatCompletion },
    refusals: {
      400: ['http.wrong_encoding', 'invalid_value'],
      403: ['genai.limit_reached', 'sharing.role_too_small'],
      404: ['sharing.no_such_thing'],
      413: ['http.too_large'],
      422: ['deployments.writes_no_text', 'documents_gone', 'quotas.input_too_long'],
      429: ['quotas.limit_reached'],
      502: ['upstream_cut', 'upstream_failed'],
    },
    handle: async (ctx, { params, headers, stream, gone }) =>
      deployedChat(ctx, {
        deploymentId: params.deploymentId,
        headers,
        body: await collect(stream, LARGEST_REQUEST, ctx.config.bodySilenceSeconds),
        gone: gone(),
      }),
  }),
];
