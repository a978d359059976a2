import type { BodyOf, ElementOf, ItemOf, ReplyOf, Window } from './call.ts';
import { get, patch, post, remove } from './call.ts';
import { callQuery } from './call-query.ts';

export type Playground = ReplyOf<'get', 'genai/playgrounds/{playgroundId}/'>;
/** A model with its settings and, where it answers from documents, a vector database. */
export type Blueprint = ReplyOf<'get', 'genai/llmBlueprints/{llmBlueprintId}/'>;
type NewBlueprint = BodyOf<'post', 'genai/llmBlueprints/'>;
export type BlueprintText = Omit<NewBlueprint, 'playgroundId'>;
type BlueprintChange = BodyOf<'patch', 'genai/llmBlueprints/{llmBlueprintId}/'>;

type Llm = ItemOf<'genai/llms/'>;
/** A setting a model takes, with its bounds. */
export type LlmSetting = ElementOf<Llm['settings']>;
export type CatalogueModel = ItemOf<'genai/llmgw/catalog/'>;
/** A service that speaks OpenAI's format. Its key is never part of a reply. */
export type Upstream = ItemOf<'genai/llmgw/upstreams/'>;
/** A key or models left out of a change stay as they are. */
type NewUpstream = BodyOf<'post', 'genai/llmgw/upstreams/'>;
export type UpstreamText = Omit<NewUpstream, 'models'> & { readonly models?: readonly { readonly model: string }[] };

export type Chat = ItemOf<'genai/chats/'>;
export type ChatPrompt = ItemOf<'genai/chatPrompts/'>;
export type ComparisonPrompt = ItemOf<'genai/comparisonPrompts/'>;
/** What a model said: to a prompt of a chat, or as one of several in a comparison. */
export type ModelAnswer = Pick<
  ChatPrompt,
  'id' | 'llmBlueprintId' | 'resultText' | 'resultMetadata' | 'citations' | 'executionStatus'
>;
/** A piece of a document an answer was given from. */
export type Citation = ElementOf<ChatPrompt['citations']>;
/** "1" is a thumb up, "0" one down. */
export type Thumb = '1' | '0';

export const playgroundCalls = {
  list: (window: Window) => get('genai/playgrounds/', { ...window }),
  create: (body: BodyOf<'post', 'genai/playgrounds/'>) => post('genai/playgrounds/', { body }),
  one: (playgroundId: string) => get('genai/playgrounds/{playgroundId}/', { playgroundId }),
  change: (playgroundId: string, body: BodyOf<'patch', 'genai/playgrounds/{playgroundId}/'>) =>
    patch('genai/playgrounds/{playgroundId}/', { playgroundId, body }),
  remove: (playgroundId: string) => remove('genai/playgrounds/{playgroundId}/', { playgroundId }),
  blueprints: (playgroundId: string) =>
    get('genai/llmBlueprints/', { playgroundId, limit: 1000, sort: 'creationDate' }),
  createBlueprint: (playgroundId: string, text: BlueprintText) =>
    post('genai/llmBlueprints/', { body: { playgroundId, ...text } }),
  changeBlueprint: (llmBlueprintId: string, body: BlueprintChange) =>
    patch('genai/llmBlueprints/{llmBlueprintId}/', { llmBlueprintId, body }),
  copyBlueprint: (llmBlueprintId: string, name: string) =>
    post('genai/llmBlueprints/fromLLMBlueprint/', { body: { llmBlueprintId, name } }),
  removeBlueprint: (llmBlueprintId: string) => remove('genai/llmBlueprints/{llmBlueprintId}/', { llmBlueprintId }),
};

export const llmCalls = {
  list: () => get('genai/llms/', { limit: 1000 }),
  catalogue: () => get('genai/llmgw/catalog/', { limit: 1000 }),
  upstreams: () => get('genai/llmgw/upstreams/', { limit: 100 }),
  createUpstream: (body: NewUpstream) => post('genai/llmgw/upstreams/', { body }),
  changeUpstream: (upstreamId: string, body: UpstreamText) =>
    patch('genai/llmgw/upstreams/{upstreamId}/', { upstreamId, body }),
  removeUpstream: (upstreamId: string) => remove('genai/llmgw/upstreams/{upstreamId}/', { upstreamId }),
};

