import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { genaiRoute } from '../genai-route.ts';
import { Blueprint, BlueprintChange, BlueprintCopy, BlueprintCreate, BlueprintQuery } from './blueprint.schema.ts';
import * as blueprints from './blueprints.ts';
import { PLAYGROUND } from './playgrounds.ts';

const ALL = '/api/v2/genai/llmBlueprints/';
const ONE = '/api/v2/genai/llmBlueprints/{llmBlueprintId}/';

export const blueprintRoutes: readonly RouteRecord[] = [
  genaiRoute.get(ALL, 'listLlmBlueprints', {
    summary: 'The LLM blueprints you may see',
    query: BlueprintQuery,
    replies: { 200: pageOf(Blueprint) },
    refusals: { 404: ['sharing.no_such_thing'] },
    handle: (ctx, { url, query }) => blueprints.listBlueprints(ctx, url, query),
  }),
  genaiRoute.post(ALL, 'createLlmBlueprint', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Make an LLM blueprint: a model, its settings, and perhaps a vector database',
    body: BlueprintCreate,
    replies: { 201: Blueprint },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found', 'sharing.no_such_thing'] },
    handle: (ctx, { body }) => blueprints.createBlueprint(ctx, body),
  }),
  genaiRoute.post('/api/v2/genai/llmBlueprints/fromLLMBlueprint/', 'copyLlmBlueprint', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Make a draft that does what another LLM blueprint does',
    body: BlueprintCopy,
    replies: { 201: Blueprint },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { body }) => blueprints.copyBlueprint(ctx, body),
  }),
  genaiRoute.get(ONE, 'getLlmBlueprint', {
    access: needs(PLAYGROUND, 'read', null),
    summary: 'One LLM blueprint',
    replies: { 200: Blueprint },
    refusals: { 404: ['genai.not_found'] },
    handle: (ctx, { params }) => blueprints.shownBlueprint(ctx, params.llmBlueprintId),
  }),
  genaiRoute.patch(ONE, 'changeLlmBlueprint', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Change an LLM blueprint; saving it is for good',
    body: BlueprintChange,
    replies: { 200: Blueprint },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['genai.not_found'],
      409: ['genai.blueprint_saved', 'genai.blueprint_stays_saved'],
    },
    handle: (ctx, { params, body }) => blueprints.changeBlueprint(ctx, params.llmBlueprintId, body),
  }),
  genaiRoute.delete(ONE, 'deleteLlmBlueprint', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Delete an LLM blueprint with its chats',
    replies: { 204: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { params }) => blueprints.deleteBlueprint(ctx, params.llmBlueprintId),
  }),
];
