import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { genaiRoute } from '../genai-route.ts';
import {
  ComparisonChat,
  ComparisonChatChange,
  ComparisonChatCreate,
  ComparisonChatQuery,
  ComparisonPrompt,
  ComparisonPromptChange,
  ComparisonPromptCreate,
  ComparisonPromptQuery,
} from './comparison.schema.ts';
import {
  changeComparisonPrompt,
  createComparisonChat,
  createComparisonPrompt,
  deleteComparisonChat,
  deleteComparisonPrompt,
  getComparisonChat,
  getComparisonPrompt,
  listComparisonChats,
  listComparisonPrompts,
  renameComparisonChat,
} from './comparisons.ts';

const CHATS = '/api/v2/genai/comparisonChats/';
const CHAT = '/api/v2/genai/comparisonChats/{comparisonChatId}/';
const PROMPTS = '/api/v2/genai/comparisonPrompts/';
const PROMPT = '/api/v2/genai/comparisonPrompts/{comparisonPromptId}/';

export const comparisonRoutes: readonly RouteRecord[] = [
  genaiRoute.get(CHATS, 'listComparisonChats', {
    summary: 'The comparison chats you may see',
    query: ComparisonChatQuery,
    replies: { 200: pageOf(ComparisonChat) },
    handle: (ctx, { url, query }) => listComparisonChats(ctx, url, query),
  }),
  genaiRoute.post(CHATS, 'createComparisonChat', {
    summary: 'Begin a chat in which LLM blueprints are compared',
    body: ComparisonChatCreate,
    replies: { 201: ComparisonChat },
    handle: (ctx, { body }) => createComparisonChat(ctx, body),
  }),
  genaiRoute.get(CHAT, 'getComparisonChat', {
    summary: 'One comparison chat',
    replies: { 200: ComparisonChat },
    handle: (ctx, { params }) => getComparisonChat(ctx, params.comparisonChatId),
  }),
  genaiRoute.patch(CHAT, 'renameComparisonChat', {
    summary: 'Rename a comparison chat',
    body: ComparisonChatChange,
    replies: { 200: ComparisonChat },
    handle: (ctx, { params, body }) => renameComparisonChat(ctx, params.comparisonChatId, body.name),
  }),
  genaiRoute.delete(CHAT, 'deleteComparisonChat', {
    summary: 'Delete a comparison chat with its prompts',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteComparisonChat(ctx, params.comparisonChatId),
  }),
  genaiRoute.get(PROMPTS, 'listComparisonPrompts', {
    summary: 'Comparison prompts with the answers of each LLM blueprint, oldest first',
    query: ComparisonPromptQuery,
    replies: { 200: pageOf(ComparisonPrompt) },
    handle: (ctx, { url, query }) => listComparisonPrompts(ctx, url, query),
  }),
  genaiRoute.post(PROMPTS, 'createComparisonPrompt', {
    summary: 'Ask several saved LLM blueprints the same; poll the status for the answers',
    body: ComparisonPromptCreate,
    replies: { 202: ComparisonPrompt },
    handle: (ctx, { body }) => createComparisonPrompt(ctx, body),
  }),
  genaiRoute.get(PROMPT, 'getComparisonPrompt', {
    summary: 'One comparison prompt with its answers',
    replies: { 200: ComparisonPrompt },
    handle: (ctx, { params }) => getComparisonPrompt(ctx, params.comparisonPromptId),
  }),
  genaiRoute.patch(PROMPT, 'changeComparisonPrompt', {
    summary: 'Ask more LLM blueprints the same, or say whether an answer was good',
    body: ComparisonPromptChange,
    replies: { 202: null },
    handle: (ctx, { params, body }) => changeComparisonPrompt(ctx, params.comparisonPromptId, body),
  }),
  genaiRoute.delete(PROMPT, 'deleteComparisonPrompt', {
    summary: 'Delete a comparison prompt; the calls it was stay counted',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteComparisonPrompt(ctx, params.comparisonPromptId),
  }),
];