export const chatCalls = {
  list: (llmBlueprintId: string) => get('genai/chats/', { llmBlueprintId, limit: 100 }),
  create: (llmBlueprintId: string, name: string) => post('genai/chats/', { body: { llmBlueprintId, name } }),
  rename: (chatId: string, name: string) => patch('genai/chats/{chatId}/', { chatId, body: { name } }),
  remove: (chatId: string) => remove('genai/chats/{chatId}/', { chatId }),
  prompts: (chatId: string) => get('genai/chatPrompts/', { chatId, limit: 1000 }),
  prompt: (chatId: string, text: string) => post('genai/chatPrompts/', { body: { chatId, text } }),
  rate: (chatPromptId: string, feedback: Thumb) =>
    patch('genai/chatPrompts/{chatPromptId}/', { chatPromptId, body: { feedbackMetadata: { feedback } } }),
  comparisonChats: (playgroundId: string) => get('genai/comparisonChats/', { playgroundId, limit: 1 }),
  createComparisonChat: (playgroundId: string, name: string) =>
    post('genai/comparisonChats/', { body: { playgroundId, name } }),
  comparisons: (comparisonChatId: string) => get('genai/comparisonPrompts/', { comparisonChatId, limit: 100 }),
  compare: (comparisonChatId: string, text: string, llmBlueprintIds: readonly string[]) =>
    post('genai/comparisonPrompts/', { body: { comparisonChatId, text, llmBlueprintIds } }),
  rateCompared: (comparisonPromptId: string, comparisonPromptResultId: string, feedback: Thumb) =>
    patch('genai/comparisonPrompts/{comparisonPromptId}/', {
      comparisonPromptId,
      body: { feedbackResult: { comparisonPromptResultId, feedbackMetadata: { feedback } } },
    }),
};

export const playgroundKeys = {
  all: ['genai', 'playgrounds'],
  one: (id: string) => ['genai', 'playgrounds', id],
  blueprints: ['genai', 'llmBlueprints'],
} as const;
export const llmKeys = { all: ['genai', 'llms'], gateway: ['genai', 'llmgw'] } as const;
export const chatKeys = {
  chats: ['genai', 'chats'],
  prompts: ['genai', 'chatPrompts'],
  comparisonChats: ['genai', 'comparisonChats'],
  comparisons: ['genai', 'comparisonPrompts'],
} as const;

const ANSWER_POLL_MS = 600;
const isUnderWay = ({ executionStatus }: Pick<ModelAnswer, 'executionStatus'>): boolean =>
  executionStatus === 'NEW' || executionStatus === 'RUNNING';

export const chatQueries = {
  prompts: (chatId: string) =>
    callQuery(chatCalls.prompts(chatId), { poll: (page) => (page?.data.some(isUnderWay) ? ANSWER_POLL_MS : false) }),
  comparisons: (chatId: string) =>
    callQuery(chatCalls.comparisons(chatId), {
      poll: (page) => (page?.data.some(({ results }) => results.some(isUnderWay)) ? ANSWER_POLL_MS : false),
    }),
};

export type VectorDatabase = ItemOf<'genai/vectorDatabases/'>;
export type NewVectorDatabase = BodyOf<'post', 'genai/vectorDatabases/'>;
export type Search = BodyOf<'post', 'genai/vectorDatabases/{vectorDatabaseId}/search/'>;

export const vectorDatabaseCalls = {
  list: (window: Window) => get('genai/vectorDatabases/', { ...window }),
  usable: () => get('genai/vectorDatabases/', { limit: 1000, completedOnly: true }),
  family: (familyId: string) => get('genai/vectorDatabases/', { familyId, limit: 1000 }),
  create: (body: NewVectorDatabase) => post('genai/vectorDatabases/', { body }),
  one: (vectorDatabaseId: string) => get('genai/vectorDatabases/{vectorDatabaseId}/', { vectorDatabaseId }),
  rename: (vectorDatabaseId: string, name: string) =>
    patch('genai/vectorDatabases/{vectorDatabaseId}/', { vectorDatabaseId, body: { name } }),
  remove: (vectorDatabaseId: string) => remove('genai/vectorDatabases/{vectorDatabaseId}/', { vectorDatabaseId }),
  chunkings: () => get('genai/vectorDatabases/supportedTextChunkings/'),
  search: (vectorDatabaseId: string, body: Search) =>
    post('genai/vectorDatabases/{vectorDatabaseId}/search/', { vectorDatabaseId, body }),
};

export const vectorDatabaseKeys = {
  all: ['genai', 'vectorDatabases'],
  one: (id: string) => ['genai', 'vectorDatabases', id],
} as const;

const BUILD_POLL_MS = 1500;
const isBuilding = ({ executionStatus }: Pick<VectorDatabase, 'executionStatus'>) =>
  executionStatus === 'NEW' || executionStatus === 'RUNNING';

/** When to ask for a page of them again. */
export const pollBuilds = (page: { readonly data: readonly VectorDatabase[] } | undefined) =>
  page?.data.some(isBuilding) ? BUILD_POLL_MS : (false as const);

export const vectorDatabaseQueries = {
  one: (id: string) =>
    callQuery(vectorDatabaseCalls.one(id), {
      poll: (record) => (record && isBuilding(record) ? BUILD_POLL_MS : false),
    }),
};
