import { startWorker } from '#platform/jobs/worker.ts';
import { type FakeLlm, startLlm } from '../../../conformance/providers/llm/llm.ts';
import { afterFile } from '../../test/after-file.ts';
import type { TestPlatformOptions } from '../../test/platform.ts';
import { type Asked, type ServedApp, servedApp } from '../../test/served-app.ts';
import { MODELS } from './genai.fixtures.ts';

export interface PlaygroundApp extends ServedApp {
  readonly llm: FakeLlm;
  /** A person with a use case, a playground in it and a saved blueprint of the model. */
  someone(model?: string): Promise<{ key: string; useCaseId: string; playgroundId: string; blueprintId: string }>;
  /** The thing at the end of a status, once it is there. */
  finished(started: Asked, key: string): Promise<Asked>;
}

const path = (address: unknown): string => new URL(String(address)).pathname;

/** The application with a worker beside it and a language model behind it. */
export async function playgroundApp(
  settings: Readonly<Record<string, string>> = {},
  elsewhere: Pick<TestPlatformOptions, 'databaseUrl'> = {},
): Promise<PlaygroundApp> {
  const llm = await startLlm();
  const models = MODELS.map((name) => `fake/${name}`).join(',');
  const all = { ALMANAC_LLM_BASE_URL: llm.url, ALMANAC_LLM_MODELS: models, ...settings };
  const app = await servedApp({ settings: all, ...elsewhere });
  const worker = await startWorker(app.platform, { concurrency: 1 });
  afterFile(async () => {
    await llm.close();
    await worker.stop();
  });
  const { ask, person } = app;
  return {
    ...app,
    llm,
    async someone(model = 'echo') {
      const { key } = await person();
      const useCaseId = (await ask('POST /api/v2/useCases/', { key, body: { name: 'Words' } })).body.id;
      const body = { name: 'First', useCaseId };
      const playgroundId = (await ask('POST /api/v2/genai/playgrounds/', { key, body })).body.id;
      const blueprint = { playgroundId, name: 'Plain', llmId: `fake-${model}` };
      const made = await ask('POST /api/v2/genai/llmBlueprints/', { key, body: blueprint });
      return { key, useCaseId, playgroundId, blueprintId: made.body.id };
    },
    async finished(started, key) {
      for (;;) {
        const status = await ask(`GET ${path(started.headers.location)}`, { key });
        if (status.status === 303) return ask(`GET ${path(status.headers.location)}`, { key });
        if (!['INITIALIZED', 'RUNNING'].includes(status.body.status)) return status;
        await new Promise(setImmediate);
      }
    },
  };
}
