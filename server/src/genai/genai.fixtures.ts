import { createUser, type NewUser, newSecretText } from '#accounts';
import type { Platform } from '#platform/context.ts';
import { type FakeLlm, startLlm } from '../../../conformance/providers/llm/llm.ts';
import { afterFile } from '../../test/after-file.ts';
import { testPlatform } from '../../test/platform.ts';
import { createApp } from '../app.ts';

export const MODELS = [
  'echo',
  'no-usage',
  'silent',
  'stalled',
  'cut',
  'malformed',
  'error-stream',
  'no-end',
  'shredded',
  'busy',
  'busy-once',
  'dropped-once',
  'broken',
  'picky',
  'unauthorized',
] as const;

export interface GenaiApp {
  readonly url: string;
  readonly llm: FakeLlm;
  readonly platform: Platform;
  person(user?: Partial<NewUser>): Promise<{ id: string; key: string; organizationId: string }>;
  chat(key: string, body: unknown, options?: { signal?: AbortSignal }): Promise<Response>;
  calls(key: string): Promise<number>;
}

/** The application on a socket of its own, with a language model behind it. */
export async function genaiApp(settings: Readonly<Record<string, string>> = {}): Promise<GenaiApp> {
  const llm = await startLlm();
  const platform = await testPlatform({
    settings: {
      ALMANAC_LLM_BASE_URL: llm.url,
      ALMANAC_LLM_API_KEY: 'upstream-key',
      ALMANAC_LLM_MODELS: MODELS.map((name) => `fake/${name}`).join(','),
      ALMANAC_CHECK_REPLIES: 'true',
      ...settings,
    },
  });
  const app = await createApp(platform, { version: 'test' });
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  afterFile(async () => {
    // First, so that no stream is left open that the other would wait for.
    await llm.close();
    // Answers that a test did not read to their end would be waited for.
    app.http.server.closeAllConnections();
    await app.close();
  });
  let people = 0;
  const headers = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
  return {
    url,
    llm,
    platform,
    async person(user = {}) {
      const key = newSecretText('key');
      const username = `caller-${++people}`;
      const row = await createUser(platform, {
        password: 'correct horse',
        ...user,
        username,
        apiKey: { name: 'first', key },
      });
      return { id: row.id, key, organizationId: row.organization_id };
    },
    chat: (key, body, { signal } = {}) =>
      fetch(`${url}/api/v2/genai/llmgw/chat/completions`, {
        method: 'POST',
        headers: headers(key),
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      }),
    async calls(key) {
      const reply = await fetch(`${url}/api/v2/genai/userLimits/llmApiCalls/`, { headers: headers(key) });
      return ((await reply.json()) as { counter: number }).counter;
    },
  };
}

export const ask = (model: string, more: object = {}) => ({
  model: `fake/${model}`,
  messages: [{ role: 'user', content: 'hello there' }],
  ...more,
});

/** The words of a streamed answer, and whether it ended as it should. */
export function heard(text: string): { words: string; ended: boolean; error: string | null; usage: unknown } {
  const data = text
    .split(/\r?\n\r?\n/)
    .filter((event) => event.startsWith('data:'))
    .map((event) => event.slice(5).trim());
  const chunks = data
    .filter((one) => one !== '[DONE]')
    .map(
      (one) =>
        JSON.parse(one) as {
          choices?: { delta?: { content?: string } }[];
          error?: { message: string };
          usage?: unknown;
        },
    );
  return {
    words: chunks.map(({ choices }) => choices?.[0]?.delta?.content ?? '').join(''),
    ended: data.at(-1) === '[DONE]',
    error: chunks.find(({ error }) => error)?.error?.message ?? null,
    usage: chunks.findLast(({ usage }) => usage)?.usage ?? null,
  };
}
