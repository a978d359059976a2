import type { Blueprint, BlueprintText } from '../../../api/generative.ts';

/** What the form holds: numbers may be empty, which means the model's own default. */
export interface BlueprintForm {
  readonly name: string;
  readonly description: string;
  readonly llmId: string | null;
  readonly systemPrompt: string;
  readonly temperature: number | '';
  readonly topP: number | '';
  readonly maxCompletionLength: number | '';
  readonly remembers: boolean;
  readonly vectorDatabaseId: string | null;
  readonly documents: number | '';
  readonly diverse: boolean;
  readonly neighbours: boolean;
}

const EMPTY: BlueprintForm = {
  name: '',
  description: '',
  llmId: null,
  systemPrompt: '',
  temperature: '',
  topP: '',
  maxCompletionLength: '',
  remembers: true,
  vectorDatabaseId: null,
  documents: '',
  diverse: false,
  neighbours: false,
};

const numberOr = (value: unknown): number | '' => (typeof value === 'number' ? value : '');

export function formOf(blueprint: Blueprint | undefined): BlueprintForm {
  if (blueprint === undefined) return EMPTY;
  const { name, description, llmId, llmSettings, vectorDatabaseId, vectorDatabaseSettings: found } = blueprint;
  return {
    name,
    description,
    llmId,
    systemPrompt: typeof llmSettings?.systemPrompt === 'string' ? llmSettings.systemPrompt : '',
    temperature: numberOr(llmSettings?.temperature),
    topP: numberOr(llmSettings?.topP),
    maxCompletionLength: numberOr(llmSettings?.maxCompletionLength),
    remembers: blueprint.promptType === 'CHAT_HISTORY_AWARE',
    vectorDatabaseId,
    documents: numberOr(found?.maxDocumentsRetrievedPerPrompt),
    diverse: found?.retrievalMode === 'maximal_marginal_relevance',
    neighbours: found?.addNeighborChunks === true,
  };
}

export function textOf(form: BlueprintForm): BlueprintText {
  const said = (['temperature', 'topP', 'maxCompletionLength'] as const).filter((name) => form[name] !== '');
  return {
    name: form.name,
    description: form.description,
    llmId: form.llmId,
    llmSettings: {
      ...(form.systemPrompt === '' ? {} : { systemPrompt: form.systemPrompt }),
      ...Object.fromEntries(said.map((name) => [name, form[name]])),
    },
    promptType: form.remembers ? 'CHAT_HISTORY_AWARE' : 'ONE_TIME_PROMPT',
    vectorDatabaseId: form.vectorDatabaseId,
    vectorDatabaseSettings:
      form.vectorDatabaseId === null
        ? null
        : {
            ...(form.documents === '' ? {} : { maxDocumentsRetrievedPerPrompt: form.documents }),
            retrievalMode: form.diverse ? 'maximal_marginal_relevance' : 'similarity',
            addNeighborChunks: form.neighbours,
          },
  };
}
