import { type ApiCall, get, patch, post, remove } from './call.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

export type Execution = 'NEW' | 'RUNNING' | 'COMPLETED' | 'ERROR';

/** A piece of a document an answer was given from. */
export interface Citation {
  readonly text: string;
  readonly source: string | null;
  /** Cosine of the angle to the question: 1 is the same direction. */
  readonly similarityScore: number | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

interface Metadata {
  readonly outputTokenCount: number;
  readonly inputTokenCount: number;
  readonly totalTokenCount: number;
  readonly estimatedDocsTokenCount: number;
  readonly latencyMilliseconds: number;
  readonly errorMessage: string | null;
  readonly finalPrompt: readonly Readonly<Record<string, unknown>>[] | null;
  readonly feedbackResult: { readonly positiveUserIds: readonly string[]; readonly negativeUserIds: readonly string[] };
}

/** What a model said: to a prompt of a chat, or as one of several in a comparison. */
export interface ModelAnswer {
  readonly id: string;
  readonly llmBlueprintId: string;
  readonly resultText: string | null;
  readonly resultMetadata: Metadata | null;
  readonly citations: readonly Citation[];
  readonly executionStatus: Execution;
}

export interface ChatPrompt extends ModelAnswer {
  readonly text: string;
  readonly chatId: string | null;
  readonly creationDate: string;
}

export interface Chat {
  readonly id: string;
  readonly name: string;
  readonly llmBlueprintId: string;
  readonly isFrozen: boolean;
  readonly warning: string | null;
  readonly promptsCount: number;
  readonly creationDate: string;
}

export interface ComparisonPrompt {
  readonly id: string;
  readonly text: string;
  readonly results: readonly ModelAnswer[];
  readonly creationDate: string;
}

export interface ComparisonChat {
  readonly id: string;
  readonly name: string;
  readonly playgroundId: string;
}

/** "1" is a thumb up, "0" one down. */
export type Thumb = '1' | '0';

const PROMPTS = 'genai/chatPrompts/';
const COMPARED = 'genai/comparisonPrompts/';

export const chatCalls = {
  list: (llmBlueprintId: string): ApiCall<Page<Chat>> => get('genai/chats/', { llmBlueprintId, limit: 100 }),
  create: (llmBlueprintId: string, name: string): ApiCall<Chat> => post('genai/chats/', { llmBlueprintId, name }),
  rename: (id: string, name: string): ApiCall<Chat> => patch(`genai/chats/${segment(id)}/`, { name }),
  remove: (id: string): ApiCall<void> => remove(`genai/chats/${segment(id)}/`),
  prompts: (chatId: string): ApiCall<Page<ChatPrompt>> => get(PROMPTS, { chatId, limit: 1000 }),
  prompt: (chatId: string, text: string): ApiCall<ChatPrompt> => post(PROMPTS, { chatId, text }),
  judge: (id: string, feedback: Thumb): ApiCall<ChatPrompt> =>
    patch(`${PROMPTS}${segment(id)}/`, { feedbackMetadata: { feedback } }),
  comparisonChats: (playgroundId: string): ApiCall<Page<ComparisonChat>> =>
    get('genai/comparisonChats/', { playgroundId, limit: 1 }),
  createComparisonChat: (playgroundId: string, name: string): ApiCall<ComparisonChat> =>
    post('genai/comparisonChats/', { playgroundId, name }),
  comparisons: (comparisonChatId: string): ApiCall<Page<ComparisonPrompt>> =>
    get(COMPARED, { comparisonChatId, limit: 100 }),
  compare: (comparisonChatId: string, text: string, llmBlueprintIds: readonly string[]): ApiCall<ComparisonPrompt> =>
    post(COMPARED, { comparisonChatId, text, llmBlueprintIds: [...llmBlueprintIds] }),
  judgeCompared: (id: string, comparisonPromptResultId: string, feedback: Thumb): ApiCall<void> =>
    patch(`${COMPARED}${segment(id)}/`, {
      feedbackResult: { comparisonPromptResultId, feedbackMetadata: { feedback } },
    }),
};

export const chatKeys = {
  all: ['chats'],
  of: (llmBlueprintId: string) => ['chats', 'of', llmBlueprintId],
  prompts: (chatId: string) => ['chats', 'prompts', chatId],
  comparisonChat: (playgroundId: string) => ['chats', 'comparisonChat', playgroundId],
  comparisons: (chatId: string) => ['chats', 'comparisons', chatId],
} as const;

const OFTEN_MS = 600;

const isUnderWay = ({ executionStatus }: ModelAnswer): boolean =>
  executionStatus === 'NEW' || executionStatus === 'RUNNING';
const pace = (answers: readonly ModelAnswer[] | undefined) => (answers?.some(isUnderWay) ? OFTEN_MS : (false as const));

export const chatQueries = {
  list: (llmBlueprintId: string) => ask(chatKeys.of(llmBlueprintId), chatCalls.list(llmBlueprintId)),
  prompts: (chatId: string) => ({
    ...ask(chatKeys.prompts(chatId), chatCalls.prompts(chatId)),
    refetchInterval: ({ state }: { state: { data?: Page<ChatPrompt> | undefined } }) => pace(state.data?.data),
  }),
  comparisonChat: (playgroundId: string) =>
    ask(chatKeys.comparisonChat(playgroundId), chatCalls.comparisonChats(playgroundId)),
  comparisons: (chatId: string) => ({
    ...ask(chatKeys.comparisons(chatId), chatCalls.comparisons(chatId)),
    refetchInterval: ({ state }: { state: { data?: Page<ComparisonPrompt> | undefined } }) =>
      pace(state.data?.data.flatMap(({ results }) => results)),
  }),
};
