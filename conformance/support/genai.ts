import { call } from './call.ts';

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
export async function aPlayground(key: string): Promise<{ useCaseId: string; playgroundId: string }> {
  const useCase = await call('POST', '/api/v2/useCases/', { key, json: { name: 'Words' } });
  const json = { name: 'First', useCaseId: useCase.body.id };
  const made = await call('POST', '/api/v2/genai/playgrounds/', { key, json });
  return { useCaseId: useCase.body.id, playgroundId: made.body.id };
}

export async function aBlueprint(key: string, playgroundId: string, model = 'echo'): Promise<string> {
  const json = { playgroundId, name: 'Plain', llmId: `fake-${model}` };
  return (await call('POST', '/api/v2/genai/llmBlueprints/', { key, json })).body.id;
}
