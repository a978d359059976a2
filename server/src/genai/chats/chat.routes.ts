import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { genaiRoute } from '../genai-route.ts';
import { Blueprint, BlueprintFromPrompt } from '../playgrounds/blueprint.schema.ts';
import { PLAYGROUND } from '../playgrounds/playgrounds.ts';
import * as schema from './chat.schema.ts';
import * as chats from './chats.ts';

const CHATS = '/api/v2/genai/chats/';
const CHAT = '/api/v2/genai/chats/{chatId}/';
const PROMPTS = '/api/v2/genai/chatPrompts/';
const PROMPT = '/api/v2/genai/chatPrompts/{chatPromptId}/';

export const chatRoutes: readonly RouteRecord[] = [
  genaiRoute.get(CHATS, 'listChats', {
    summary: 'The chats you may see, of one LLM blueprint or all',
    query: schema.ChatQuery,
    replies: { 200: pageOf(schema.Chat) },
    refusals: { 404: ['genai.not_found'] },
    handle: (ctx, { url, query }) => chats.listChats(ctx, url, query),
  }),
  genaiRoute.post(CHATS, 'createChat', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Begin a chat with an LLM blueprint',
    body: schema.ChatCreate,
    replies: { 201: schema.Chat },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { body }) => chats.createChat(ctx, body),
  }),
  genaiRoute.get(CHAT, 'getChat', {
    access: needs(PLAYGROUND, 'read', null),
    summary: 'One chat',
    replies: { 200: schema.Chat },
    refusals: { 404: ['genai.not_found'] },
    handle: (ctx, { params }) => chats.getChat(ctx, params.chatId),
  }),
  genaiRoute.patch(CHAT, 'renameChat', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Rename a chat',
    body: schema.ChatChange,
    replies: { 200: schema.Chat },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { params, body }) => chats.renameChat(ctx, params.chatId, body.name),
  }),
  genaiRoute.delete(CHAT, 'deleteChat', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Delete a chat with its prompts',
    replies: { 204: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { params }) => chats.deleteChat(ctx, params.chatId),
  }),
  genaiRoute.get(PROMPTS, 'listChatPrompts', {
    summary: 'Chat prompts with their answers, oldest first',
    query: schema.ChatPromptQuery,
    replies: { 200: pageOf(schema.ChatPrompt) },
    refusals: { 404: ['genai.not_found', 'sharing.no_such_thing'] },
    handle: (ctx, { url, query }) => chats.listChatPrompts(ctx, url, query),
  }),
  genaiRoute.post(PROMPTS, 'createChatPrompt', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Ask an LLM blueprint something, in a chat or outside of any; poll the status for the answer',
    body: schema.ChatPromptCreate,
    replies: { 202: schema.ChatPrompt },
    refusals: {
      403: ['genai.limit_reached', 'sharing.role_too_small'],
      404: ['genai.no_such_llm', 'genai.not_found'],
      409: ['genai.chat_frozen'],
      422: ['genai.metadata_filter'],
      429: ['quotas.limit_reached'],
    },
    handle: (ctx, { body }) => chats.createChatPrompt(ctx, body),
  }),
  genaiRoute.get(PROMPT, 'getChatPrompt', {
    access: needs(PLAYGROUND, 'read', null),
    summary: 'One chat prompt with its answer',
    replies: { 200: schema.ChatPrompt },
    refusals: { 404: ['genai.not_found'] },
    handle: (ctx, { params }) => chats.getChatPrompt(ctx, params.chatPromptId),
  }),
  genaiRoute.patch(PROMPT, 'changeChatPrompt', {
    access: needs(PLAYGROUND, 'read', null),
    summary: 'Say whether an answer was good, or add figures to it',
    body: schema.ChatPromptChange,
    replies: { 200: schema.ChatPrompt },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { params, body }) => chats.changeChatPrompt(ctx, params.chatPromptId, body),
  }),
  genaiRoute.delete(PROMPT, 'deleteChatPrompt', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Delete a chat prompt; the call it was stays counted',
    replies: { 204: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { params }) => chats.deleteChatPrompt(ctx, params.chatPromptId),
  }),
  genaiRoute.post('/api/v2/genai/llmBlueprints/fromChatPrompt/', 'createLlmBlueprintFromChatPrompt', {
    access: needs(PLAYGROUND, 'write', null),
    summary: 'Make a draft that asks as a chat prompt was asked',
    body: BlueprintFromPrompt,
    replies: { 201: Blueprint },
    refusals: { 403: ['sharing.role_too_small'], 404: ['genai.not_found'] },
    handle: (ctx, { body }) => chats.blueprintFromPrompt(ctx, body),
  }),
];
