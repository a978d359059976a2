/**
 * The limiter beside that of the LiteLLM proxy, both in process and without Redis: many calls of one key at the same
 * moment, against a limit on requests and one on tokens; who lets too many in, and how many decisions a second.
 * Run: npm run bench -- quota-litellm
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { aPlan, memoryNode, outcome, rule, type TestNode } from '../../server/src/quotas/limiter/limiter.fixtures.ts';
import { pythonWith } from '../processes.ts';
import { record } from '../record.ts';

const VERSION = '1.106.2';
const CALLS = 5_000;
const LIMIT = 1_000;
const TOKENS = 100;
const TOKEN_LIMIT = 10_000;

const output = execFileSync(
  pythonWith('litellm', [`litellm[proxy]==${VERSION}`]),
  [join(import.meta.dirname, 'quota-litellm.py'), ...[CALLS, LIMIT, TOKENS, TOKEN_LIMIT].map(String)],
  { encoding: 'utf8', env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True' } },
);
const peer = JSON.parse(output.trim().split('\n').at(-1) ?? '{}');

async function admitted(node: TestNode): Promise<{ passed: number; perSecond: number }> {
  const ask = { input: 1, worstCase: TOKENS + 1 };
  const began = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: CALLS }, () => outcome(() => node.enter({ userId: 'a' }, ask))),
  );
  const seconds = (performance.now() - began) / 1000;
  return { passed: outcomes.filter(({ pass }) => pass !== null).length, perSecond: CALLS / seconds };
}
const node = (kind: 'requests' | 'token', limit: number) =>
  memoryNode(aPlan({ defaultRules: [rule(kind, limit)] }), () => Date.UTC(2026, 0, 1));
await admitted(node('requests', LIMIT));
const requests = await admitted(node('requests', LIMIT));
const tokens = await admitted(node('token', TOKEN_LIMIT));

const seen = {
  admitted: requests.passed,
  admittedByTokens: tokens.passed,
  perSecond: Math.round(requests.perSecond),
  peerAdmitted: peer.requests as number,
  peerAdmittedByTokens: peer.byTokens as number,
  peerPerSecond: Math.round(peer.rate),
};
const litellm = (value: number) => ({ name: 'limiter of the LiteLLM proxy, in memory', version: VERSION, value });
record({
  title: 'Limiter beside that of LiteLLM, many calls of one key at the same moment',
  work: { calls: CALLS, requestsPerMinute: LIMIT, tokensPerMinute: TOKEN_LIMIT, tokensPerCall: TOKENS },
  figures: [
    {
      id: 'by-requests',
      what: `Calls admitted under a limit of ${LIMIT} requests`,
      value: seen.admitted,
      unit: 'calls',
      peer: litellm(seen.peerAdmitted),
      must: `<= ${LIMIT}`,
    },
    {
      id: 'by-tokens',
      what: `Calls admitted under a limit of ${TOKEN_LIMIT} tokens, ${TOKENS + 1} a call`,
      value: seen.admittedByTokens,
      unit: 'calls',
      peer: litellm(seen.peerAdmittedByTokens),
      must: `<= ${Math.floor(TOKEN_LIMIT / (TOKENS + 1))}`,
    },
    {
      id: 'rate',
      what: 'Decisions a second',
      value: seen.perSecond,
      unit: 'decisions/s',
      peer: litellm(seen.peerPerSecond),
    },
  ],
});
