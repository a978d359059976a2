import { startLlm, startProviderB } from '../../../conformance/providers/index.ts';

/** A language model and a provider on this machine, and the settings of a server that uses them. */
export async function startNeighbours() {
  const [llm, provider] = await Promise.all([startLlm(), startProviderB()]);
  return {
    provider,
    settings: {
      ALMANAC_LLM_BASE_URL: llm.url,
      ALMANAC_LLM_MODELS: 'fake/echo',
      ALMANAC_LLM_CALL_LIMIT: '500',
      ALMANAC_ALLOW_INSECURE_PROVIDERS: 'true',
      ALMANAC_UPGRADED: 'true',
    },
    stop: async () => {
      await Promise.all([llm.close(), provider.close()]);
    },
  };
}
