import { describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, PYTHON_VERSIONS, pythonClient } from './python-client.ts';

const PATIENCE_MS = 1_800_000;
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python)('generative AI, official Python client, newest', () => {
  test(
    'the catalog, playgrounds, blueprints, chats, prompts, comparisons and counters',
    async () => {
      const client = await pythonClient('python-newest', PYTHON_VERSIONS.newest);
      const { token } = await aPerson();
      const env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: token };
      expect(await client.scenario('genai', env)).toEqual({
        catalog: ['fake/echo', 'fake-echo', true],
        llm: ['echo', ['system_prompt', 'max_completion_length', 'temperature', 'top_p']],
        playground: ['Renamed', 'Words', 1, 1],
        blueprint: ['Plain', 'fake-echo', { system_prompt: 'Be brief', temperature: 0.5 }, true, true],
        copied: ['Copy', false],
        first: ['You said: hello there', 'COMPLETED', 6, []],
        second: [1, 4],
        feedback: [1, 0, 'care'],
        from_prompt: ['fake-echo', 0.5],
        compared: [2, ['COMPLETED', 'COMPLETED'], 1],
        listed: [1, 2, 1, 1],
        counters: [4, 0],
        after: [0, 4],
      });
    },
    PATIENCE_MS,
  );
});

describe.skipIf(!python)('documents and deployments of language models, official Python client, newest', () => {
  test(
    'a zip becomes a vector database, a blueprint answers from it, and its deployment cites',
    async () => {
      const client = await pythonClient('python-newest', PYTHON_VERSIONS.newest);
      const { token } = await aPerson();
      const env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: token };
      expect(await client.scenario('genai_documents', env)).toEqual({
        supported: [true, true],
        database: ['Renamed', 'COMPLETED', 3, 1],
        listed: 1,
        lines: [3, ['docs/bread.md', 'docs/tax.html', 'docs/tyre.txt'], true],
        exported: [true, 24],
        version: [1, true],
        deployed: ['Reader', 'TextGeneration'],
        answer: ['docs/tyre.txt', true],
        counters: [1, 1],
      });
    },
    PATIENCE_MS,
  );
});

describe.skipIf(!python)('LiteLLM as a client', () => {
  test(
    'its OpenAI way and its way for this API, streamed and not',
    async () => {
      const client = await pythonClient('litellm', ['litellm==1.106.2']);
      const { token } = await aPerson();
      const env = { ENDPOINT: `${inject('target').url}`, TOKEN: token, LITELLM_LOCAL_MODEL_COST_MAP: 'True' };
      expect(await client.scenario('litellm_client', env)).toEqual({
        openai: ['You said: hello there', 6],
        streamed: 'You said: hello there',
        datarobot: ['You said: hello there', 'You said: hello there'],
        missing: 'NotFoundError',
        busy: 'RateLimitError',
        counted: 4,
      });
    },
    PATIENCE_MS,
  );
});
