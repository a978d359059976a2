import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { genaiRoute } from '../genai-route.ts';
import { Blueprint, BlueprintFromPrompt } from '../playgrounds/blueprint.schema.ts';
import {
  Chat,
  ChatChange,
  ChatCreate,
  ChatPrompt,
  ChatPromptChange,
  ChatPromptCreate,
  ChatPromptQuery,
  ChatQuery,
} from './chat.schema.ts';
import {
  blueprintFromPrompt,
  changeChatPrompt,
  createChat,
  createChatPrompt,
  deleteChat,
  deleteChatPrompt,
  getChat,
  getChatPrompt,
  listChatPrompts,
  listChats,
  renameChat,
} from './chats.ts';

const CHATS = '/api/v2/genai/chats/';
const CHAT = '/api/v2/genai/chats/{chatId}/';
const PROMPTS = '/api/v2/genai/chatPrompts/';
const PROMPT = '/api/v2/genai/chatPrompts/{chatPromptId}/';

export const chatRoutes: readonly RouteRecord[] = [
  genaiRoute.get(CHATS, 'listChats', {
    summary: 'The chats you may see, of one LLM blueprint or all',
    query: ChatQuery,
    replies: { 200: pageOf(Chat) },
    handle: (ctx, { url, query }) => listChats(ctx, url, query),
  }),
  genaiRoute.post(CHATS, 'createChat', {
    summary: 'Begin a chat with an LLM blueprint',
    body: ChatCreate,
    replies: { 201: Chat },
    handle: (ctx, { body }) => createChat(ctx, body),
  }),
  genaiRoute.get(CHAT, 'getChat', {
    summary: 'One chat',
    replies: { 200: Chat },
    handle: (ctx, { params }) => getChat(ctx, params.chatId),
  }),
  genaiRoute.patch(CHAT, 'renameChat', {
    summary: 'Rename a chat',
    body: ChatChange,
    replies: { 200: Chat },
    handle: (ctx, { params, body }) => renameChat(ctx, params.chatId, body.name),
  }),
  genaiRoute.delete(CHAT, 'deleteChat', {
    summary: 'Delete a chat with its prompts',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteChat(ctx, params.chatId),
  }),
  genaiRoute.get(PROMPTS, 'listChatPrompts', {
    summary: 'Chat prompts with their answers, oldest first',
    query: ChatPromptQuery,
    replies: { 200: pageOf(ChatPrompt) },
    handle: (ctx, { url, query }) => listChatPrompts(ctx, url, query),
  }),
  genaiRoute.post(PROMPTS, 'createChatPrompt', {
    summary: 'Ask an LLM blueprint something, in a chat or outside of any; poll the status for the answer',
    body: ChatPromptCreate,
    replies: { 202: ChatPrompt },
    handle: (ctx, { body }) => createChatPrompt(ctx, body),
  }),
  genaiRoute.get(PROMPT, 'getChatPrompt', {
    summary: 'One chat prompt with its answer',
    replies: { 200: ChatPrompt },
    handle: (ctx, { params }) => getChatPrompt(ctx, params.chatPromptId),
  }),
  genaiRoute.patch(PROMPT, 'changeChatPrompt', {
    summary: 'Say whether an answer was good, or add figures to it',
    body: ChatPromptChange,
    replies: { 200: ChatPrompt },
    handle: (ctx, { params, body }) => changeChatPrompt(ctx, params.chatPromptId, body),
  }),
  genaiRoute.delete(PROMPT, 'deleteChatPrompt', {
    summary: 'Delete a chat prompt; the call it was stays counted',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteChatPrompt(ctx, params.chatPromptId),
  }),
  genaiRoute.post('/api/v2/genai/llmBlueprints/fromChatPrompt/', 'createLlmBlueprintFromChatPrompt', {
    summary: 'Make a draft that asks as a chat prompt was asked',
    body: BlueprintFromPrompt,
    replies: { 201: Blueprint },
    handle: (ctx, { body }) => blueprintFromPrompt(ctx, body),
  }),
];
