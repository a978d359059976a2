import { catalogue, conflict, notFound } from '#platform/http/problem.ts';

export const UpstreamProblems = catalogue({
  noSuchUpstream: notFound(
    'genai.no_such_upstream',
    (id: string) => `There is no upstream ${id} in your organization. GET genai/llmgw/upstreams/ lists them.`,
  ),
  nameTaken: conflict(
    'genai.upstream_name_taken',
    (name: string) => `There is an upstream called ${JSON.stringify(name)} already. Choose another name.`,
  ),
  modelTaken: conflict(
    'genai.model_taken',
    (model: string, other: string) =>
      `The model id ${JSON.stringify(model)} is served by ${other} already, or differs from one of its ids by ` +
      'punctuation only. Give this one another id; `upstreamModel` says how the upstream calls it.',
  ),
});

const MOST_NAMED = 50;

const formatModels = (known: readonly string[]): string =>
  known.length === 0
    ? 'There are no models yet: an administrator adds some with POST genai/llmgw/upstreams/, or ALMANAC_LLM_BASE_URL ' +
      'and ALMANAC_LLM_MODELS name them.'
    : `There are: ${known.slice(0, MOST_NAMED).join(', ')}${known.length > MOST_NAMED ? ', …' : ''}.`;

export const CatalogueProblems = catalogue({
  // Helper programs look for these words.
  noSuchModel: notFound(
    'model_not_found',
    (model: string, known: readonly string[]) =>
      `The model ${JSON.stringify(model.slice(0, 200))} was not found in the catalog. ${formatModels(known)}`,
  ),
  noSuchLlm: notFound(
    'genai.no_such_llm',
    (llmId: string, known: readonly string[]) =>
      `The LLM ${JSON.stringify(llmId.slice(0, 200))} was not found in the catalog. ${formatModels(known)}`,
  ),
  inactive: notFound(
    'model_inactive',
    (model: string) =>
      `The model ${model} is in the catalog but switched off. GET genai/llmgw/catalog/ tells which are active.`,
  ),
});
