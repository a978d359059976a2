import { catalogue } from '#platform/http/problem.ts';

const MOST_NAMED = 50;

const listed = (known: readonly string[]): string =>
  known.length === 0
    ? 'There are no models yet: an administrator adds some with POST genai/llmgw/upstreams/, or ALMANAC_LLM_BASE_URL ' +
      'and ALMANAC_LLM_MODELS name them.'
    : `There are: ${known.slice(0, MOST_NAMED).join(', ')}${known.length > MOST_NAMED ? ', …' : ''}.`;

export const CatalogueProblems = catalogue({
  // Helper programs look for these words.
  noSuchModel: {
    status: 404,
    code: 'model_not_found',
    message: (model: string, known: readonly string[]) =>
      `The model ${JSON.stringify(model.slice(0, 200))} was not found in the catalog. ${listed(known)}`,
  },
  noSuchLlm: {
    status: 404,
    code: 'genai.no_such_llm',
    message: (llmId: string, known: readonly string[]) =>
      `The LLM ${JSON.stringify(llmId.slice(0, 200))} was not found in the catalog. ${listed(known)}`,
  },
  inactive: {
    status: 404,
    code: 'model_inactive',
    message: (model: string) =>
      `The model ${model} is in the catalog but switched off. GET genai/llmgw/catalog/ tells which are active.`,
  },
});
