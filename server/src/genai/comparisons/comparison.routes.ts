import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { genaiRoute } from '../genai-route.ts';
import { PLAYGROUND } from '../playgrounds/playgrounds.ts';
import * as schema from './comparison.schema.ts';
import * as comparisons from './comparisons.ts';

const CHATS = '/api/v2/genai/comparisonChats/';
const CHAT = '/api/v2/genai/comparisonChats/{comparisonChatId}/';
const PROMPTS = '/api/v2/genai/comparisonPrompts/';
const PROMPT = '/api/v2/genai/comparisonPrompts/{comparisonPromptId}/';

export const comparisonRoutes: readonly RouteRecord[] = [
  genaiRoute.get(CHATS, 'listComparisonChats', {
    summary: 'The comparison chats you may see',
    query: schema.ComparisonChatQuery,
    replies: { 200: pageOf(schema.ComparisonChat) },
    refusals: { 404: ['sharing.no_such_thing'] },
    handle: (ctx, { url, query }) => comparisons.listComparisonChats(ctx, url, query),
  }),
  genaiRoute.post(CHATS, 'createComparisonChat', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Begin a chat in which LLM blueprints are compared',
    body: schema.ComparisonChatCreate,
    replies: { 201: schema.ComparisonChat },
    refusals: { 403: ['sharing.role_too_small'], 404: ['sharing.no_such_thing'] },
    handle: (ctx, { body }) => comparisons.createComparisonChat(ctx, body),
  }),
  genaiRoute.get(CHAT, 'getComparisonChat', {
    access: needs(PLAYGROUND, 'read', null),
    summary: 'One comparison chat',
    replies: { 200: schema.ComparisonChat },
    refusals: { 404: ['genai.not_found'] },
    handle: (ctx, { params }) => comparisons.getComparisonChat(ctx, params.comparisonChatId),
  }),
  genaiRoute.patch(CHAT, 'renameComparisonChat', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Rename a comparison chat',
    body: schema.ComparisonChatChange,
    replies: { 200: schema.ComparisonChat },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { params, body }) => comparisons.renameComparisonChat(ctx, params.comparisonChatId, body.name),
  }),
  genaiRoute.delete(CHAT, 'deleteComparisonChat', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Delete a comparison chat with its prompts',
    replies: { 204: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { params }) => comparisons.deleteComparisonChat(ctx, params.comparisonChatId),
  }),
  genaiRoute.get(PROMPTS, 'listComparisonPrompts', {
    summary: 'Comparison prompts with the answers of each LLM blueprint, oldest first',
    query: schema.ComparisonPromptQuery,
    replies: { 200: pageOf(schema.ComparisonPrompt) },
    refusals: { 404: ['genai.not_found'] },
    handle: (ctx, { url, query }) => comparisons.listComparisonPrompts(ctx, url, query),
  }),
  genaiRoute.post(PROMPTS, 'createComparisonPrompt', {
    summary: 'Ask several saved LLM blueprints the same; poll the status for the answers',
    body: schema.ComparisonPromptCreate,
    replies: { 202: schema.ComparisonPrompt },
    refusals: {
      403: ['genai.limit_reached', 'sharing.role_too_small'],
      404: ['genai.not_found'],
      422: ['genai.blueprint_not_saved', 'genai.metadata_filter'],
      429: ['quotas.limit_reached'],
    },
    handle: (ctx, { body }) => comparisons.createComparisonPrompt(ctx, body),
  }),
  genaiRoute.get(PROMPT, 'getComparisonPrompt', {
    access: needs(PLAYGROUND, 'read', null),
    summary: 'One comparison prompt with its answers',
    replies: { 200: schema.ComparisonPrompt },
    refusals: { 404: ['genai.not_found'] },
    handle: (ctx, { params }) => comparisons.getComparisonPrompt(ctx, params.comparisonPromptId),
  }),
  genaiRoute.patch(PROMPT, 'changeComparisonPrompt', {
    access: needs(PLAYGROUND, 'read', null),
    summary: 'Ask more LLM blueprints the same, or say whether an answer was good',
    body: schema.ComparisonPromptChange,
    replies: { 202: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'], 409: ['genai.compared_already'] },
    handle: (ctx, { params, body }) => comparisons.changeComparisonPrompt(ctx, params.comparisonPromptId, body),
  }),
  genaiRoute.delete(PROMPT, 'deleteComparisonPrompt', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Delete a comparison prompt; the calls it was stay counted',
    replies: { 204: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { params }) => comparisons.deleteComparisonPrompt(ctx, params.comparisonPromptId),
  }),
];
