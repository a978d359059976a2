/**
 * The limiter beside that of the LiteLLM proxy, both in process and without Redis: many calls of one key at the same
 * moment, against a limit on requests and one on tokens; who lets too many in, and how many decisions a second.
 * Run: npm run bench -- quota-litellm
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { aPlan, memoryNode, outcome, rule, type TestNode } from '../../server/src/quotas/limiter/limiter.fixtures.ts';
import { MACHINE } from '../measure.ts';
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

record('quota-litellm', {
  work: `${CALLS} calls at once; ${LIMIT} requests a minute, then ${TOKEN_LIMIT} tokens a minute with ${TOKENS} a call`,
  peer: `limiter of the LiteLLM proxy ${VERSION}, in memory`,
  oursAdmitted: requests.passed,
  peerAdmitted: peer.requests,
  oursAdmittedByTokens: tokens.passed,
  peerAdmittedByTokens: peer.byTokens,
  oursDecisionsPerSecond: Math.round(requests.perSecond),
  peerDecisionsPerSecond: Math.round(peer.rate),
  machine: `${MACHINE}, shared`,
});
