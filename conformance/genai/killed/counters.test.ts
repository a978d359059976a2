import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processesOf } from '../../projects/killed/processes.ts';
import { type FakeLlm, startLlm } from '../../providers/llm/llm.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { completion, llmCalls } from '../../support/genai.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

const PATIENCE_MS = 300_000;
const key = `conformance-${randomBytes(16).toString('hex')}`;
const AT_ONCE = 16;
let folder: string;
let llm: FakeLlm;
let server: Installation;
let options: CallOptions;

/** Starts in the same data folder again, on whatever port is free. */
async function start(): Promise<void> {
  const settings = {
    ALMANAC_DATA_DIR: folder,
    ALMANAC_ADMIN_API_KEY: key,
    ALMANAC_WORKERS: '0',
    ALMANAC_LLM_BASE_URL: llm.url,
    ALMANAC_LLM_MODELS: 'fake/echo',
  };
  server = await startInstallation(settings, { kills: true });
  options = { url: server.url, key };
}

beforeAll(async () => {
  llm = await startLlm();
  folder = await mkdtemp(join(tmpdir(), 'almanac-counters-'));
  await start();
}, PATIENCE_MS);
afterAll(async () => {
  await server.stop();
  await llm.close();
  await rm(folder, { recursive: true, force: true });
});

const CHAT = '/api/v2/genai/llmgw/chat/completions';
const usedOfDay = async (): Promise<number> =>
  (await call('GET', '/api/v2/account/rateLimitUsage/', options)).body.usage[0].currentUsage;

/** Calls from many sides until the server is gone; answers how many were begun and how many were told they were done. */
async function callUntilKilled(enough: number) {
  let [begun, acknowledged] = [0, 0];
  let isGone = false;
  const caller = async (stream: boolean) => {
    while (!isGone) {
      begun++;
      try {
        const reply = await call('POST', CHAT, { ...options, json: completion('echo', { stream }) });
        if (reply.status === 200 && (!stream || reply.text.includes('[DONE]'))) acknowledged++;
      } catch {
        isGone = true;
      }
    }
  };
  const callers = Array.from({ length: AT_ONCE }, (_, number) => caller(number % 2 === 0));
  while (acknowledged < enough) await pause(5);
  for (const pid of processesOf(server, 'serve')) process.kill(pid, 'SIGKILL');
  await Promise.all(callers);
  while (processesOf(server, 'serve').length > 0) await pause(20);
  return { begun, acknowledged };
}

test(
  'a server killed among many calls forgets no call it told anybody was complete, and little of a day’s window',
  async () => {
    const rules = [{ rule: 'requests', limit: 1_000_000, window: 'day' }];
    const quota = { resourceType: 'workload', resourceId: 'llmGateway', defaultRules: rules };
    const { id } = (await call('POST', '/api/v2/quotas/', { ...options, json: quota })).body;
    for (let one = 0; one < 20; one++) {
      expect((await call('POST', CHAT, { ...options, json: completion('echo') })).status).toBe(200);
    }
    // What the usage tells is written down.
    const written = async () => (await call('GET', `/api/v2/quotas/${id}/usage/`, options)).body.data[0]?.requests ?? 0;
    while ((await written()) < 20) await pause(50);

    const { begun, acknowledged } = await callUntilKilled(200);
    await start();
    const counted = await llmCalls(key, server.url);
    expect(counted).toBeGreaterThanOrEqual(20 + acknowledged);
    expect(counted).toBeLessThanOrEqual(20 + begun);
    const used = await usedOfDay();
    expect(used).toBeGreaterThanOrEqual(20);
    expect(used).toBeLessThanOrEqual(20 + begun);

    // The window goes on where it was: what is left of it is what was not used.
    const left = { defaultRules: [{ rule: 'requests', limit: used + 3, window: 'day' }] };
    expect((await call('PATCH', `/api/v2/quotas/${id}/`, { ...options, json: left })).status).toBe(200);
    const statuses: number[] = [];
    for (let one = 0; one < 5; one++) {
      statuses.push((await call('POST', CHAT, { ...options, json: completion('echo') })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await llmCalls(key, server.url)).toBe(counted + 3);
  },
  PATIENCE_MS,
);
