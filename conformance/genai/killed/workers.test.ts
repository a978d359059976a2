import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processesOf } from '../../projects/killed/processes.ts';
import { type FakeLlm, startLlm } from '../../providers/llm/llm.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { completion } from '../../support/genai.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

const PATIENCE_MS = 300_000;
const key = `conformance-${randomBytes(16).toString('hex')}`;
/** Says its first word after three seconds: long enough for its worker to be killed meanwhile. */
const SLOW = 'pace-3000-5-0';
const PROMPTS = 3;
let llm: FakeLlm;
let server: Installation;
let options: CallOptions;

beforeAll(async () => {
  llm = await startLlm();
  const settings = {
    ALMANAC_ADMIN_API_KEY: key,
    ALMANAC_WORKERS: '1',
    ALMANAC_LLM_BASE_URL: llm.url,
    ALMANAC_LLM_MODELS: `fake/${SLOW},fake/echo`,
    ALMANAC_LLM_CALL_LIMIT: String(PROMPTS),
  };
  server = await startInstallation(settings, { kills: true });
  options = { url: server.url, key };
}, PATIENCE_MS);
afterAll(async () => {
  await server.stop();
  await llm.close();
});

const post = (path: string, json: object) => call('POST', `/api/v2/${path}`, { ...options, json });

test(
  'prompts whose worker is killed are asked again by the next, in the places they had, and count once each',
  async () => {
    const { id: useCaseId } = (await post('useCases/', { name: 'Words' })).body;
    const { id: playgroundId } = (await post('genai/playgrounds/', { name: 'First', useCaseId })).body;
    const blueprint = { playgroundId, name: 'Slow', llmId: `fake-${SLOW}` };
    const { id: llmBlueprintId } = (await post('genai/llmBlueprints/', blueprint)).body;
    const asked = [];
    for (let n = 0; n < PROMPTS; n++) asked.push(await post('genai/chatPrompts/', { text: `${n}`, llmBlueprintId }));
    await expect.poll(() => llm.open(), { timeout: 60_000 }).toBeGreaterThan(0);
    for (const pid of processesOf(server, 'work')) process.kill(pid, 'SIGKILL');
    for (const one of asked) {
      const { path = '' } = await follow(one, options);
      expect((await call('GET', path, options)).body).toMatchObject({ executionStatus: 'COMPLETED' });
    }
    const counter = await call('GET', '/api/v2/genai/userLimits/llmApiCalls/', options);
    expect(counter.body).toEqual({ counter: PROMPTS });
    // All were used, each once: there is none left, and none too few.
    const refused = await post('genai/llmgw/chat/completions', completion('echo'));
    expect([refused.status, refused.body.error.code]).toEqual([403, 'genai.limit_reached']);
  },
  PATIENCE_MS,
);
