import { call } from './call.ts';
import { follow } from './follow.ts';

/** A chat completion by a model of the fake. */
export const completion = (model: string, more: object = {}) => ({
  model: `fake/${model}`,
  messages: [{ role: 'user', content: 'hello there' }],
  ...more,
});

export const llmCalls = async (key: string, url?: string): Promise<number> =>
  (await call('GET', '/api/v2/genai/userLimits/llmApiCalls/', { key, ...(url === undefined ? {} : { url }) })).body
    .counter;

/** A playground in a use case of one's own. */
export async function aPlayground(key: string, url?: string): Promise<{ useCaseId: string; playgroundId: string }> {
  const at = { key, ...(url === undefined ? {} : { url }) };
  const useCase = await call('POST', '/api/v2/useCases/', { ...at, json: { name: 'Words' } });
  const json = { name: 'First', useCaseId: useCase.body.id };
  const made = await call('POST', '/api/v2/genai/playgrounds/', { ...at, json });
  return { useCaseId: useCase.body.id, playgroundId: made.body.id };
}

export async function aBlueprint(key: string, playgroundId: string, model = 'echo', url?: string): Promise<string> {
  const at = { key, ...(url === undefined ? {} : { url }) };
  const json = { playgroundId, name: 'Plain', llmId: `fake-${model}` };
  return (await call('POST', '/api/v2/genai/llmBlueprints/', { ...at, json })).body.id;
}

const DOCUMENTS =
  'document,document_file_path,team\nBread is baked in an oven,bread.txt,kitchen\nA flat tyre is patched,tyre.txt,garage\n';

/** Two documents with what is known about them, as a dataset. */
export async function someDocuments(key: string, url?: string): Promise<string> {
  const at = { key, ...(url === undefined ? {} : { url }) };
  const body = new FormData();
  body.set('file', new Blob([DOCUMENTS]), 'documents.csv');
  const { path = '' } = await follow(await call('POST', '/api/v2/datasets/fromFile/', { ...at, body }), at);
  return (await call('GET', path, at)).body.datasetId;
}
