import type { TestProject } from 'vitest/node';
import { replyRecordFile, type Suite } from '../../scripts/recorded-replies.ts';
import { startLlm } from '../providers/llm/llm.ts';
import { startInstallation } from './installation.ts';

declare module 'vitest' {
  interface ProvidedContext {
    target: Target;
  }
}

/** What the suites run against: ours, or any server that speaks the API. */
export interface Target {
  readonly url: string;
  readonly adminKey: string;
  readonly adminUsername: string;
  readonly adminPassword: string;
  /** The language model behind it, which tells its state; null behind a server of somebody else. */
  readonly llmUrl: string | null;
}

/** Models of the fake that suites call; how each behaves, `providers/llm` says. */
const LLM_MODELS = [
  'echo',
  'no-usage',
  'stalled',
  'silent',
  'cut',
  'malformed',
  'error-stream',
  'busy',
  'picky',
  'broken',
];

/** With CONFORMANCE_URL and CONFORMANCE_KEY any base address can be judged; without them a fresh server is started. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { CONFORMANCE_URL, CONFORMANCE_KEY, CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD } = process.env;
  if (CONFORMANCE_URL) {
    project.provide('target', {
      url: CONFORMANCE_URL.replace(/\/+$/, ''),
      adminKey: CONFORMANCE_KEY ?? '',
      adminUsername: CONFORMANCE_USERNAME ?? '',
      adminPassword: CONFORMANCE_PASSWORD ?? '',
      llmUrl: null,
    });
    return undefined;
  }
  const llm = await startLlm();
  const installation = await startInstallation({
    ALMANAC_REPLY_RECORD: replyRecordFile(project.name as Suite),
    // Where suites run services of their own; the rest of this machine stays closed to them.
    ALMANAC_ALLOWED_INSIDE_HOSTS: `127.0.0.2,${new URL(llm.url).host}`,
    ALMANAC_LLM_BASE_URL: llm.url,
    ALMANAC_LLM_API_KEY: 'conformance-upstream-key',
    ALMANAC_LLM_MODELS: LLM_MODELS.map((model) => `fake/${model}`).join(','),
  });
  const { url, adminKey, adminUsername, adminPassword } = installation;
  project.provide('target', { url, adminKey, adminUsername, adminPassword, llmUrl: new URL('/', llm.url).href });
  return async () => {
    await installation.stop();
    await llm.close();
  };
}
