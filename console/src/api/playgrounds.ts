import { type ApiCall, get, patch, post, remove } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

export interface Playground {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly useCaseId: string;
  readonly llmBlueprintsCount: number;
  readonly savedLlmBlueprintsCount: number;
  readonly creationDate: string;
  readonly lastUpdateDate: string;
  readonly userName: string;
}

export interface RetrievalSettings {
  readonly maxDocumentsRetrievedPerPrompt?: number | null;
  readonly maxTokens?: number | null;
  readonly addNeighborChunks?: boolean;
  readonly retrievalMode?: 'similarity' | 'maximal_marginal_relevance';
  readonly maximalMarginalRelevanceLambda?: number | null;
}

type LlmSettings = Readonly<Record<string, unknown>>;

/** A model with its settings and, where it answers from documents, a vector database. */
export interface Blueprint {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isSaved: boolean;
  readonly playgroundId: string;
  readonly promptType: 'CHAT_HISTORY_AWARE' | 'ONE_TIME_PROMPT';
  readonly llmId: string | null;
  readonly llmName: string | null;
  readonly llmSettings: LlmSettings | null;
  readonly vectorDatabaseId: string | null;
  readonly vectorDatabaseName: string | null;
  readonly vectorDatabaseStatus: string | null;
  readonly vectorDatabaseSettings: RetrievalSettings | null;
  readonly creationDate: string;
  readonly creationUserName: string;
  readonly lastUpdateDate: string;
}

export interface BlueprintText {
  readonly name: string;
  readonly description: string;
  readonly llmId: string | null;
  readonly llmSettings: LlmSettings;
  readonly promptType: Blueprint['promptType'];
  readonly vectorDatabaseId: string | null;
  readonly vectorDatabaseSettings: RetrievalSettings | null;
}

interface PlaygroundText {
  readonly name: string;
  readonly description: string;
}

const BLUEPRINTS = 'genai/llmBlueprints/';
const playgroundPath = (id: string): string => `genai/playgrounds/${segment(id)}/`;
const blueprintPath = (id: string): string => `${BLUEPRINTS}${segment(id)}/`;

export const playgroundCalls = {
  list: (window: Window): ApiCall<Page<Playground>> => get('genai/playgrounds/', { ...window }),
  create: (text: PlaygroundText & { readonly useCaseId: string }): ApiCall<Playground> =>
    post('genai/playgrounds/', { ...text }),
  one: (id: string): ApiCall<Playground> => get(playgroundPath(id)),
  change: (id: string, text: PlaygroundText): ApiCall<Playground> => patch(playgroundPath(id), { ...text }),
  remove: (id: string): ApiCall<void> => remove(playgroundPath(id)),
  blueprints: (playgroundId: string): ApiCall<Page<Blueprint>> =>
    get(BLUEPRINTS, { playgroundId, limit: 1000, sort: 'creationDate' }),
  createBlueprint: (playgroundId: string, text: BlueprintText): ApiCall<Blueprint> =>
    post(BLUEPRINTS, { playgroundId, ...text }),
  changeBlueprint: (id: string, text: Partial<BlueprintText> & { readonly isSaved?: boolean }): ApiCall<Blueprint> =>
    patch(blueprintPath(id), { ...text }),
  copyBlueprint: (llmBlueprintId: string, name: string): ApiCall<Blueprint> =>
    post(`${BLUEPRINTS}fromLLMBlueprint/`, { llmBlueprintId, name }),
  removeBlueprint: (id: string): ApiCall<void> => remove(blueprintPath(id)),
};

export const playgroundKeys = {
  all: ['playgrounds'],
  one: (id: string) => ['playgrounds', 'one', id],
  blueprints: (id: string) => ['playgrounds', 'one', id, 'blueprints'],
} as const;

export const playgroundQueries = {
  list: (window: Window) => ask([...playgroundKeys.all, 'list', String(window.offset)], playgroundCalls.list(window)),
  one: (id: string) => ask([...playgroundKeys.one(id), 'record'], playgroundCalls.one(id)),
  blueprints: (id: string) => ask(playgroundKeys.blueprints(id), playgroundCalls.blueprints(id)),
};
